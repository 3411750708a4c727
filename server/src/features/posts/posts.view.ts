import type { CustomerPost } from '@drumbeat/contract/posts/posts.admin.ts';
import type { ListedPost, Post } from '@drumbeat/contract/posts/posts.ts';
import type { ListedRow, PostRecord } from '../post/post.types.ts';
import { wireHold, wireStatus } from '../post/post-words.rules.ts';

export function postView(post: PostRecord, tweetUrl: (tweetId: string) => string): Post {
  return {
    id: String(post.id),
    content: post.content,
    scheduledTime: post.scheduledAt.toISOString(),
    scheduledTimeLocal: post.scheduledLocal,
    status: wireStatus(post.status),
    retryCount: post.retryCount,
    twitterAccountId: String(post.accountId),
    holdReason: post.status === 'pending' && post.holdReason ? wireHold(post.holdReason) : null,
    isPaused: post.status === 'pending' && post.isPaused,
    movedFrom: post.movedFrom?.toISOString() ?? null,
    postedAt: post.postedAt?.toISOString() ?? null,
    tweetId: post.tweetId,
    tweetUrl: post.tweetId ? tweetUrl(post.tweetId) : null,
    errorCode: post.errorCode,
    errorMessage: post.errorMessage,
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
  };
}

/**
 * Converts PostgreSQL's UTC text (`2026-11-21 09:00:00.5+00`) to ISO 8601, without creating a Date where
 * possible.
 */
function wireInstant(text: string): string {
  const isUsual = text.length >= 22 && text.length <= 26 && text.endsWith('+00') && text[10] === ' ';
  if (!isUsual) return new Date(text).toISOString();
  const fraction = text.slice(20, -3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** A post in a list. Null and false fields are omitted. */
export function listedView(row: ListedRow, tweetUrl: (tweetId: string) => string): ListedPost {
  const view: ListedPost = {
    id: String(row.id),
    content: row.content,
    scheduledTime: wireInstant(row.scheduled_at),
    scheduledTimeLocal: row.scheduled_local,
    status: wireStatus(row.status),
    retryCount: row.retry_count,
    twitterAccountId: String(row.account_id),
    createdAt: wireInstant(row.created_at),
    updatedAt: wireInstant(row.updated_at),
  };
  if (row.status === 'pending') {
    const hold = row.hold_reason && wireHold(row.hold_reason);
    if (hold) view.holdReason = hold;
    if (row.is_paused) view.isPaused = true;
  }
  if (row.moved_from !== null) view.movedFrom = wireInstant(row.moved_from);
  if (row.posted_at !== null) view.postedAt = wireInstant(row.posted_at);
  if (row.tweet_id !== null) {
    view.tweetId = row.tweet_id;
    view.tweetUrl = tweetUrl(row.tweet_id);
  }
  if (row.error_code !== null) view.errorCode = row.error_code;
  if (row.error_message !== null) view.errorMessage = row.error_message;
  return view;
}

/** A customer's post as staff see it. */
export function customerPostView(post: PostRecord, tweetUrl: (tweetId: string) => string): CustomerPost {
  const view = postView(post, tweetUrl);
  return {
    id: view.id,
    twitter_account_id: view.twitterAccountId,
    content: view.content,
    status: view.status,
    scheduled_time: view.scheduledTime,
    posted_at: view.postedAt,
    hold_reason: view.holdReason,
    retry_count: view.retryCount,
    error_code: view.errorCode,
    error_message: view.errorMessage,
    tweet_url: view.tweetUrl,
  };
}
