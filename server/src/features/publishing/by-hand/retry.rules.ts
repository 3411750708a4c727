import type { FailureCode, PostStatus } from '@drumbeat/contract/posts/posts.ts';
import { X_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { type ShownHold, type ShownStatus, wireStatus } from '../../post/post-words.rules.ts';

export type RetryState = {
  status: ShownStatus;
  retryCount: number;
  errorCode: FailureCode | null;
  errorMessage: string | null;
  holdReason: ShownHold | null;
};

export type RetryAnswer = {
  success: boolean;
  status: PostStatus;
  retryCount: number;
  code: FailureCode | typeof X_RATE_LIMITED | null;
  message: string;
};

/** Whether posts can be retried through an account: it is connected, and X still accepts its grant. */
export function canRetryThrough(
  account: { disconnectedAt: Date | null; needsReconnect: boolean } | undefined,
): boolean {
  return account !== undefined && account.disconnectedAt === null && !account.needsReconnect;
}

/** The answer to a retry, by the post's current state. */
export function retryAnswer(post: RetryState): RetryAnswer {
  const status = wireStatus(post.status);
  const base = { status, retryCount: post.retryCount };
  if (status === 'Posted') return { ...base, success: true, code: null, message: 'Posted.' };
  if (status === 'Failed') {
    const duplicate = post.errorCode === 'DUPLICATE_TWEET';
    const message = duplicate
      ? 'You cannot post the same tweet twice.'
      : (post.errorMessage ?? 'The post failed again.');
    return { ...base, success: false, code: post.errorCode, message };
  }
  if (post.holdReason === 'rate_limited') {
    const message = 'You have hit the Twitter rate limit. Please try again later.';
    return { ...base, success: false, code: X_RATE_LIMITED, message };
  }
  return { ...base, success: true, code: null, message: 'The post is queued and will go out in a moment.' };
}
