import type { MutationState, UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from './query.ts';

/** Shorter gaps in the connection are not worth mentioning. */
const SAY_AFTER_MS = 3_000;

type Waiting = {
  /** The call has been waiting for a connection for 3 s: say so, and let the person cancel. */
  isWaiting: boolean;
  /** Cancels a call that has not been sent yet; does nothing once it is in flight. */
  cancel: () => void;
};

/**
 * For a mutation while offline: TanStack sends it once the connection is back; until then it can be cancelled.
 * `onMutate` has already run then, so check `onlineManager.isOnline()` before showing anything as done.
 *
 *     const wait = useOfflineWait(save);
 *     <Button disabled={save.isPending && !wait.isWaiting} onClick={() => { wait.cancel(); close(); }}>Cancel</Button>
 *     <LoadingButton loading={save.isPending} waiting={wait.isWaiting}>Save</LoadingButton>
 */
export function useOfflineWait<TData, TError, TVariables, TContext>(
  mutation: UseMutationResult<TData, TError, TVariables, TContext>,
): Waiting {
  const { isPaused, submittedAt, variables, reset } = mutation;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPaused) return;
    const timer = setTimeout(() => setLate(true), SAY_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPaused]);

  function cancel(): void {
    const cache = queryClient.getMutationCache();
    const isOwn = (state: MutationState): boolean =>
      state.isPaused && state.submittedAt === submittedAt && state.variables === variables;
    const own = cache.getAll().find(({ state }) => isOwn(state));
    if (!own) return;
    cache.remove(own);
    reset();
  }
  return { isWaiting: isPaused && isLate, cancel };
}
