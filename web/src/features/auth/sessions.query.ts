import type { SignedInSession } from '@drumbeat/contract/sessions.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../api/errors.ts';
import { invalidate, queryOf } from '../../api/query.ts';
import { notify } from '../../ui/toasts.ts';
import { strings } from './sessions.strings.ts';

/** Where the person is signed in, the session of this tab first. */
export function useSessions() {
  const query = useQuery(queryOf('GET /api/auth/sessions'));
  return { ...query, data: query.data && thisFirst(query.data.sessions) };
}

function thisFirst(sessions: readonly SignedInSession[]): SignedInSession[] {
  return [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
}

/** Ends one session by its id, or all but the one of this tab. */
export function useEndSessions() {
  return useMutation({
    mutationFn: (which: string | 'others') =>
      which === 'others'
        ? call('DELETE /api/auth/sessions')
        : call('DELETE /api/auth/sessions/:id', { params: { id: which } }),
    onSuccess: ({ message }) => notify.success(message),
    onError(error) {
      // A session that has already ended is fine.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return;
      notify.error(describeError(error, strings.notEnded), { requestId: requestIdOf(error) });
    },
    onSettled: () => invalidate('GET /api/auth/sessions'),
  });
}
