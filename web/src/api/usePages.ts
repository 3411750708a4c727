import type { CallInput, CallName, CallOutput } from '@drumbeat/contract/calls.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type CallArguments, call } from './client.ts';
import { keyOf, optionsOf } from './query.ts';

type Pages<N extends CallName, P> = {
  /** Which page is the first. */
  first: P;
  /** What the call takes for a page. */
  input: (page: P) => CallInput<N>;
  /** Which page follows an answer; null where it is the last. */
  next: (answer: CallOutput<N>) => P | null;
  enabled?: boolean;
  /** Keeps these pages under a key of their own: what reads the call's other answers again leaves them alone, for good. */
  apart?: string;
};

/**
 * A call that answers page by page, for a list with 'Load more'. The one use of an infinite query: pages that are read
 * again are marked as background, so that they do not keep a session of staff alive.
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
