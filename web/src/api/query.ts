/**
 * Server state: one query client, whose cache keys come from calls (`keyOf`, `queryOf`). The signed-in user
 * is available from `useUser` (may be absent) and `useCurrentUser` (always present behind the guard). Queries
 * that fail with a 4xx are not retried, except for timeouts; others are retried twice.
 */
import type { Session } from '@drumbeat/contract/auth/auth.ts';
import type { CallInput, CallName, CallOutput } from '@drumbeat/contract/calls.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import {
  type DataTag,
  hashKey,
  type Query,
  QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { dropAllDrafts } from '../base/keep.ts';
import { type CallArguments, type CallOptions, call } from './client.ts';
import { forgetEarly } from './early-calls.ts';
import { ApiError } from './errors.ts';
import type { LastAnswers } from './last-answers.ts';
import { clearToken, type SessionEnd, setToken } from './session.ts';
import { useToken } from './useToken.ts';

/** Garbage-collected with their query, which ends with the session. */
const kept = new WeakMap<Query, LastAnswers>();

/** The last answers of the query under this key. */
function lastAnswersOf(client: QueryClient, queryKey: readonly unknown[]): LastAnswers {
  const query = client.getQueryCache().get(hashKey(queryKey));
  const known = query && kept.get(query);
  if (known) return known;
  const answers: LastAnswers = new Map();
  if (query) kept.set(query, answers);
  return answers;
}

/** A call's cache key: its name, then its input. Without an input, the prefix of all keys of that call. */
export function keyOf<N extends CallName>(name: N, input?: CallInput<N>): CallKey<N> {
  return (input === undefined ? [name] : [name, input]) as unknown as CallKey<N>;
}

type CallKey<N extends CallName> = DataTag<readonly unknown[], CallOutput<N>, Error>;

/** A call as a query: `useQuery(queryOf('GET /api/user'))`. The cache holds the answer unchanged. */
export function queryOf<N extends CallName>(name: N, ...[input]: CallArguments<N>) {
  return queryOptions({
    queryKey: keyOf(name, input),
    queryFn: (context): Promise<CallOutput<N>> =>
      call<N>(name, ...([input, optionsOf(context)] as unknown as CallArguments<N>)),
  });
}

type Reading = {
  client: QueryClient;
  queryKey: readonly unknown[];
  signal: AbortSignal;
  pageParam?: unknown;
};

/**
 * Options for a query's call. Refetches (by interval, on focus, or after a change, whose own call already
 * counted as activity) are marked as background, and send an ETag so that unchanged data is not sent again.
 */
export function optionsOf({ client, queryKey, signal, pageParam }: Reading): CallOptions {
  const known = client.getQueryData<{ pageParams?: unknown[] }>(queryKey);
  const isNewPage = known?.pageParams !== undefined && !known.pageParams.includes(pageParam);
  const background = known !== undefined && !isNewPage;
  return { signal, background, last: lastAnswersOf(client, queryKey) };
}

/** Refetches these calls, whatever their input; resolves when those on screen have been refetched. */
export async function invalidate(...names: readonly CallName[]): Promise<void> {
  forgetEarly(...names);
  await Promise.all(names.map((name) => readAgain({ queryKey: keyOf(name) })));
}

/**
 * Refetches active queries and marks the others stale. A first fetch in flight may predate the change, but
 * the cache would accept its answer as new, so it is replaced; its callers get the new answer.
 */
function readAgain(filter: { queryKey: readonly unknown[] }): Promise<void> {
  const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
  // Silent and not awaited: the replacing fetch starts in the same tick.
  void queryClient.cancelQueries(
    { ...filter, type: 'active', predicate: isFirstRead },
    { silent: true, revert: false },
  );
  return queryClient.invalidateQueries(filter);
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
    mutations: { retry: false },
  },
});

/** Counts updates of the user by calls, so that a fetch started before the latest does not overwrite it. */
let userNews = 0;

const userRead = queryOf('GET /api/user');
export const userQuery = queryOptions({
  queryKey: userRead.queryKey,
  queryFn: async (context): Promise<User> => {
    const before = userNews;
    const read = await call('GET /api/user', {}, optionsOf(context));
    return before === userNews ? read : (queryClient.getQueryData(userRead.queryKey) ?? read);
  },
});

/** The connected X accounts, oldest first. */
export const accountsQuery = queryOf('GET /api/twitter/accounts');

/** The signed-in user; `data` is undefined for a visitor. */
export function useUser() {
  const token = useToken();
  return useQuery({ ...userQuery, enabled: token !== null });
}

/** The signed-in user, on screens behind the guard. */
export function useCurrentUser(): User {
  const { data } = useUser();
  if (!data) throw new Error('useCurrentUser is for screens behind the sign-in guard');
  return data;
}

/** Caches a user that a call returned, so that every screen shows it. */
export function rememberUser(user: User): void {
  userNews += 1;
  forgetEarly('GET /api/user');
  queryClient.setQueryData(userQuery.queryKey, user);
}

export function beginSession(session: Session): void {
  queryClient.clear();
  dropAllDrafts({ but: session.user.id });
  rememberUser(session.user);
  setToken(session.token);
}

/** Ends the session in this tab. Drafts are kept for the person's return, unless they signed out. */
export function endSession(how: SessionEnd): void {
  queryClient.clear();
  if (how === 'signed-out') dropAllDrafts();
  clearToken(how);
}
