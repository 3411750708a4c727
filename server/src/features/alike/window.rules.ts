import { DAY_MS } from '@drumbeat/contract/time.ts';

/** How far back a text is compared. */
const WINDOW_MS = 90 * DAY_MS;

/** What of a post says how long others may not be like it. */
export type Timed = { status: string; scheduledAt: Date; postedAt: Date | null };

/** Whether a post counts: one that went out, or was planned, within the window or later; or one that may still go out. */
export function counts({ status, scheduledAt, postedAt }: Timed, now: Date): boolean {
  const mayGoOut = status === 'pending' || status === 'processing';
  return mayGoOut || (postedAt ?? scheduledAt).getTime() >= now.getTime() - WINDOW_MS;
}

/** When it is worth looking whether a post still counts that is out, or planned, at this time. */
export function lookAgainAt(at: Date, now: Date): Date {
  return new Date(Math.max(at.getTime(), now.getTime()) + WINDOW_MS);
}
