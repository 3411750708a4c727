import { type MutationState, onlineManager, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient } from './query.ts';

/** A shorter gap in the connection is nobody's business. */
const SAY_AFTER_MS = 3_000;

/** Whether the browser has a connection, as the calls see it. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

type Waiting = {
  /** The call has not been sent for 3 s, because there is no connection: say so, and let the person cancel. */
  isWaiting: boolean;
  /** Takes back a call that has not been sent. It does nothing once the call is on its way. */
  cancel: () => void;
};

/**
 * A mutation without a connection: TanStack sends it when the connection is back; until then it can be cancelled.
 * Its `onMutate` has run, so show nothing as done before `useIsOnline()`.
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
