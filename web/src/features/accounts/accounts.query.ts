import type { XAccount } from '@drumbeat/contract/accounts.ts';
import type { PublishingStopEvent } from '@drumbeat/contract/stream-events.ts';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery, invalidate, queryClient } from '../../api/query.ts';

export function useAccounts() {
  return useQuery({ ...accountsQuery, select: (list) => list.accounts });
}

/** Puts a changed account into the list on screen. */
export function rememberAccount(account: XAccount): void {
  queryClient.setQueryData(accountsQuery.queryKey, (list) => {
    if (!list) return list;
    const others = account.selected
      ? list.accounts.map((one) => ({ ...one, selected: false }))
      : list.accounts;
    return { accounts: others.map((one) => (one.id === account.id ? account : one)) };
  });
}

/** Shows on every account that X takes no posts from anybody (`since`), or takes them again (null). */
export function rememberStop({ since }: PublishingStopEvent): void {
  queryClient.setQueryData(
    accountsQuery.queryKey,
    (list) => list && { accounts: list.accounts.map((account) => ({ ...account, stopped_since: since })) },
  );
}

/** Refetches all that may change when an account is connected, disconnected or reconnected. */
export async function refreshAfterAccountChange(): Promise<void> {
  await invalidate(
    'GET /api/twitter/accounts',
    'GET /api/twitter/accounts/:id/usage',
    'GET /api/user',
    'POST /api/check-scheduling-eligibility',
    'GET /api/posts',
  );
}
