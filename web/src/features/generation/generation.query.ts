import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query.ts';

/** Whether posts may be generated for this account now, and if not, why. */
export function eligibilityQuery(accountId: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.eligibility(accountId),
    queryFn: ({ signal }) =>
      call(
        'POST /api/check-scheduling-eligibility',
        { body: accountId === undefined ? {} : { twitterAccountId: accountId } },
        { signal },
      ),
  });
}

/** How many generations this account has left in its cycle. */
export function usageQuery(accountId: string) {
  return queryOptions({
    queryKey: queryKeys.accountUsage(accountId),
    queryFn: ({ signal }) =>
      call('GET /api/twitter/accounts/:id/usage', { params: { id: accountId } }, { signal }),
  });
}
