import type { Post } from '@drumbeat/contract/posts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@drumbeat/contract/time.ts';
import { holdWords } from '../publishing/failure.rules.ts';
import type { PlanState } from './plan-state.rules.ts';

const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** How long until something: `2 h 14 min`, `3 days, 4 hours`, `less than a minute`. */
export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  if (days > 0) return [count(days, 'day'), hours > 0 && count(hours, 'hour')].filter(Boolean).join(', ');
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ');
}

export type Headline = {
  /** `good`: it runs. `idle`: nothing to do. `attention`: somebody has to act. */
  tone: 'good' | 'idle' | 'attention';
  text: string;
  scheduled: number;
  failed: number;
};

export type HeadlineInput = {
  posts: readonly Post[];
  account: { username: string; usable: boolean } | undefined;
  paused: boolean;
  plan: PlanState;
  now: number;
};

function nextText(waiting: readonly Post[], now: number): string {
  if (waiting.some((post) => post.status === 'Processing')) return 'A post is going out now';
  const next = Math.min(...waiting.map((post) => Date.parse(post.scheduledTime)));
  return next <= now ? 'A post is due now' : `Next post in ${durationText(next - now)}`;
}

/** Why nothing goes out although posts are waiting; null if posts can go out. */
function holdText(waiting: readonly Post[]): string | null {
  const reasons = waiting.flatMap((post) => post.holdReason ?? []);
  const [first] = reasons;
  return first && reasons.length === waiting.length ? holdWords[first] : null;
}

/** What the plan alone says of the posts; null while it lets them go out. */
function planText(plan: PlanState, waiting: readonly Post[]): string | null {
  switch (plan.is) {
    case 'payment-failed':
      return plan.until
        ? `Payment failed · posts go out until ${plan.until}`
        : 'Payment failed · posts are on hold';
    case 'collection-paused':
      return 'Payments are paused · posts are on hold';
    case 'past-due':
      return 'Your posts are on hold';
    case 'ended':
      return plan.on
        ? `Your plan ended ${plan.on} · posts are on hold`
        : 'Your plan has ended · posts are on hold';
    case 'ending': {
      const isLost = waiting.length > 0 && waiting.every((post) => Date.parse(post.scheduledTime) >= plan.at);
      return isLost ? `No posts left before your plan ends ${plan.on}` : null;
    }
    case 'running':
      return null;
  }
}

/** The line that says whether everything is all right. */
export function headlineOf({ posts, account, paused, plan, now }: HeadlineInput): Headline {
  const waiting = posts.filter((post) => post.status === 'Pending' || post.status === 'Processing');
  const scheduled = waiting.length;
  const failed = posts.filter((post) => post.status === 'Failed').length;
  const say = (tone: Headline['tone'], text: string): Headline => ({ tone, text, scheduled, failed });
  const planWords = planText(plan, waiting);
  if (planWords) return say('attention', planWords);
  if (!account) return say('idle', 'No X account connected yet');
  if (!account.usable) return say('attention', `Reconnect @${account.username}`);
  if (paused) return say('attention', 'Posts are paused');
  if (scheduled === 0) return say(failed > 0 ? 'attention' : 'idle', 'Nothing scheduled');
  const hold = holdText(waiting);
  if (hold) return say('attention', hold);
  return say(failed > 0 ? 'attention' : 'good', nextText(waiting, now));
}
