import type { SignedInSession } from '@drumbeat/contract/sessions.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../api/errors.ts';
import { invalidate, queryOf } from '../../api/query.ts';
import { notify } from '../../ui/toasts.ts';
import { strings } from './sessions.strings.ts';
import { isAboutPassword } from './two-factor/usePasswordProof.ts';

/** Where the person is signed in, the session of this tab first. */
export function useSessions() {
  const query = useQuery(queryOf('GET /api/auth/sessions'));
  return { ...query, data: query.data && thisFirst(query.data.sessions) };
}

function thisFirst(sessions: readonly SignedInSession[]): SignedInSession[] {
  return [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
}

/** A session by its id, or all but the one of this tab. */
type Which = string | 'others';

/**
 * Ends sessions. `asksFor` is what waits for the password, because the sign-in was a while ago; `confirm` goes on with it,
 * and throws where it is refused.
 */
export function useEndSessions() {
  const [asksFor, setAsksFor] = useState<Which>();
  const end = useMutation({
    mutationFn: ({ which, password }: { which: Which; password?: string }) => {
      const body = password === undefined ? {} : { password };
      return which === 'others'
        ? call('DELETE /api/auth/sessions', { body })
        : call('DELETE /api/auth/sessions/:id', { params: { id: which }, body });
    },
    onSuccess: ({ message }) => notify.success(message),
    onError(error, { which, password }) {
      if (isAboutPassword(error)) {
        if (password === undefined) setAsksFor(which);
        return;
      }
      // A session that has already ended is fine.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return;
      notify.error(describeError(error, strings.notEnded), { requestId: requestIdOf(error) });
    },
    onSettled: () => invalidate('GET /api/auth/sessions'),
  });
  return {
    end: (which: Which) => end.mutate({ which }),
    ending: end.isPending ? end.variables.which : undefined,
    asksFor,
    confirm: async (password: string) => {
      if (asksFor !== undefined) await end.mutateAsync({ which: asksFor, password });
    },
    cancel: () => setAsksFor(undefined),
  };
}
