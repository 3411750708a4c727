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
