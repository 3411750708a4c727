import { RESEND_WAIT_SECONDS, RESET_LINK_MINUTES } from '@drumbeat/contract/auth.rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@drumbeat/contract/time.ts';

const VERIFICATION_MAILS_AN_HOUR = 5;
/** How far back mails count towards the limit. */
export const VERIFICATION_WINDOW_MS = HOUR_MS;

/** A session ends a week after it began, whether used or not. */
export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + 7 * DAY_MS);
}

export function verificationEnd(now: Date): Date {
  return new Date(now.getTime() + DAY_MS);
}

export function resetEnd(now: Date): Date {
  return new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE_MS);
}

/** The last use of a session is written only if the stored one is before this instant, not on every call. */
export function seenBefore(now: Date): Date {
  return new Date(now.getTime() - 5 * MINUTE_MS);
}

/** Seconds until the next verification email may go, given when those of the last hour were sent; 0 if now. */
export function secondsUntilNextMail(sent: readonly Date[], now: Date): number {
  const newestFirst = sent.map((date) => date.getTime()).sort((a, b) => b - a);
  const newest = newestFirst[0];
  const oldestCounted = newestFirst[VERIFICATION_MAILS_AN_HOUR - 1];
  const waits = [
    newest === undefined ? 0 : newest + RESEND_WAIT_SECONDS * 1000 - now.getTime(),
    oldestCounted === undefined ? 0 : oldestCounted + VERIFICATION_WINDOW_MS - now.getTime(),
  ];
  return Math.max(0, Math.ceil(Math.max(...waits) / 1000));
}
