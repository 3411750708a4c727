import { useEffect } from 'react';

type Leave = { isPending: boolean; isSuccess: boolean; data: unknown; reset: () => void };

/**
 * Whether a button that leads to the payment provider is busy: until its call is answered, and while the browser leaves.
 * A page restored from the browser's back-forward cache begins anew.
 */
export function useLeaving({ isPending, isSuccess, data, reset }: Leave): boolean {
  useEffect(() => {
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);
  const leaves = typeof data === 'object' && data !== null && 'url' in data && data.url !== null;
  return isPending || (isSuccess && leaves);
}
