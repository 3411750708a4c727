import type { Entitlements } from '@drumbeat/contract/billing/billing.entities.ts';
import {
  TRIAL_POSTS,
  TRIAL_POSTS_PER_DAY,
  TRIAL_POSTS_WITHOUT_WEEKENDS,
} from '@drumbeat/contract/billing/billing.rules.ts';
import { MOST_POSTS_PER_DAY } from '@drumbeat/contract/posts/posts.rules.ts';

export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5];
export const ALL_DAYS: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
/** The days of the Free plan: Monday, Wednesday, Friday. */
const FREE_DAYS: readonly number[] = [1, 3, 5];

/** The days on which posts are published; 0 is Sunday. */
export type DaySelection = { skipWeekends: boolean; allowedDays: readonly number[] };

/** What may be chosen: whether to skip weekends (trials and paid tiers); single days if entitled. */
export type DayChoice = 'none' | 'weekends' | 'days';

export function dayChoice(
  plan: Pick<Entitlements, 'tier' | 'customDaySelection'>,
  isInTrial: boolean,
): DayChoice {
  if (isInTrial) return 'weekends';
  if (plan.customDaySelection) return 'days';
  return plan.tier === 'free' ? 'none' : 'weekends';
}

type Stored = { getItem: (name: string) => string | null; setItem: (name: string, value: string) => void };

function readDays(text: string | null): number[] {
  try {
    // Stryker disable next-line StringLiteral: neither text is JSON, so both give no days.
    const parsed: unknown = JSON.parse(text ?? '');
    if (!Array.isArray(parsed)) return [];
    return ALL_DAYS.filter((day) => parsed.includes(day));
  } catch {
    return [];
  }
}

/** This session's selection, limited to what the plan allows. By default weekends are skipped. */
export function readSelection(storage: Stored, choice: DayChoice): DaySelection {
  const skips = storage.getItem('skipWeekends') !== '0';
  if (choice === 'none') return { skipWeekends: true, allowedDays: FREE_DAYS };
  if (choice === 'weekends') return { skipWeekends: skips, allowedDays: skips ? WEEKDAYS : ALL_DAYS };
  const days = readDays(storage.getItem('allowedDays'));
  if (!skips && days.length > 0) return { skipWeekends: false, allowedDays: days };
  return { skipWeekends: false, allowedDays: skips ? WEEKDAYS : ALL_DAYS };
}

export function writeSelection(storage: Stored, selection: DaySelection): void {
  storage.setItem('allowedDays', JSON.stringify(selection.allowedDays));
  storage.setItem('skipWeekends', selection.skipWeekends ? '1' : '0');
}

/** Turns one day on or off; the last remaining day cannot be turned off. */
export function toggleDay(days: readonly number[], day: number): readonly number[] {
  if (!days.includes(day)) return ALL_DAYS.filter((one) => one === day || days.includes(one));
  return days.length === 1 ? days : days.filter((one) => one !== day);
}

/** The maximum of posts per day, which is also the default: what the plan includes. */
export function mostPostsPerDay(plan: Pick<Entitlements, 'postsPerDay'>, isInTrial: boolean): number {
  if (isInTrial) return TRIAL_POSTS_PER_DAY;
  return Math.min(Math.max(1, Math.round(plan.postsPerDay)), MOST_POSTS_PER_DAY);
}

/** How many more posts a trial may add to its existing ones. */
export function trialPosts(skipWeekends: boolean, already = 0): number {
  const ceiling = skipWeekends ? TRIAL_POSTS_WITHOUT_WEEKENDS : TRIAL_POSTS;
  return Math.max(0, Math.min(ceiling, TRIAL_POSTS - already));
}
