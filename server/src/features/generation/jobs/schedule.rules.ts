import type { Entitlements } from '@drumbeat/contract/billing/billing.entities.ts';
import {
  TRIAL_POSTS,
  TRIAL_POSTS_PER_DAY,
  TRIAL_POSTS_WITHOUT_WEEKENDS,
} from '@drumbeat/contract/billing/billing.rules.ts';
import { DEFAULT_WINDOW_DAYS } from '@drumbeat/contract/posts/posts.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { postsPerDay as dayCap } from '../../post/post.rules.ts';
import { MAX_POSTS_PER_DAY, planSlots, type Schedule, slotHours } from './slots.rules.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];
const FREE_DAYS = [1, 3, 5];

/** The person's choices for a new calendar. */
export type ScheduleChoices = {
  skipWeekends: boolean;
  allowedDays?: readonly number[] | undefined;
  /** Default: the plan's posts per day. */
  postsPerDay?: number | undefined;
};

/** What the person's plan and trial allow. Times in ms since the epoch. */
export type ScheduleFrame = {
  entitlements: Pick<Entitlements, 'tier' | 'postsPerDay' | 'customDaySelection'>;
  /** Set during a trial. */
  trial: { end: number; postsSoFar: number } | null;
  expiry: number | null;
  now: number;
};

/** How many of the trial's posts are left to plan. */
export function trialPostsLeft(postsSoFar: number): number {
  return Math.max(0, TRIAL_POSTS - postsSoFar);
}

/**
 * The schedule for a person. A trial has its own, whatever the plan; the free tier posts on Monday, Wednesday
 * and Friday; paid plans choose within their limit. Chosen weekdays count only if the plan allows them.
 */
export function scheduleFor(frame: ScheduleFrame, choices: ScheduleChoices): Schedule {
  const { entitlements, trial, now } = frame;
  const chosen =
    entitlements.customDaySelection && choices.allowedDays?.length ? choices.allowedDays : undefined;
  const weekdays = chosen ?? (choices.skipWeekends ? WORKDAYS : ALL_DAYS);
  const perDay = dayCap({ isInTrial: trial !== null, entitlements });
  if (trial) {
    const ceiling = weekdays.includes(0) || weekdays.includes(6) ? TRIAL_POSTS : TRIAL_POSTS_WITHOUT_WEEKENDS;
    return {
      hours: slotHours(TRIAL_POSTS_PER_DAY),
      weekdays,
      until: trial.end,
      atMost: Math.min(ceiling, trialPostsLeft(trial.postsSoFar)),
      perDay,
    };
  }
  const until = Math.min(now + DEFAULT_WINDOW_DAYS * DAY_MS, frame.expiry ?? Number.POSITIVE_INFINITY);
  const free = entitlements.tier === 'free';
  const cap = free ? 1 : entitlements.postsPerDay;
  const postsPerDay = Math.min(Math.max(1, Math.round(choices.postsPerDay ?? cap)), cap);
  return {
    hours: slotHours(postsPerDay),
    weekdays: free ? FREE_DAYS : weekdays,
    until,
    atMost: Number.POSITIVE_INFINITY,
    perDay,
  };
}

/**
 * Whether any choice that the plan allows finds a free time. Each number of posts per day has its own hours,
 * so each is tried.
 */
export function hasFreeTime(
  frame: ScheduleFrame,
  around: { timeZone: string; taken: readonly Date[] },
): boolean {
  const taken = around.taken.map((time) => time.getTime());
  // Stryker disable next-line EqualityOperator: all hours of 12 posts a day are hours of fewer a day as well.
  for (let postsPerDay = 1; postsPerDay <= MAX_POSTS_PER_DAY; postsPerDay += 1) {
    const schedule = { ...scheduleFor(frame, { skipWeekends: false, postsPerDay }), atMost: 1 };
    if (planSlots({ schedule, now: frame.now, timeZone: around.timeZone, taken }).length > 0) return true;
  }
  return false;
}
