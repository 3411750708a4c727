import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { mergeStatus, readStatus } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { PostStatusEvent } from '@drumbeat/contract/publishing/publishing.ts';
import { X_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';

/**
 * Chooses between the status on screen and one that the server wrote at `updatedAt`. The later one wins, at
 * the same moment the higher rank; Posted is never reverted.
 */
function later(shown: Post, told: { status: Post['status']; updatedAt: string }): Post['status'] {
  const [at, then] = [Date.parse(told.updatedAt), Date.parse(shown.updatedAt)];
  if (told.status === 'Posted' || shown.status === 'Posted') return 'Posted';
  if (at < then) return shown.status;
  return at > then ? told.status : mergeStatus(shown.status, told.status);
}

/** A post after an event of the live stream; the same object if the page shows something newer. */
function applyEvent(post: Post, event: PostStatusEvent): Post {
  const told = readStatus(event.status);
  const status = later(post, { ...event, status: told });
  if (status !== told) return post;
  return {
    ...post,
    status,
    updatedAt: Date.parse(event.updatedAt) > Date.parse(post.updatedAt) ? event.updatedAt : post.updatedAt,
    retryCount: event.retryCount,
    tweetUrl: event.tweetUrl ?? post.tweetUrl,
    errorMessage: event.errorMessage,
    holdReason: status === 'Pending' ? post.holdReason : null,
  };
}

/** The list after an event; the same array if the event concerns none of its posts. */
export function applyEventToList(posts: Post[], event: PostStatusEvent): Post[] {
  const index = posts.findIndex((post) => post.id === event.id);
  const post = posts[index];
  if (!post) return posts;
  const after = applyEvent(post, event);
  return after === post ? posts : posts.with(index, after);
}

/**
 * Merges a fetched list into the one on screen, because an answer may have left the server before an event
 * that has already arrived. The later row wins, at the same moment the higher rank; only Posted is never
 * reverted.
 */
export function syncPosts(shown: readonly Post[] | undefined, fetched: readonly Post[]): Post[] {
  const before = new Map(shown?.map((post) => [post.id, post]));
  return fetched.map(asKnown).map((post) => {
    const known = before.get(post.id);
    if (!known) return post;
    if (later(known, post) === post.status) return post;
    const { status, updatedAt } = known;
    return { ...post, status, updatedAt, tweetUrl: post.tweetUrl ?? known.tweetUrl };
  });
}

/** The post with its status mapped to one of the four known ones. */
function asKnown(post: Post): Post {
  const status = readStatus(post.status);
  return status === post.status ? post : { ...post, status };
}

export type RetryAnswer = CallOutput<'POST /api/posts/:id/retry'>;

/** A post after the answer to a retry: the answer replaces the status, whatever its rank, except Posted. */
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
