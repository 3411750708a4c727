import { useOnPageShow } from '../../ui/useOnPageShow.ts';

type Leave = { isPending: boolean; isSuccess: boolean; data: unknown; reset: () => void };

/** Whether a button to the payment provider is busy: during its call and while the page is unloading. */
export function useLeaving({ isPending, isSuccess, data, reset }: Leave): boolean {
  useOnPageShow(reset);
  const leaves = typeof data === 'object' && data !== null && 'url' in data && data.url !== null;
  return isPending || (isSuccess && leaves);
}
