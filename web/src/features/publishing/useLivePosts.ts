import type { PostStatusEvent } from '@drumbeat/contract/publishing.ts';
import type { PersonChange } from '@drumbeat/contract/stream-events.ts';
import { useEffect, useState } from 'react';
import { invalidate, queryClient, userQuery } from '../../api/query.ts';
import { refreshAfterAccountChange, rememberStop } from '../accounts/accounts.query.ts';
import { refreshAfterPlanChange } from '../billing/subscription.query.ts';
import { changePosts, findPost, refreshPosts } from '../posts/posts.query.ts';
import { LiveStream } from './live-stream.ts';
import { applyEventToList } from './status.rules.ts';

/** Details that an event does not carry (times, hold reasons) are fetched after this long without events. */
const QUIET_MS = 1_500;
/** Changes that come within this time are read together. */
const GATHER_MS = 200;
/** So often what is on its way is waited for: 5 seconds. */
const MOST_WAITS = 25;

const words = {
  Pending: 'waits for its time',
  Processing: 'is going out now',
  Posted: 'is on X',
  Failed: 'failed',
} as const satisfies Record<PostStatusEvent['status'], string>;

/** What is read again after each kind of change, and after a gap. */
const readAgain: Record<PersonChange | 'gap', () => Promise<unknown>> = {
  async plan_changed() {
    await invalidate('GET /api/user');
    await refreshAfterPlanChange();
  },
  accounts_changed: refreshAfterAccountChange,
  posts_changed: () =>
    invalidate(
      'GET /api/posts',
      'GET /api/twitter/accounts/:id/usage',
      'POST /api/check-scheduling-eligibility',
    ),
  /** Posts whose clock times change are told as posts. */
  settings_changed: () => invalidate('GET /api/user'),
  gap: () => Promise.all([readAgain.plan_changed(), invalidate('GET /api/twitter/accounts/:id/usage')]),
};

/**
 * Gathers for a moment what is to be read again, because changes come in bursts. While something of this page is on its
 * way to the server it waits: an answer from before would take back what the page already shows.
 */
function createReader() {
  const wanted = new Set<keyof typeof readAgain>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = 0;
  function read(): void {
    timer = undefined;
    if (queryClient.isMutating() > 0 && waits < MOST_WAITS) {
      plan();
      return;
    }
    const kinds = wanted.has('gap') ? (['gap'] as const) : [...wanted];
    wanted.clear();
    waits = 0;
    for (const kind of kinds) void readAgain[kind]();
  }
  function plan(): void {
    waits += 1;
    timer ??= setTimeout(read, GATHER_MS);
  }
  return {
    want(kind: keyof typeof readAgain): void {
      wanted.add(kind);
      if (timer === undefined) plan();
    },
    stop: () => clearTimeout(timer),
  };
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
    const reader = createReader();
    const stream = new LiveStream({
      onFirstOpen: () => void catchUpWithPlan(),
      onGap: () => reader.want('gap'),
      onChange: reader.want,
      onStop: rememberStop,
      onEvent: (event) => {
        const before = findPost(event.id);
        changePosts((posts) => applyEventToList(posts, event));
        const post = findPost(event.id);
        // Some things are told twice or late; what changes nothing on the page is no news.
        if (post && post.status !== before?.status)
          setNews(`The post “${post.content.slice(0, 40).trim()}…” ${words[post.status]}.`);
        clearTimeout(timer);
        timer = setTimeout(() => void refreshPosts(), QUIET_MS);
      },
    });
    stream.start();
    return () => {
      clearTimeout(timer);
      reader.stop();
      stream.stop();
    };
  }, []);
  return news;
}
