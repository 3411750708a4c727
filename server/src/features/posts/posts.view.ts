import { asPostStatus } from '@drumbeat/contract/posts.rules.ts';
import type { HoldReason, Post } from '@drumbeat/contract/posts.ts';
import type { PostRecord } from './posts.types.ts';

/** The person's own switch over all accounts shows as what it is: a pause. */
function shownHold(reason: string | null): HoldReason | null {
  return reason === 'paused_all' ? 'paused' : (reason as HoldReason | null);
}

export function postView(post: PostRecord, tweetUrl: (tweetId: string) => string): Post {
  return {
    id: String(post.id),
    content: post.content,
    scheduledTime: post.scheduledAt.toISOString(),
    scheduledTimeLocal: post.scheduledLocal,
    status: asPostStatus(post.status),
    retryCount: post.retryCount,
    twitterAccountId: String(post.accountId),
    holdReason: post.status === 'pending' ? shownHold(post.holdReason) : null,
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
