import { DAY_MS } from '@drumbeat/contract/time.ts';

/** How far back texts are compared. */
const WINDOW_MS = 90 * DAY_MS;

/** The parts of a post that decide how long it is compared with others. */
export type Timed = { status: string; scheduledAt: Date; postedAt: Date | null };

/**
 * Whether a post is compared: it was published or planned within the window or later, or may still be
 * published.
 */
export function counts({ status, scheduledAt, postedAt }: Timed, now: Date): boolean {
  const mayGoOut = status === 'pending' || status === 'processing';
  return mayGoOut || (postedAt ?? scheduledAt).getTime() >= now.getTime() - WINDOW_MS;
}

/** When to check again whether a post published or planned at this time still counts. */
export function lookAgainAt(at: Date, now: Date): Date {
  return new Date(Math.max(at.getTime(), now.getTime()) + WINDOW_MS);
}
