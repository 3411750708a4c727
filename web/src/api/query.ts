/**
 * Server state. One query client; every key in `queryKeys`; the signed-in user through `useUser`
 * (may be absent) or `useCurrentUser` (below the guard, always there).
 * A query that fails with a 4xx is not repeated; others are, twice.
 */
import type { Session } from '@drumbeat/contract/auth.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { clearToken, type SessionEnd, setToken, useToken } from './session.ts';

/** All keys. What lies under a key is what its call answered, untouched; derive with `select`. Those of a signed-in person die with the session (`endSession` clears the cache). */
export const queryKeys = {
  user: ['user'],
  accounts: ['accounts'],
  accountUsage: (accountId: string) => ['accounts', accountId, 'usage'],
  eligibility: (accountId?: string) => ['eligibility', accountId ?? 'all'],
  posts: (accountId?: string) => ['posts', accountId ?? 'all'],
  generation: (jobId: string) => ['generation', jobId],
  products: ['products'],
  sessions: ['sessions'],
  resetLink: (token: string) => ['reset-link', token],
  flags: ['flags'],
  twoFactorSetup: ['two-factor-setup'],
  twoFactorQr: ['two-factor-setup', 'qr'],
  niches: (query: string) => ['niches', query],
  popularNiches: ['niches', 'popular'],
  maintenance: (token: string | null) => ['maintenance', token],
  maintenanceWindows: ['maintenance windows'],
  staff: ['staff'],
  health: ['health'],
  customer: (id: string, sensitive: boolean) => ['customer', id, sensitive],
} as const;

function isOurFault(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && !isOurFault(error),
    },
    mutations: { retry: false },
  },
});

export const userQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: ({ signal }) => call('GET /api/user', {}, { signal }),
});

/** The connected X accounts, oldest first. */
export const accountsQuery = queryOptions({
  queryKey: queryKeys.accounts,
  queryFn: ({ signal }) => call('GET /api/twitter/accounts', {}, { signal }),
});

/** The signed-in user; no data for a visitor. */
export function useUser() {
  const token = useToken();
  return useQuery({ ...userQuery, enabled: token !== null });
}

/** The signed-in user on screens that the guard protects. */
export function useCurrentUser(): User {
  const { data } = useUser();
  if (!data) throw new Error('useCurrentUser is for screens behind the sign-in guard');
  return data;
}

/** Puts a user that a call returned where every screen sees it. */
export function rememberUser(user: User): void {
  queryClient.setQueryData(queryKeys.user, user);
}

export function beginSession(session: Session): void {
  queryClient.clear();
  rememberUser(session.user);
  setToken(session.token);
}

export function endSession(how: SessionEnd): void {
  queryClient.clear();
  clearToken(how);
}
