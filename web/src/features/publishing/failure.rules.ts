import type { FailureCode } from '@drumbeat/contract/posts/failure-codes.ts';
import type { HoldReason, Post } from '@drumbeat/contract/posts/posts.ts';
import { X_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import type { RetryAnswer } from '../post/status.rules.ts';
import { publishingStrings } from './publishing.strings.ts';

/** For failures without a message from the server: what went wrong, and what helps. */
const wordless = {
  AUTH_EXPIRED: 'X no longer lets Drumbeat post for this account. Reconnect it, then retry.',
  DUPLICATE_TWEET:
    'X refused this post because you posted the same text recently. Change a few words and retry.',
  OUTCOME_UNKNOWN: 'X never confirmed this post. Check your timeline, and retry only if it is not there.',
  X_CREDITS: 'X is not accepting posts from us right now. Retry later.',
  X_REFUSED: 'X refused this post and gave no reason. Change it and retry.',
  X_UNAVAILABLE: 'X did not accept the post. It may be having trouble; retry later.',
} as const satisfies Record<FailureCode, string>;

/** Why a post failed and what to do next: the server's message if there is one. */
export function failureText(post: Pick<Post, 'errorCode' | 'errorMessage'>): string {
  return (
    post.errorMessage?.trim() ||
    (post.errorCode && wordless[post.errorCode]) ||
    "X didn't accept this post and gave no reason. Retry it, or change the text."
  );
}

/** Why a pending post waits, as text. */
export const holdWords = {
  paused: 'Waiting: posts are paused',
  disconnected: 'Waiting: the X account is disconnected',
  rate_limited: 'Waiting: X limits how often this account may post',
  subscription: 'Waiting: no active subscription',
  unanswered: 'Waiting: X didn’t answer several times, so we try again within the hour',
  restored: 'Waiting: checking what is already on X',
} as const satisfies Record<HoldReason, string>;

/** Why this post waits; null if nothing holds it. A limit of X only holds posts due before `limitedUntil`. */
export function heldText(
  post: Pick<Post, 'status' | 'holdReason' | 'scheduledTime'>,
  limitedUntil: string | null,
): string | null {
  if (post.status !== 'Pending' || post.holdReason === null) return null;
  const isAfter = limitedUntil !== null && Date.parse(post.scheduledTime) > Date.parse(limitedUntil);
  return post.holdReason === 'rate_limited' && isAfter ? null : holdWords[post.holdReason];
}

type RetryNews = { tone: 'success' | 'info' | 'error'; text: string };

/** The result of a retry, for a toast. */
export function retryNews(answer: Pick<RetryAnswer, 'status' | 'code' | 'message'>): RetryNews {
  if (answer.status === 'Posted') return { tone: 'success', text: 'The post is on X.' };
  if (answer.code === 'DUPLICATE_TWEET') return { tone: 'error', text: publishingStrings.duplicate };
  if (answer.code === X_RATE_LIMITED) return { tone: 'error', text: publishingStrings.rateLimit };
  if (answer.status === 'Failed') {
    return { tone: 'error', text: answer.message || 'The post failed again. Nothing was published.' };
  }
  return { tone: 'info', text: 'The post is queued again and will go out in a moment.' };
}
