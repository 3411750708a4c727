import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { PostStatusEvent } from '@drumbeat/contract/publishing/publishing.ts';
import type { PersonChange, PostsChange } from '@drumbeat/contract/publishing/stream-events.ts';
import { useEffect, useState } from 'react';
import { invalidate, queryClient, userQuery } from '../../api/query.ts';
import { refreshAfterAccountChange, rememberStop } from '../accounts/accounts.query.ts';
import { refreshAfterPlanChange } from '../billing/subscription.query.ts';
import { changePosts, findPost, refreshPosts, removePosts, rereadPosts } from '../post/posts.query.ts';
import { applyEventToList } from '../post/status.rules.ts';
import { LiveStream } from './live-stream.ts';

/** Details that events lack (times, hold reasons, codes) are fetched after this long without events. */
const QUIET_MS = 1_500;
/** Changes within this time are fetched together. */
const GATHER_MS = 200;
/** How often to wait for this page's own calls: 25 times 200 ms, 5 seconds in total. */
const MOST_WAITS = 25;

const words = {
  Pending: 'waits for its time',
  Processing: 'is going out now',
  Posted: 'is on X',
  Failed: 'failed',
} as const satisfies Record<PostStatusEvent['status'], string>;

/** What to refetch after each kind of change, and after a gap. `room`: posts were added or removed. */
const readAgain: Record<PersonChange | 'room' | 'gap', () => Promise<unknown>> = {
  async plan_changed() {
    await invalidate('GET /api/user');
    await refreshAfterPlanChange();
  },
  accounts_changed: refreshAfterAccountChange,
  posts_changed: () => Promise.all([refreshPosts(), readAgain.room()]),
  room: () => invalidate('GET /api/twitter/accounts/:id/usage', 'POST /api/check-scheduling-eligibility'),
  /** Posts whose local times change are reported separately, as posts. */
  settings_changed: () => invalidate('GET /api/user'),
  gap: () => Promise.all([readAgain.plan_changed(), invalidate('GET /api/twitter/accounts/:id/usage')]),
};
type Kind = keyof typeof readAgain;
/** These refetch the posts as well, so single posts need not be read in addition. */
const withPosts: readonly Kind[] = ['gap', 'plan_changed', 'accounts_changed', 'posts_changed'];

/**
 * Collects for a moment what to refetch, because changes come in bursts. Waits while this page has mutations
 * in flight: an older answer would revert optimistic updates, and the page already shows its own changes.
 */
function createReader() {
  const wanted = new Set<Kind>();
  const told: PostsChange[] = [];
  const ids = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = 0;
  let isStopped = false;
  function read(): void {
    timer = undefined;
    if (queryClient.isMutating() > 0 && waits < MOST_WAITS) {
      plan();
      return;
    }
    addAll(ids, told.splice(0).flatMap(unknownOf));
    const kinds: Kind[] = wanted.has('gap') ? ['gap'] : [...wanted];
    const single = kinds.some((kind) => withPosts.includes(kind)) ? [] : [...ids];
    wanted.clear();
    ids.clear();
    waits = 0;
    for (const kind of kinds) void readAgain[kind]();
    if (single.length > 0) void rereadPosts(single).then(wantPosts);
  }
  function plan(): void {
    // An answer may come after the page was left.
    if (isStopped) return;
    waits += 1;
    timer ??= setTimeout(read, GATHER_MS);
  }
  function wantPosts(more: readonly string[]): void {
    if (more.length === 0) return;
    addAll(ids, more);
    if (timer === undefined) plan();
  }
  return {
    want(kind: Kind, posts: PostsChange = {}): void {
      if (kind === 'posts_changed' && posts.at !== undefined) {
        told.push(posts);
        if (posts.came || posts.gone) wanted.add('room');
      } else wanted.add(kind);
      if (timer === undefined) plan();
    },
    wantPosts,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function addAll<T>(to: Set<T>, more: readonly T[]): void {
  for (const one of more) to.add(one);
}

/** Removes deleted posts, and returns the ids of changed posts that the page shows in an older state. */
function unknownOf({ at = '', came = [], changed = [], gone = [] }: PostsChange): string[] {
  const isNewer = (post: Post | undefined, by: number): boolean =>
    post !== undefined && Date.parse(post.updatedAt) >= Date.parse(at) + by;
  // A post that was restored meanwhile has a later `updatedAt`.
  removePosts(gone.filter((id) => !isNewer(findPost(id), 1)));
  return [...came, ...changed].filter((id) => !isNewer(findPost(id), 0));
}

/** A new stream covers the last minute; half of that allows for clock differences and long transactions. */
const TOLD_MS = 30_000;

/** Refetches the user if it is too old for that, and the rest only if their plan has changed. */
async function catchUpWithPlan(): Promise<void> {
  const status = () => queryClient.getQueryData(userQuery.queryKey)?.subscriptionStatus;
  const readAt = queryClient.getQueryState(userQuery.queryKey)?.dataUpdatedAt ?? 0;
  if (Date.now() - readAt < TOLD_MS) return;
  const before = status();
  await invalidate('GET /api/user');
  if (status() !== before) await refreshAfterPlanChange();
}

/** Updates the lists from the stream; returns the latest change as text for a live region. */
export function useLivePosts(): string {
  const [news, setNews] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = new Set<string>();
    const reader = createReader();
    // For posts being published or published, the event already carries everything that is shown.
    function readHeard(): void {
      const lacking = [...heard].filter((id) => ['Pending', 'Failed'].includes(findPost(id)?.status ?? ''));
      heard.clear();
      reader.wantPosts(lacking);
    }
    const stream = new LiveStream({
      onFirstOpen: () => void catchUpWithPlan(),
      onGap: () => reader.want('gap'),
      onChange: reader.want,
      onStop: rememberStop,
      onEvent: (event) => {
        const before = findPost(event.id);
        changePosts((posts) => applyEventToList(posts, event));
        const post = findPost(event.id);
        // Some events come twice or late; only announce actual changes.
        if (post && post.status !== before?.status)
          setNews(`The post “${post.content.slice(0, 40).trim()}…” ${words[post.status]}.`);
        heard.add(event.id);
        clearTimeout(timer);
        timer = setTimeout(readHeard, QUIET_MS);
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
