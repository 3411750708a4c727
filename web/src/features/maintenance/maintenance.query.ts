import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient, queryKeys } from '../../api/query.ts';
import { getToken, useToken } from '../../api/session.ts';

export type MaintenanceStatus = CallOutput<'GET /api/maintenance/status'>;

const CACHE_MS = 30_000;
/** How often the maintenance page asks whether it is over. */
export const POLL_MS = 30_000;
/** The status must never keep the app waiting: no answer counts as no maintenance. */
const PATIENCE_MS = 5_000;
const none: MaintenanceStatus = { active: false, isAdmin: false, window: null };

/** The status, cached for 30 seconds and by token, since it tells whether this person passes. Never fails. */
function maintenanceQuery(token: string | null) {
  return queryOptions({
    queryKey: queryKeys.maintenance(token),
    queryFn: ({ signal }) =>
      call('GET /api/maintenance/status', {}, { signal, timeoutMs: PATIENCE_MS }).catch(() => none),
    staleTime: CACHE_MS,
  });
}

export function useMaintenance(options: { pollMs?: number } = {}) {
  const token = useToken();
  const poll = options.pollMs ? { refetchInterval: options.pollMs, refetchIntervalInBackground: true } : {};
  return useQuery({ ...maintenanceQuery(token), ...poll });
}

/** Starts or repeats the call ahead of the screens that will ask. */
export function prefetchMaintenance(): Promise<void> {
  return queryClient.prefetchQuery(maintenanceQuery(getToken()));
}

/** A call was refused because of maintenance: whatever we had cached is out of date. */
export function recheckMaintenance(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKeys.maintenance(getToken()) });
}
