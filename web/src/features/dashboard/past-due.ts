import type { User } from '@drumbeat/contract/users.ts';
import { dayPhrase } from '../../ui/time.ts';
import type { PastDue } from './headline.rules.ts';

/** What a failed payment means for the person's posts now; null if the plan is not past due. */
export function pastDueOf(
  user: Pick<User, 'subscriptionStatus' | 'pastDueGraceEnd' | 'timeZone'>,
  now: number,
): PastDue | null {
  if (user.subscriptionStatus !== 'past_due') return null;
  const end = user.pastDueGraceEnd === null ? null : Date.parse(user.pastDueGraceEnd);
  return { lastDay: end !== null && end > now ? dayPhrase(end, user.timeZone, now) : null };
}

/** What the card says below its title. */
export function pastDueText({ lastDay }: PastDue): string {
  return lastDay
    ? `Your posts go out until ${lastDay}. Update your card to keep them going.`
    : 'Your posts are on hold. Update your card, and they go out again.';
}
