import { RESEND_WAIT_SECONDS } from '@drumbeat/contract/auth.rules.ts';
import type { Limit } from '../../platform/rate-limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Failed sign-ins of one account from one address. A sign-in that succeeds forgets those before it. */
export const failedSignIns: Limit = { name: 'sign-in', points: 10, seconds: 15 * 60 };

/** Sign-ups from one address; generous, for offices and classrooms share one. */
export const signUpsByAddress: Limit = { name: 'sign-up', points: 30, seconds: 60 * 60 };

const VERIFICATION_MAILS_AN_HOUR = 5;
/** How far back mails count towards the limit. */
export const VERIFICATION_WINDOW_MS = HOUR;

/** A session ends a week after it began, however it was used. */
export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + 7 * DAY);
}

export function verificationEnd(now: Date): Date {
  return new Date(now.getTime() + DAY);
}

/** Before this, ended sessions and tokens are forgotten; until then an old link can still be explained. */
export function forgetBefore(now: Date): Date {
  return new Date(now.getTime() - 30 * DAY);
}

/** Seconds to wait until the next verification mail, given when the last hour's were sent; 0 when it may go now. */
export function secondsUntilNextMail(sent: readonly Date[], now: Date): number {
  const newestFirst = sent.map((date) => date.getTime()).sort((a, b) => b - a);
  const newest = newestFirst[0];
  const fifth = newestFirst[VERIFICATION_MAILS_AN_HOUR - 1];
  const waits = [
    newest === undefined ? 0 : newest + RESEND_WAIT_SECONDS * 1000 - now.getTime(),
    fifth === undefined ? 0 : fifth + VERIFICATION_WINDOW_MS - now.getTime(),
  ];
  return Math.max(0, Math.ceil(Math.max(...waits) / 1000));
}
