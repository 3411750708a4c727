import { queryOptions, useQuery } from '@tanstack/react-query';
import { invalidate, keyOf, queryClient } from '../../api/query.ts';
import { getToken } from '../../api/session.ts';
import { useToken } from '../../api/useToken.ts';
import { readMaintenance } from './maintenance.status.ts';

const CACHE_MS = 30_000;
/** How often the maintenance page checks whether maintenance is over. */
export const POLL_MS = 30_000;

/** The status, cached for 30 s per token, because it depends on whether this person may pass. Never fails. */
function maintenanceQuery(token: string | null) {
  return queryOptions({
    queryKey: [...keyOf('GET /api/maintenance/status'), token],
    queryFn: ({ signal }) => readMaintenance(signal),
    staleTime: CACHE_MS,
  });
}

export function useMaintenance(options: { pollMs?: number } = {}) {
  const token = useToken();
  const poll = options.pollMs ? { refetchInterval: options.pollMs, refetchIntervalInBackground: true } : {};
  return useQuery({ ...maintenanceQuery(token), ...poll });
}

/** Starts the call ahead of the screens that need it. */
export function prefetchMaintenance(): Promise<void> {
  return queryClient.prefetchQuery(maintenanceQuery(getToken()));
}

/** A call was refused because of maintenance, so the cached status is out of date. */
export function recheckMaintenance(): Promise<void> {
  return invalidate('GET /api/maintenance/status');
}
