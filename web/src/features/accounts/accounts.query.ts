import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { PublishingStopEvent } from '@drumbeat/contract/publishing/stream-events.ts';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery, invalidate, queryClient } from '../../api/query.ts';

export function useAccounts() {
  return useQuery({ ...accountsQuery, select: (list) => list.accounts });
}

/** Updates a changed account in the cached list. */
export function rememberAccount(account: XAccount): void {
  queryClient.setQueryData(accountsQuery.queryKey, (list) => {
    if (!list) return list;
    const others = account.selected
      ? list.accounts.map((one) => ({ ...one, selected: false }))
      : list.accounts;
    return { accounts: others.map((one) => (one.id === account.id ? account : one)) };
  });
}

/** Updates every cached account: X accepts no posts from anyone (`since`), or accepts them again (null). */
export function rememberStop({ since }: PublishingStopEvent): void {
  queryClient.setQueryData(
    accountsQuery.queryKey,
    (list) => list && { accounts: list.accounts.map((account) => ({ ...account, stopped_since: since })) },
  );
}

/** Refetches everything that may change when an account is connected, disconnected or reconnected. */
export async function refreshAfterAccountChange(): Promise<void> {
  await invalidate(
    'GET /api/twitter/accounts',
    'GET /api/twitter/accounts/:id/usage',
    'GET /api/user',
    'POST /api/check-scheduling-eligibility',
    'GET /api/posts',
  );
}
