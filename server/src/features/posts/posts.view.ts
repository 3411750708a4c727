import type { CustomerPost } from '@drumbeat/contract/posts.admin.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import { wireHold, wireStatus } from './post-words.rules.ts';
import type { PostRecord } from './posts.types.ts';

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
