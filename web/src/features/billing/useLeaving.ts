import { useOnPageShow } from '../../ui/useOnPageShow.ts';

type Leave = { isPending: boolean; isSuccess: boolean; data: unknown; reset: () => void };

/** Whether a button that leads to the payment provider is busy: until its call is answered, and while the browser leaves. */
export function useLeaving({ isPending, isSuccess, data, reset }: Leave): boolean {
  useOnPageShow(reset);
  const leaves = typeof data === 'object' && data !== null && 'url' in data && data.url !== null;
  return isPending || (isSuccess && leaves);
}
