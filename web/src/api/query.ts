/**
 * Server state. One query client; a call yields its key (`keyOf`, `queryOf`); the signed-in user through `useUser`
 * (may be absent) or `useCurrentUser` (below the guard, always there).
 * A query that fails with a 4xx is not repeated; others are, twice.
 */
import type { Session } from '@drumbeat/contract/auth.ts';
import type { CallInput, CallName, CallOutput } from '@drumbeat/contract/calls.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { type DataTag, type Query, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { dropAllDrafts } from '../base/keep.ts';
import { type CallArguments, type CallOptions, call } from './client.ts';
import { forgetEarly } from './early-calls.ts';
import { ApiError } from './errors.ts';
import { lastAnswersOf } from './query-answers.ts';
import { clearToken, type SessionEnd, setToken } from './session.ts';
import { useToken } from './useToken.ts';

/** The cache key of a call: its name, then its input. Without an input it is the beginning of every key of that call. */
export function keyOf<N extends CallName>(name: N, input?: CallInput<N>): CallKey<N> {
  return (input === undefined ? [name] : [name, input]) as unknown as CallKey<N>;
}
type CallKey<N extends CallName> = DataTag<readonly unknown[], CallOutput<N>, Error>;

/** A call as a query: `useQuery(queryOf('GET /api/user'))`. What lies under its key is the answer, untouched. */
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
 * The options of a query's call. Reading again what is there already is background work: by an interval, on focus, or
 * after a change, whose own call has counted. What has not changed is not sent again.
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
 * Refetches what is on screen, and marks the rest. A first read that is under way may be older than the change: the query
 * cache would take its answer for the new one, so it is replaced, and whoever waits for it gets the new answer.
 */
function readAgain(filter: { queryKey: readonly unknown[] }): Promise<void> {
  const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
  // Silently, and not awaited: the fetch that takes its place begins in the same turn.
  void queryClient.cancelQueries(
    { ...filter, type: 'active', predicate: isFirstRead },
    { silent: true, revert: false },
  );
  return queryClient.invalidateQueries(filter);
}

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

/** Counts what calls told us of the user, so that a read which began before the last of them does not undo it. */
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

/** Stores a user that a call returned, so that every screen shows it. */
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

/** Ends the session in this tab. What somebody typed waits for their return, unless they signed out. */
export function endSession(how: SessionEnd): void {
  queryClient.clear();
  if (how === 'signed-out') dropAllDrafts();
  clearToken(how);
}
