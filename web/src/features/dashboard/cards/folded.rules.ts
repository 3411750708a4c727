/** The text of a card without an action, collapsed to a line beside the headline. */
import { TRIAL_POSTS } from '@drumbeat/contract/billing/billing.rules.ts';
import type { Eligibility } from '@drumbeat/contract/generation/generation.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { dateText } from '../../../ui/time/time.ts';

export type Folded = {
  text: string;
  /** Whether a larger plan would end the wait. */
  offersPlans: boolean;
};

type Input = {
  user: Pick<User, 'isInTrial' | 'trialEnd' | 'timeZone'>;
  refusal: Eligibility | undefined;
  /** How many posts were created in the trial, across all accounts. */
  already: number;
  posts: readonly Pick<Post, 'status'>[];
  now: number;
};

function lastPart({ user, refusal, now }: Input): string {
  const days = refusal?.daysUntilNextScheduling ?? 0;
  const end = user.isInTrial && user.trialEnd ? Date.parse(user.trialEnd) : now + days * DAY_MS;
  return days > 0 ? ` · more from ${dateText(end, user.timeZone, now)}` : '';
}

/** The title of the card that can generate posts. `already` is the number of existing posts. */
export function readyTitle(isInTrial: boolean, already: number): string {
  if (!isInTrial) return 'Ready to write your next month';
  return already === 0 ? 'Ready to write your next 7 days' : 'Your trial has room for more posts';
}

/** The same card as a line: 'Your trial has room for more posts · 4 generations left'. */
export function readyLine(isInTrial: boolean, already: number, left: number | undefined): Folded {
  const title = readyTitle(isInTrial, already);
  const rest = left === undefined ? '' : ` · ${left} ${left === 1 ? 'generation' : 'generations'} left`;
  return { text: title + rest, offersPlans: false };
}

/** 'All 14 trial posts are scheduled · more from 28 Nov'; null if the person can act or something failed. */
export function foldedLine(input: Input): Folded | null {
  const { user, refusal, already, posts } = input;
  const isTrialFull = user.isInTrial && already >= TRIAL_POSTS;
  switch (refusal?.reason) {
    case 'cycle_not_elapsed':
      return { text: `Your calendar is set${lastPart(input)}`, offersPlans: false };
    case 'generation_limit_reached': {
      const isOut = posts.every(({ status }) => status === 'Posted' || status === 'Failed');
      const trial = `All ${TRIAL_POSTS} trial posts are ${isOut ? 'out' : 'scheduled'}`;
      const text = isTrialFull ? trial : 'No generations left';
      return { text: text + lastPart(input), offersPlans: !isTrialFull };
    }
    default:
      return null;
  }
}
