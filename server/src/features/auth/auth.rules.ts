import { VIEW_MINUTES } from '@drumbeat/contract/auth/auth.admin.ts';
import { RESEND_WAIT_SECONDS, RESET_LINK_MINUTES } from '@drumbeat/contract/auth/auth.rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@drumbeat/contract/time.ts';

const VERIFICATION_MAILS_AN_HOUR = 5;
/** How far back verification emails count towards the limit. */
export const VERIFICATION_WINDOW_MS = HOUR_MS;

/** A session ends a week after it began, even if it is in use. */
const SESSION_MS = 7 * DAY_MS;
/** It also ends this long after its last own call. */
const IDLE_SESSION_MS = 72 * HOUR_MS;

/** When a session that began at `begun` and is used now will end. */
export function sessionEnd(now: Date, begun: Date = now): Date {
  return new Date(Math.min(begun.getTime() + SESSION_MS, now.getTime() + IDLE_SESSION_MS));
}

/**
 * When a view that begins now will end: in half an hour, or with the staff session, which began at `begun`.
 */
export function viewEnd(now: Date, begun: Date): Date {
  return new Date(Math.min(now.getTime() + VIEW_MINUTES * MINUTE_MS, begun.getTime() + STAFF_SESSION_MS));
}

const STAFF_SESSION_MS = 12 * HOUR_MS;

/** The times that decide when a staff session ends. */
type Life = { createdAt: Date; lastSeenAt: Date };

/** Staff sessions that began, or made their last own call, before these instants have ended. */
export function staffBounds(now: Date): { begun: Date; seen: Date } {
  return {
    begun: new Date(now.getTime() - STAFF_SESSION_MS),
    seen: new Date(now.getTime() - 30 * MINUTE_MS),
  };
}

/** Whether a staff session has ended: 12 hours after it began, or 30 minutes after its last own call. */
export function isOverForStaff({ createdAt, lastSeenAt }: Life, now: Date): boolean {
  const { begun, seen } = staffBounds(now);
  return createdAt <= begun || lastSeenAt <= seen;
}

/** Whether a session has expired. */
export function isOver({ expiresAt }: { expiresAt: Date }, now: Date): boolean {
  return expiresAt <= now;
}

/** How long a correct password counts while sign-in waits for the code, and for how many codes. */
export const PROOF_TRIES = 5;
const PROOF_MS = 5 * MINUTE_MS;

export function proofEnd(now: Date): Date {
  return new Date(now.getTime() + PROOF_MS);
}

export function verificationEnd(now: Date): Date {
  return new Date(now.getTime() + DAY_MS);
}

export function resetEnd(now: Date): Date {
  return new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE_MS);
}

/**
 * A session's last use is written only if the stored one is older than this, not on every call. More often
 * for staff, because their sessions end by inactivity.
 */
export function seenBefore(now: Date, isStaff: boolean): Date {
  return new Date(now.getTime() - (isStaff ? 1 : 5) * MINUTE_MS);
}

/**
 * Seconds until another verification email may be sent, given when those of the last hour were sent; 0 if
 * now.
 */
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

/** A wait in words: in seconds up to a minute and a half, then in minutes. */
export function waitWords(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
