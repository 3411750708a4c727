import { queryOf } from '../../api/query.ts';

/** Whether posts may be generated for this account now, and if not, why. */
export function eligibilityQuery(accountId: string | undefined) {
  return queryOf('POST /api/check-scheduling-eligibility', {
    body: accountId === undefined ? {} : { twitterAccountId: accountId },
  });
}

/** How many generations this account has left in its cycle. */
export function usageQuery(accountId: string) {
  return queryOf('GET /api/twitter/accounts/:id/usage', { params: { id: accountId } });
}
