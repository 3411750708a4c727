import { useEffect } from 'react';

/** Runs when the page is restored from the back-forward cache, where a button would still show as loading. */
export function useOnPageShow(reset: () => void): void {
  useEffect(() => {
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);
}
