import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@drumbeat/contract/time.ts';
import { daysFromToday, dayTimePhrase, timeText } from '../../../ui/time/time.ts';
import { holdWords } from '../../publishing/failure.rules.ts';
import type { PlanState } from './plan-state.rules.ts';

const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** A duration as text: `2 h 14 min`, `3 days, 4 hours`, `less than a minute`. */
export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  if (days > 0) return [count(days, 'day'), hours > 0 && count(hours, 'hour')].filter(Boolean).join(', ');
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ');
}

/** What the headline refers to, so that the screen can link to it. */
type About = 'next' | 'plan' | null;

export type Headline = {
  /** `good`: works. `idle`: nothing to do. `attention`: needs a look. `bad`: nothing goes out until fixed. */
  tone: 'good' | 'idle' | 'attention' | 'bad';
  text: string;
  about: About;
  scheduled: number;
  failed: number;
};

export type HeadlineInput = {
  posts: readonly Post[];
  account:
    | {
        username: string;
        usable: boolean;
        isActive: boolean;
        limitedUntil: number | null;
        /** X accepts no posts from anyone. */
        isStopped: boolean;
      }
    | undefined;
  paused: boolean;
  plan: PlanState;
  timeZone: string;
  now: number;
};

type Said = Pick<Headline, 'tone' | 'text' | 'about'>;

function nextText(waiting: readonly Post[], now: number): string {
  if (waiting.some((post) => post.status === 'Processing')) return 'A post is going out now';
  const next = nextTime(waiting);
  return next <= now ? 'A post is due now' : `Next post in ${durationText(next - now)}`;
}

const nextTime = (waiting: readonly Post[]): number =>
  Math.min(...waiting.map((post) => Date.parse(post.scheduledTime)));

/** What the plan means for the posts; null while it lets them be published. */
function planSays(plan: PlanState, waiting: readonly Post[]): Said | null {
  const bad = (text: string): Said => ({ tone: 'bad', text, about: 'plan' });
  const attention = (text: string): Said => ({ tone: 'attention', text, about: 'plan' });
  switch (plan.is) {
    case 'payment-failed':
      return plan.until
        ? attention(`Payment failed · posts go out until ${plan.until}`)
        : bad('Payment failed · posts are on hold');
    case 'collection-paused':
      return bad('Payments are paused · posts are on hold');
    case 'past-due':
      return bad('Your posts are on hold');
    case 'ended':
      return bad(
        plan.on
          ? `Your plan ended ${plan.on} · posts are on hold`
          : 'Your plan has ended · posts are on hold',
      );
    case 'ending': {
      const isLost = waiting.length > 0 && waiting.every((post) => Date.parse(post.scheduledTime) >= plan.at);
      return isLost ? attention(`No posts left before your plan ends ${plan.on}`) : null;
    }
    case 'none':
      return bad(waiting.length > 0 ? 'No active plan · posts are on hold' : 'No active plan');
    case 'running':
      return null;
  }
}

/** Mentions a limit of X only if it delays the next post. */
function limitSays(limitedUntil: number | null, waiting: readonly Post[], at: Clock): Said | null {
  if (limitedUntil === null || limitedUntil <= at.now || nextTime(waiting) >= limitedUntil) return null;
  return {
    tone: 'attention',
    text: `X limits this account until ${untilText(limitedUntil, at)}`,
    about: 'next',
  };
}

type Clock = { now: number; timeZone: string };

/** '21:17', with the day if it is not today. */
function untilText(time: number, { now, timeZone }: Clock): string {
  const isToday = daysFromToday(time, timeZone, now) === 0;
  return isToday ? timeText(time, timeZone) : dayTimePhrase(time, timeZone, now);
}

/** Every post is held for a reason not covered above. For a limit of X with a known end, see `limitSays`. */
function holdSays(waiting: readonly Post[], limitedUntil: number | null): Said | null {
  const reason = waiting[0]?.holdReason;
  if (!reason || waiting.some((post) => post.holdReason === null)) return null;
  if (reason === 'rate_limited' && limitedUntil !== null) return null;
  return { tone: 'attention', text: holdWords[reason], about: null };
}

/** The state of the account: missing, disconnected, or switched off; null if it is fine. */
function accountSays(account: HeadlineInput['account']): Said | null {
  if (!account) return { tone: 'idle', text: 'No X account connected yet', about: null };
  if (!account.usable) return { tone: 'bad', text: `Reconnect @${account.username}`, about: null };
  if (account.isActive) return null;
  return { tone: 'bad', text: `@${account.username} is switched off · posts are on hold`, about: null };
}

/** The state of the posts: nothing planned, held, or the next one. */
function scheduleSays(waiting: readonly Post[], hasFailed: boolean, input: HeadlineInput): Said {
  if (waiting.length === 0) {
    return { tone: hasFailed ? 'attention' : 'idle', text: 'Nothing scheduled', about: null };
  }
  const limitedUntil = input.account?.limitedUntil ?? null;
  if (input.account?.isStopped) {
    return {
      tone: 'attention',
      text: 'X is not accepting posts right now · yours will go out later',
      about: 'next',
    };
  }
  return (
    limitSays(limitedUntil, waiting, input) ??
    holdSays(waiting, limitedUntil) ?? {
      tone: hasFailed ? 'attention' : 'good',
      text: nextText(waiting, input.now),
      about: 'next',
    }
  );
}

/** The headline: whatever stops everything comes first, then the next post. */
export function headlineOf(input: HeadlineInput): Headline {
  const { posts, account, paused, plan } = input;
  const waiting = posts.filter((post) => post.status === 'Pending' || post.status === 'Processing');
  const failed = posts.filter((post) => post.status === 'Failed').length;
  const isPaused: Said | null = paused ? { tone: 'attention', text: 'Posts are paused', about: null } : null;
  const said =
    planSays(plan, waiting) ?? accountSays(account) ?? isPaused ?? scheduleSays(waiting, failed > 0, input);
  return { ...said, scheduled: waiting.length, failed };
}
