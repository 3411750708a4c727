/** Who may generate posts now, or why not: one rule for the server, the dashboard card and its pre-checks. */
import type { SubscriptionStatus } from '../billing/billing.entities.ts';
import { TRIAL_POSTS } from '../billing/billing.rules.ts';
import type { Eligibility, EligibilityReason, JobStatus } from './generation.ts';

/** What must be in order before posts can be generated, apart from the quota that only the server knows. */
export type Prerequisites = {
  emailVerified: boolean;
  /** Whether any X account is connected. */
  connected: boolean;
  /** The account to generate for; null if none is selected. */
  account: { username: string; niche: string | null; needsReconnect: boolean; isActive: boolean } | null;
  subscription: { status: SubscriptionStatus; isInTrial: boolean };
};

/** What only the server can count. */
export type Quota = {
  /** Posts left in the trial; null outside a trial. */
  trialPostsLeft: number | null;
  /** Whether posts were already scheduled in this cycle. */
  scheduledThisCycle: boolean;
  generations: { used: number; limit: number };
  /** Whether the plan still has a free slot in this period. */
  hasFreeTime: boolean;
  /** Whole days until the next cycle starts. */
  daysUntilNextCycle: number;
};

export type Situation = Prerequisites & Quota;

/** Every obstacle, with the `reason` that the API returns for it. */
const prerequisiteReasons = {
  email_not_verified: 'email_not_verified',
  not_connected: 'twitter_not_connected',
  not_selected: 'twitter_not_connected',
  needs_reconnect: 'twitter_not_connected',
  switched_off: 'twitter_not_connected',
  canceled: 'inactive_subscription',
  past_due: 'inactive_subscription',
  inactive: 'inactive_subscription',
  no_niche: 'error',
} as const satisfies Record<string, EligibilityReason>;

const quotaReasons = {
  cycle_scheduled: 'cycle_not_elapsed',
  trial_used_up: 'generation_limit_reached',
  generations_used_up: 'generation_limit_reached',
  no_free_time: 'cycle_not_elapsed',
} as const satisfies Record<string, EligibilityReason>;

export type PrerequisiteObstacle = keyof typeof prerequisiteReasons;
export type QuotaObstacle = keyof typeof quotaReasons;

const subscriptionObstacles = {
  active: null,
  canceling: null,
  inactive: 'inactive',
  past_due: 'past_due',
  canceled: 'canceled',
} as const satisfies Record<SubscriptionStatus, PrerequisiteObstacle | null>;

const over = { pending: false, processing: false, completed: true, failed: true } as const satisfies Record<
  JobStatus,
  boolean
>;

/** Whether a job has ended, successfully or not. */
export function isOver(job: { status: JobStatus }): boolean {
  return over[job.status];
}

/** The obstacles that browser and server can both see, most basic first; empty if there are none. */
export function prerequisiteObstacles({
  emailVerified,
  connected,
  account,
  subscription,
}: Prerequisites): PrerequisiteObstacle[] {
  const plan = subscriptionObstacles[subscription.status];
  return present<PrerequisiteObstacle>([
    !emailVerified && 'email_not_verified',
    !connected && 'not_connected',
    connected && !account && 'not_selected',
    account?.needsReconnect && 'needs_reconnect',
    account?.isActive === false && 'switched_off',
    !(plan === 'inactive' && subscription.isInTrial) && plan,
    account && !account.niche && 'no_niche',
  ]);
}

function quotaObstacles({ subscription, ...quota }: Situation): QuotaObstacle[] {
  return present<QuotaObstacle>([
    quota.scheduledThisCycle && !subscription.isInTrial && 'cycle_scheduled',
    quota.trialPostsLeft === 0 && 'trial_used_up',
    quota.generations.used >= quota.generations.limit && 'generations_used_up',
    !quota.hasFreeTime && 'no_free_time',
  ]);
}

function present<T>(values: readonly (T | false | null | undefined)[]): T[] {
  return values.filter((value): value is T => Boolean(value));
}

const prerequisiteTexts = {
  email_not_verified: () =>
    'Please verify your email first. Open the link we sent you, or ask for a new one.',
  not_connected: () => 'Connect your X account first, then generate your posts.',
  not_selected: () => 'Please select a Twitter/X account before scheduling.',
  needs_reconnect: (name) => `X has revoked Drumbeat's access to ${name}. Reconnect it first.`,
  switched_off: (name) => `${name} is switched off. Switch it on in the account menu.`,
  canceled: () => 'Your subscription is canceled. Choose a plan, then generate your posts.',
  past_due: () =>
    'Your last payment did not go through. Update your payment method in the billing portal, then generate your posts.',
  inactive: () => 'You have no active plan. Choose one under Plans, then generate your posts.',
  no_niche: (name) => `Set a niche for ${name} under Settings first, then generate your posts.`,
} as const satisfies Record<PrerequisiteObstacle, (name: string) => string>;

const quotaTexts = {
  cycle_scheduled: (name, days) =>
    `This period's posts for ${name} are scheduled. You can generate the next ones in ${days}.`,
  trial_used_up: (_name, days) =>
    `All ${TRIAL_POSTS} trial posts are scheduled. You can generate more when your plan starts in ${days}.`,
  generations_used_up: (name, days, limit) =>
    `You've used all ${limit} generations for ${name} in this period. You'll get more in ${days}, or with a larger plan.`,
  no_free_time: (name, days) =>
    `There are no free times left for ${name} in this period. The next one begins in ${days}.`,
} as const satisfies Record<QuotaObstacle, (name: string, days: string, limit: number) => string>;

/** The first obstacle that browser and server can both see, with what to do about it; null if none. */
export function prerequisiteRefusal(prerequisites: Prerequisites): Eligibility | null {
  const [first] = prerequisiteObstacles(prerequisites);
  return first
    ? refused(prerequisiteReasons[first], prerequisiteTexts[first](nameOf(prerequisites.account)))
    : null;
}

/** Whether posts may be generated and scheduled now; if not, the first reason and what to do about it. */
export function eligibilityOf(situation: Situation): Eligibility {
  const refusal = prerequisiteRefusal(situation);
  if (refusal) return refusal;
  const [quota] = quotaObstacles(situation);
  if (!quota) {
    const message = 'You can generate and schedule posts now.';
    return { canSchedule: true, reason: null, message, daysUntilNextScheduling: 0 };
  }
  const days = situation.daysUntilNextCycle;
  const inDays = days === 1 ? '1 day' : `${days} days`;
  const text = quotaTexts[quota](nameOf(situation.account), inDays, situation.generations.limit);
  return refused(quotaReasons[quota], text, days);
}

function refused(reason: EligibilityReason, message: string, days = 0): Eligibility {
  return { canSchedule: false, reason, message, daysUntilNextScheduling: days };
}

function nameOf(account: Prerequisites['account']): string {
  // Stryker disable next-line StringLiteral: without an account no text names one.
  return account ? `@${account.username}` : 'your account';
}

/** Prefix of a job's error when the model declined: another niche helps, trying again rarely does. */
export const NICHE_DECLINED = 'The AI declined to write about this niche.';
