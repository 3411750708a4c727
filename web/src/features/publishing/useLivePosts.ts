import type { PostStatusEvent } from '@drumbeat/contract/publishing.ts';
import { useEffect, useState } from 'react';
import { invalidate, queryClient, userQuery } from '../../api/query.ts';
import { refreshAfterPlanChange } from '../billing/subscription.query.ts';
import { changePosts, findPost, refreshPosts } from '../posts/posts.query.ts';
import { LiveStream } from './live-stream.ts';
import { applyEventToList } from './status.rules.ts';

/** Details that an event does not carry (times, hold reasons) are fetched after this long without events. */
const QUIET_MS = 1_500;

const words = {
  Pending: 'waits for its time',
  Processing: 'is going out now',
  Posted: 'is on X',
  Failed: 'failed',
} as const satisfies Record<PostStatusEvent['status'], string>;

/** Reads the person again, and all that depends on their plan. */
async function refreshPlanAndPosts(): Promise<void> {
  await invalidate('GET /api/user');
  await refreshAfterPlanChange();
}

/** Reads the person again, and the rest only if their plan is another than a moment ago. */
async function catchUpWithPlan(): Promise<void> {
  const status = () => queryClient.getQueryData(userQuery.queryKey)?.subscriptionStatus;
  const before = status();
  await invalidate('GET /api/user');
  if (status() !== before) await refreshAfterPlanChange();
}

/** Updates the lists from the stream; returns the latest change in words, for a live region. */
export function useLivePosts(): string {
  const [news, setNews] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stream = new LiveStream({
      onFirstOpen: () => void catchUpWithPlan(),
      onGap: () => void refreshPlanAndPosts(),
      onPlanChange: () => void refreshPlanAndPosts(),
      onEvent: (event) => {
        const post = findPost(event.id);
        if (post) setNews(`The post “${post.content.slice(0, 40).trim()}…” ${words[event.status]}.`);
        changePosts((posts) => applyEventToList(posts, event));
        clearTimeout(timer);
        timer = setTimeout(() => void refreshPosts(), QUIET_MS);
      },
    });
    stream.start();
    return () => {
      clearTimeout(timer);
      stream.stop();
    };
  }, []);
  return news;
}
