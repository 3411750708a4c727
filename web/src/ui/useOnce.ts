import { useEffect, useRef } from 'react';

/** Runs something once when a screen first appears, even if strict mode runs effects twice. */
export function useOnce(run: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    run();
  });
}
