import { RESEND_WAIT_SECONDS, RESET_LINK_MINUTES } from '@drumbeat/contract/auth.rules.ts';
import type { Limit } from '../../platform/rate-limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The queue that mails links to set a new password. */
export const RESET_QUEUE = 'auth.send-reset-link';

/** Failed sign-ins of one account from one network. A sign-in that succeeds forgets those before it. */
export const failedSignIns: Limit = { name: 'sign-in', points: 10, seconds: 15 * 60 };

/** Misses from one network, whatever the accounts; an office shares one. */
export const missesOfNetwork: Limit = { name: 'sign-in-network', points: 60, seconds: 15 * 60 };

/** Misses of one account from networks that its owner has not signed in from. Those it never shuts out. */
export const missesOfAccount: Limit = { name: 'sign-in-account', points: 100, seconds: 60 * 60 };

/** Sign-ups from one address; generous, for offices and classrooms share one. */
export const signUpsByAddress: Limit = { name: 'sign-up', points: 30, seconds: 60 * 60 };

/** Links asked for by one address on the net, and for one email; the same whether or not it has an account. */
export const resetMailsByAddress: Limit = { name: 'forgot-ip', points: 20, seconds: 60 * 60 };
export const resetMailsByEmail: Limit = { name: 'forgot-email', points: 5, seconds: 60 * 60 };

/** Looks at mailed links from one address, and new passwords set by them. */
export const resetLinkChecks: Limit = { name: 'reset-check', points: 60, seconds: 15 * 60 };
export const resetsByAddress: Limit = { name: 'reset', points: 20, seconds: 15 * 60 };

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

export function resetEnd(now: Date): Date {
  return new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE);
}

/** A session seen before this instant is noted as seen again; one seen since is not written for every call. */
export function seenBefore(now: Date): Date {
  return new Date(now.getTime() - 5 * MINUTE);
}

/** Before this, a network from which a person has signed in is forgotten. */
export function forgetNetworksBefore(now: Date): Date {
  return new Date(now.getTime() - 180 * DAY);
}

/** Before this, ended sessions and tokens are forgotten; until then an old link can still be explained. */
export function forgetBefore(now: Date): Date {
  return new Date(now.getTime() - 30 * DAY);
}

/** Seconds to wait until the next verification email, given when the last hour's were sent; 0 when it may go now. */
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
