import { useEffect, useRef } from 'react';

/** Runs what a screen begins by itself when it first appears: once, also where strict mode runs effects twice. */
export function useOnce(run: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    run();
  });
}
