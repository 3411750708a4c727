import type { SignedInSession } from '@drumbeat/contract/auth/sessions.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../api/errors.ts';
import { invalidate, queryOf } from '../../api/query.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { strings } from './sessions.strings.ts';
import { isAboutPassword } from './two-factor/usePasswordProof.ts';

/** The person's sessions, this tab's first. */
export function useSessions() {
  const query = useQuery(queryOf('GET /api/auth/sessions'));
  return { ...query, data: query.data && thisFirst(query.data.sessions) };
}

function thisFirst(sessions: readonly SignedInSession[]): SignedInSession[] {
  return [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
}

/** A session id, or all sessions except this tab's. */
type Which = string | 'others';

/**
 * Ends sessions. `asksFor` is the pending request if the server asks for the password first; `confirm` sends
 * it again with the password, and throws if it is refused.
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
      // A session that has already ended is not an error.
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
