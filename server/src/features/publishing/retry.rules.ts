import { asPostStatus } from '@drumbeat/contract/posts.rules.ts';
import type { PostStatus } from '@drumbeat/contract/posts.ts';

export type RetryState = {
  status: string;
  retryCount: number;
  errorCode: string | null;
  errorMessage: string | null;
  holdReason: string | null;
};

export function wireStatus(status: string): PostStatus {
  return asPostStatus(status);
}

/** What a retry answers, by where the post stands now. */
export function retryAnswer(post: RetryState): {
  success: boolean;
  status: PostStatus;
  retryCount: number;
  code: string | null;
  message: string;
} {
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
    return { ...base, success: false, code: 'RATE_LIMIT', message };
  }
  return { ...base, success: true, code: null, message: 'The post is queued and will go out in a moment.' };
}
