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
};

/**
 * A call that answers page by page, for a list with 'Load more'. The one use of an infinite query: pages that are read
 * again are marked as background, so that they do not keep a session of staff alive.
 *
 *     usePages('GET /api/admin/users/:id/posts', { first: 1, input: (page) => ({ params, query: { page } }), next: ({ nextPage }) => nextPage })
 */
export function usePages<N extends CallName, P>(
  name: N,
  { first, input, next, enabled = true }: Pages<N, P>,
) {
  return useInfiniteQuery({
    queryKey: [...keyOf(name, input(first)), 'pages'],
    queryFn: (context): Promise<CallOutput<N>> =>
      call<N>(name, ...([input(context.pageParam as P), optionsOf(context)] as unknown as CallArguments<N>)),
    initialPageParam: first,
    getNextPageParam: (answer: CallOutput<N>) => next(answer),
    placeholderData: keepPreviousData,
    enabled,
  });
}
