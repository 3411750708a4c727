import { X_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import { OUT_OF_CREDITS } from '../../../providers/x/x.rules.ts';
import type { PublishOutcome } from '../../../providers/x/x.ts';

/** The text contains the time to the second, because X refuses a text that the account posted recently. */
export function testTweetText(now: Date): string {
  const second = now.toISOString().slice(0, 19).replace('T', ' ');
  return `Testing Drumbeat: this account is connected (${second} UTC).`;
}

const SHOWN_FOR_MS = 10 * MINUTE_MS;

/** The time for the text: the one that the person was shown if it is recent, else now. */
export function momentOfTest(shownAt: Date | undefined, now: Date): Date {
  const age = shownAt ? now.getTime() - shownAt.getTime() : -1;
  return shownAt && age >= 0 && age <= SHOWN_FOR_MS ? shownAt : now;
}

const ALL_REFUSED =
  "X is not accepting posts right now: Drumbeat's limit there is used up, for everybody. Nothing is wrong with your account. Try again later.";

/** Why X refused it, with our error code; null if it was posted or the outcome is unknown. */
export function testTweetFault(outcome: PublishOutcome): {
  code: typeof X_RATE_LIMITED | 'DUPLICATE_TWEET' | 'X_NOT_CONNECTED' | 'PROVIDER_FAILED';
  message: string;
} | null {
  switch (outcome.kind) {
    case 'posted':
    case 'unknown':
      return null;
    case 'rate_limited':
      return {
        code: X_RATE_LIMITED,
        message: 'You have hit the Twitter rate limit. Please try again later.',
      };
    case 'duplicate':
      return { code: 'DUPLICATE_TWEET', message: 'You cannot post the same tweet twice.' };
    case 'unauthorized':
      return {
        code: 'X_NOT_CONNECTED',
        message: 'X no longer lets Drumbeat post for this account. Reconnect it.',
      };
    case 'refused':
      if (outcome.status === OUT_OF_CREDITS) return { code: 'PROVIDER_FAILED', message: ALL_REFUSED };
      return { code: 'PROVIDER_FAILED', message: `X refused it: ${outcome.reason}` };
    case 'not_begun':
    case 'not_sent':
      return {
        code: 'PROVIDER_FAILED',
        message: 'X cannot be reached. Nothing was posted. Try again in a while.',
      };
  }
}
