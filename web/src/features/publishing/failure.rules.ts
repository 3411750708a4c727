import type { HoldReason, Post } from '@drumbeat/contract/posts.ts';
import { publishingStrings } from './publishing.strings.ts';
import type { RetryAnswer } from './status.rules.ts';

/** What went wrong with a post, and what helps. */
export type Failure = { what: string; next: string };

const knownFailures: Record<string, Failure> = {
  DUPLICATE_TWEET: {
    what: 'X refused it because this account already posted the same text.',
    next: 'Change a word, then retry.',
  },
  AUTH_EXPIRED: {
    what: 'X no longer lets Drumbeat post to this account.',
    next: 'Reconnect the account, then retry.',
  },
  RATE_LIMIT: { what: 'X limits how often this account may post.', next: 'Retry in a while.' },
  PAYMENT_REQUIRED: {
    what: 'X did not accept the post because of a billing problem between Drumbeat and X.',
    next: 'Nothing is wrong with your post. Retry later.',
  },
  TOO_LONG: { what: 'X found the text too long.', next: 'Shorten it, then retry.' },
};

/** Why a failed post failed, in words. An unknown code is told in X's own words. */
export function failureOf(post: Pick<Post, 'errorCode' | 'errorMessage'>): Failure {
  const known = post.errorCode === null ? undefined : knownFailures[post.errorCode];
  if (known) return known;
  const reason = post.errorMessage?.trim();
  return reason
    ? { what: /[.!?]$/.test(reason) ? reason : `${reason}.`, next: 'Retry, or change the post.' }
    : { what: 'X did not accept the post and gave no reason.', next: 'Retry, or change the post.' };
}

/** Why a pending post waits, in words. */
export const holdWords = {
  paused: 'Waiting: posts are paused',
  disconnected: 'Waiting: the X account is disconnected',
  rate_limited: 'Waiting: X limits how often this account may post',
  subscription: 'Waiting: no active subscription',
} as const satisfies Record<HoldReason, string>;

type RetryNews = { tone: 'success' | 'info' | 'error'; text: string };

/** What a retry came to, for a toast. */
export function retryNews(answer: Pick<RetryAnswer, 'status' | 'code' | 'message'>): RetryNews {
  if (answer.status === 'Posted') return { tone: 'success', text: 'The post is on X.' };
  if (answer.code === 'DUPLICATE_TWEET') return { tone: 'error', text: publishingStrings.duplicate };
  if (answer.code === 'RATE_LIMIT') return { tone: 'error', text: publishingStrings.rateLimit };
  if (answer.status === 'Failed') {
    return { tone: 'error', text: answer.message || 'The post failed again. Nothing was published.' };
  }
  return { tone: 'info', text: 'The post is queued again and goes out in a moment.' };
}
