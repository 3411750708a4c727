import { useQuery } from '@tanstack/react-query';
import { invalidate, queryOf } from '../../api/query.ts';

/** The facts and feeds of an account. */
export function useFacts(accountId: string) {
  return useQuery(queryOf('GET /api/facts', { query: { twitterAccountId: accountId } }));
}

/** Refetches facts and feeds after a change. */
export function refreshFacts(): Promise<void> {
  return invalidate('GET /api/facts');
}
