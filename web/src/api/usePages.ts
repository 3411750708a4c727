import type { CallInput, CallName, CallOutput } from '@drumbeat/contract/calls.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type CallArguments, call } from './client.ts';
import { keyOf, optionsOf } from './query.ts';

type Pages<N extends CallName, P> = {
  /** The parameter of the first page. */
  first: P;
  /** The call's input for a page. */
  input: (page: P) => CallInput<N>;
  /** The page after an answer; null if it was the last. */
  next: (answer: CallOutput<N>) => P | null;
  enabled?: boolean;
  /**
   * A separate cache key: invalidating the call does not refetch these pages, and they never become stale.
   */
  apart?: string;
};

/**
 * A paged call, for a list with 'Load more'. It is the only use of an infinite query, because it marks refetches of
 * pages as background, so that they do not extend a staff session.
 *
 *     usePages('GET /api/admin/users/:id/posts', { first: 1, input: (page) => ({ params, query: { page } }), next: ({ nextPage }) => nextPage })
 */
export function usePages<N extends CallName, P>(
  name: N,
  { first, input, next, enabled = true, apart }: Pages<N, P>,
) {
  return useInfiniteQuery({
    queryKey: apart ? [`${name} ${apart}`, input(first), 'pages'] : [...keyOf(name, input(first)), 'pages'],
    queryFn: (context): Promise<CallOutput<N>> =>
      call<N>(name, ...([input(context.pageParam as P), optionsOf(context)] as unknown as CallArguments<N>)),
    initialPageParam: first,
    getNextPageParam: (answer: CallOutput<N>) => next(answer),
    placeholderData: keepPreviousData,
    ...(apart ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    enabled,
  });
}

/**
 * The rows of all pages, each once. Pages are counted by rows: where one is added between two reads, the last row of a
 * page is also the first of the next.
 *
 *     const rows = rowsOf(list.data?.pages, ({ posts }) => posts)
 */
export function rowsOf<A, R extends { id: string }>(
  pages: readonly A[] | undefined,
  rows: (page: A) => readonly R[],
): R[] | undefined {
  if (!pages) return undefined;
  return [...new Map(pages.flatMap(rows).map((row) => [row.id, row])).values()];
}
