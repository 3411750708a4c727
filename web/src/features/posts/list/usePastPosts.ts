/** Posts from before the current schedule: pages for the list, and the calendar's visible range. */
import { HISTORY_MOST, historyCursor, readHistoryCursor } from '@drumbeat/contract/posts/history.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { usePages } from '../../../api/usePages.ts';
import { wholePosts } from '../../post/post-list.rules.ts';
import { postsQuery } from '../../post/posts.query.ts';

/** A range of the calendar in ms: from its first instant until the end (exclusive). */
export type Range = { from: number; until: number };

type OlderRange = { before: string; from?: string; limit?: number; enabled: boolean };
const none: readonly Post[] = [];

/** Pages of older posts before a position. They never change, because published posts do not. */
function useOlderPages(accountId: string | undefined, { before: first, from, limit, enabled }: OlderRange) {
  const query = accountId === undefined ? {} : { twitter_account_id: accountId };
  const pages = usePages('GET /api/posts', {
    first,
    input: (before) => ({ query: { ...query, before, from, limit } }),
    next: ({ earlier }) => earlier ?? null,
    apart: 'history',
    enabled,
  });
  const data = pages.isPlaceholderData ? undefined : pages.data;
  const posts = useMemo(() => data?.pages.flatMap((page) => wholePosts(page.posts)) ?? none, [data]);
  return { pages, data, posts };
}

/** The cursor of an account's older posts; undefined if there are none or the list is not loaded yet. */
export function useEarlier(accountId: string | undefined): string | undefined {
  const { data } = useQuery({
    ...postsQuery(accountId),
    enabled: false,
    select: (list) => list.earlier ?? null,
  });
  return data ?? undefined;
}

/** The older posts for the list, which loads them page by page. */
export function useEarlierPosts(accountId: string | undefined, earlier: string | undefined) {
  const { pages, data, posts } = useOlderPages(accountId, { before: earlier ?? '', enabled: false });
  const next = data ? data.pages.at(-1)?.earlier : earlier;
  return {
    posts,
    /** Posts before this instant (ms) are not loaded; null if all are. */
    since: next === undefined ? null : (readHistoryCursor(next)?.time ?? null),
    isLoading: pages.isFetching,
    error: pages.isFetching ? null : pages.error,
    /** Loads another page; resolves when it has loaded or failed. */
    more: async (): Promise<void> => {
      await (data ? pages.fetchNextPage() : pages.refetch());
    },
  };
}

/** The older posts within a range of the calendar; sends no call if none can be in it. */
export function useRangePosts(
  accountId: string | undefined,
  earlier: string | undefined,
  range: Range | null,
) {
  const end = earlier === undefined ? null : readHistoryCursor(earlier);
  const enabled = range !== null && end !== null && range.from < end.time && range.until > 0;
  const isWhole = range !== null && end !== null && range.until <= end.time;
  const { pages, posts } = useOlderPages(accountId, {
    before: isWhole ? historyCursor({ time: range.until, id: 0 }) : (earlier ?? ''),
    ...(range ? { from: new Date(Math.max(0, range.from)).toISOString() } : {}),
    limit: HISTORY_MOST,
    enabled,
  });
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = pages;
  const lacksPage = enabled && hasNextPage && !isFetching && !isError && !isPlaceholderData;
  useEffect(() => {
    if (lacksPage) void fetchNextPage();
  }, [lacksPage, fetchNextPage]);
  return {
    posts: enabled ? posts : none,
    isLoading: enabled && (isFetching || lacksPage),
    error: enabled && !isFetching ? pages.error : null,
    retry: (): void => void (hasNextPage && !isPlaceholderData ? fetchNextPage() : pages.refetch()),
  };
}
