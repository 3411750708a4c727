import type { SignedInSession } from '@drumbeat/contract/sessions.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError, messageOf, requestIdOf } from '../../api/errors.ts';
import { queryClient, queryKeys } from '../../api/query.ts';
import { notify } from '../../ui/toasts.ts';
import { strings } from './sessions.strings.ts';

const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => call('GET /api/auth/sessions', {}, { signal }),
  select: ({ sessions }) => sessions,
});

/** Where the person is signed in, the session of this tab first. */
export function useSessions() {
  const query = useQuery(sessionsQuery);
  return { ...query, data: query.data && thisFirst(query.data) };
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
      // Ended already is what was wanted.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return;
      notify.error(messageOf(error, strings.notEnded), { requestId: requestIdOf(error) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}
