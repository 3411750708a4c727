import type { SubscriptionStatus } from '@drumbeat/contract/billing.entities.ts';
import { TRIAL_POSTS } from '@drumbeat/contract/billing.rules.ts';
import type { Eligibility } from '@drumbeat/contract/generation.ts';
import { daysUntil } from '../billing/cycle.rules.ts';

/** What the decision on a new generation rests on. Instants in ms since the epoch. */
export type Situation = {
  emailVerified: boolean;
  /** Null where none is connected. */
  account: { username: string; needsReconnect: boolean; isActive: boolean } | null;
  subscription: { status: SubscriptionStatus; isInTrial: boolean };
  /** What remains of the trial's posts; null outside a trial. */
  trialPostsLeft: number | null;
  /** Whether this cycle's posts are scheduled already. */
  scheduledThisCycle: boolean;
  generations: { used: number; limit: number };
  cycleEnd: number;
  now: number;
};

const notRunning = {
  inactive: 'You have no active plan. Choose one under Plans, then generate your posts.',
  past_due:
    'Your last payment did not go through. Update your payment method in the billing portal, then generate your posts.',
  canceled: 'Your subscription is canceled. Reactivate it under Settings, then generate your posts.',
} as const satisfies Partial<Record<SubscriptionStatus, string>>;

/** Whether posts may be generated and scheduled now, and if not, why and what to do next. */
export function eligibilityOf(situation: Situation): Eligibility {
  const { account, subscription, generations } = situation;
  if (!situation.emailVerified) {
    return refuse(
      'email_not_verified',
      'Please verify your email first. Open the link we sent you, or ask for a new one.',
    );
  }
  if (!account)
    return refuse('twitter_not_connected', 'Connect your X account first, then generate your posts.');
  if (account.needsReconnect) {
    return refuse(
      'twitter_not_connected',
      `X has revoked Drumbeat's access to @${account.username}. Reconnect it first.`,
    );
  }
  if (!account.isActive) {
    return refuse(
      'twitter_not_connected',
      `@${account.username} is switched off. Switch it on under Settings.`,
    );
  }
  const { status, isInTrial } = subscription;
  if (status in notRunning && !isInTrial) {
    return refuse('inactive_subscription', notRunning[status as keyof typeof notRunning]);
  }
  const days = daysUntil(situation.cycleEnd, situation.now);
  if (situation.scheduledThisCycle && !isInTrial) {
    return refuse(
      'cycle_not_elapsed',
      `This period's posts for @${account.username} are scheduled. You can generate the next ones in ${inDays(days)}.`,
      days,
    );
  }
  if (situation.trialPostsLeft === 0) {
    return refuse(
      'generation_limit_reached',
      `All ${TRIAL_POSTS} trial posts are scheduled. You can generate more when your plan starts in ${inDays(days)}.`,
      days,
    );
  }
  if (generations.used >= generations.limit) {
    return refuse(
      'generation_limit_reached',
      `You've used all ${generations.limit} generations for @${account.username} in this period. You'll get more in ${inDays(days)}, or with a larger plan.`,
      days,
    );
  }
  return {
    canSchedule: true,
    reason: null,
    message: 'You can generate and schedule posts now.',
    daysUntilNextScheduling: 0,
  };
}

function refuse(reason: NonNullable<Eligibility['reason']>, message: string, days = 0): Eligibility {
  return { canSchedule: false, reason, message, daysUntilNextScheduling: days };
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
