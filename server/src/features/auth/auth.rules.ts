import { RESEND_WAIT_SECONDS, RESET_LINK_MINUTES } from '@drumbeat/contract/auth.rules.ts';
import type { Limit } from '../../platform/rate-limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The queue that emails links to set a new password. */
export const RESET_QUEUE = 'auth.send-reset-link';

/** Failed sign-ins of one account from one network. A successful sign-in resets them. */
export const failedSignIns: Limit = { name: 'sign-in', points: 10, seconds: 15 * 60 };

/** Failed sign-ins from one network, for any account; an office shares one network. */
export const missesOfNetwork: Limit = { name: 'sign-in-network', points: 60, seconds: 15 * 60 };

/** Failed sign-ins of one account from unknown networks. Never blocks networks that its owner has signed in from. */
export const missesOfAccount: Limit = { name: 'sign-in-account', points: 100, seconds: 60 * 60 };

/** Sign-ups from one address; generous, because offices and classrooms share one. */
export const signUpsByAddress: Limit = { name: 'sign-up', points: 30, seconds: 60 * 60 };

/** Reset links requested from one network address, and for one email, whether or not it has an account. */
export const resetMailsByAddress: Limit = { name: 'forgot-ip', points: 20, seconds: 60 * 60 };
export const resetMailsByEmail: Limit = { name: 'forgot-email', points: 5, seconds: 60 * 60 };

/** Checks of emailed links from one address, and new passwords set with them. */
export const resetLinkChecks: Limit = { name: 'reset-check', points: 60, seconds: 15 * 60 };
export const resetsByAddress: Limit = { name: 'reset', points: 20, seconds: 15 * 60 };

const VERIFICATION_MAILS_AN_HOUR = 5;
/** How far back emails count towards the limit. */
export const VERIFICATION_WINDOW_MS = HOUR;

/** A session ends a week after it began, whether used or not. */
export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + 7 * DAY);
}

export function verificationEnd(now: Date): Date {
  return new Date(now.getTime() + DAY);
}

export function resetEnd(now: Date): Date {
  return new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE);
}

/** The last use of a session is written only if the stored one is before this instant, not on every call. */
export function seenBefore(now: Date): Date {
  return new Date(now.getTime() - 5 * MINUTE);
}

/** Networks that a person last signed in from before this instant are deleted. */
export function forgetNetworksBefore(now: Date): Date {
  return new Date(now.getTime() - 180 * DAY);
}

/** Sessions and tokens that ended before this instant are deleted; until then an old link gets an explanation. */
export function forgetBefore(now: Date): Date {
  return new Date(now.getTime() - 30 * DAY);
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
