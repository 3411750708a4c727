import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { mergeStatus, readStatus } from '@drumbeat/contract/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import type { PostStatusEvent } from '@drumbeat/contract/publishing.ts';
import { X_RATE_LIMITED } from '@drumbeat/contract/rate-limit-codes.ts';

/** A post after an event of the live stream. An event of a lower rank changes nothing. */
function applyEvent(post: Post, event: PostStatusEvent): Post {
  const told = readStatus(event.status);
  const status = mergeStatus(post.status, told);
  if (status !== told) return post;
  return {
    ...post,
    status,
    retryCount: event.retryCount,
    tweetUrl: event.tweetUrl ?? post.tweetUrl,
    errorMessage: event.errorMessage,
    holdReason: status === 'Pending' ? post.holdReason : null,
  };
}

/** The list after an event; the very same list when the event concerns no post in it. */
export function applyEventToList(posts: Post[], event: PostStatusEvent): Post[] {
  const index = posts.findIndex((post) => post.id === event.id);
  const post = posts[index];
  if (!post) return posts;
  const after = applyEvent(post, event);
  return after === post ? posts : posts.with(index, after);
}

/**
 * Merges a fetched list into the one on screen: the higher rank wins, because an answer may have left the server before
 * an event that has already arrived. A row that the server has written since then wins, whatever its rank; only
 * Posted is never undone.
 */
export function syncPosts(shown: readonly Post[] | undefined, fetched: readonly Post[]): Post[] {
  const before = new Map(shown?.map((post) => [post.id, post]));
  return fetched.map(asKnown).map((post) => {
    const known = before.get(post.id);
    if (!known) return post;
    const isNews = known.status !== 'Posted' && Date.parse(post.updatedAt) > Date.parse(known.updatedAt);
    if (isNews || mergeStatus(known.status, post.status) === post.status) return post;
    return { ...post, status: known.status, tweetUrl: post.tweetUrl ?? known.tweetUrl };
  });
}

/** A post whose status is one of the four. */
function asKnown(post: Post): Post {
  const status = readStatus(post.status);
  return status === post.status ? post : { ...post, status };
}

export type RetryAnswer = CallOutput<'POST /api/posts/:id/retry'>;

/** A post after the answer to a retry: the answer is the new baseline, whatever its rank. Posted stays Posted. */
export function applyRetry(post: Post, answer: RetryAnswer): Post {
  if (post.status === 'Posted') return post;
  return {
    ...post,
    status: answer.status,
    retryCount: answer.retryCount,
    errorCode: answer.code === X_RATE_LIMITED ? null : answer.code,
    errorMessage: answer.success ? null : answer.message,
  };
}
