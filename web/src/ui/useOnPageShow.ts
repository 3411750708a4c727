import { useEffect } from 'react';

/** Runs when the page is shown again from the browser's back-forward cache, where a button would still be loading. */
export function useOnPageShow(reset: () => void): void {
  useEffect(() => {
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);
}
