import type { User } from '@drumbeat/contract/users.ts';
import { dayPhrase } from '../../ui/time.ts';

/** What a failed payment means to the posts. `graceEnd` in ms since the epoch; null where they wait already. */
export type PastDue = { graceEnd: number | null; timeZone: string };

export function pastDueOf(
  user: Pick<User, 'subscriptionStatus' | 'pastDueGraceEnd' | 'timeZone'>,
): PastDue | null {
  if (user.subscriptionStatus !== 'past_due') return null;
  const graceEnd = user.pastDueGraceEnd === null ? null : Date.parse(user.pastDueGraceEnd);
  return { graceEnd, timeZone: user.timeZone };
}

/** The day on which posts stop, inside a sentence; null where they have stopped. */
function lastDay({ graceEnd, timeZone }: PastDue, now: number): string | null {
  return graceEnd !== null && graceEnd > now ? dayPhrase(graceEnd, timeZone, now) : null;
}

/** The headline of a past-due plan. */
export function pastDueHeadline(pastDue: PastDue, now: number): string {
  const day = lastDay(pastDue, now);
  return day ? `Payment failed · posts go out until ${day}` : 'Payment failed · posts are on hold';
}

/** What the card says below its title. */
export function pastDueText(pastDue: PastDue, now: number): string {
  const day = lastDay(pastDue, now);
  return day
    ? `Your posts go out until ${day}. Update your card to keep them going.`
    : 'Your posts are on hold. Update your card, and they go out again.';
}
