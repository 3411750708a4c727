import { useEffect, useRef } from 'react';

/** Runs what a screen starts when it first appears: once, even if strict mode runs effects twice. */
export function useOnce(run: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    run();
  });
}
