import type { Entitlements } from '@drumbeat/contract/billing.entities.ts';
import {
  TRIAL_POSTS,
  TRIAL_POSTS_PER_DAY,
  TRIAL_POSTS_WITHOUT_WEEKENDS,
} from '@drumbeat/contract/billing.rules.ts';
import { MOST_POSTS_PER_DAY } from '@drumbeat/contract/posts.rules.ts';

export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5];
export const ALL_DAYS: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
/** The days of the Free plan: Monday, Wednesday, Friday. */
const FREE_DAYS: readonly number[] = [1, 3, 5];

/** Which days posts go out on; 0 is Sunday. */
export type DaySelection = { skipWeekends: boolean; allowedDays: readonly number[] };

/** Who may choose what: in a trial and on paid tiers, whether to skip weekends; single days need the entitlement. */
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

/** The selection of this session, fitted to what the plan allows. Weekends are skipped until somebody says otherwise. */
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

/** Turns one day on or off; the last day stays. */
export function toggleDay(days: readonly number[], day: number): readonly number[] {
  if (!days.includes(day)) return ALL_DAYS.filter((one) => one === day || days.includes(one));
  return days.length === 1 ? days : days.filter((one) => one !== day);
}

/** The most posts a day that may be chosen, and what is chosen first: what the plan sells. */
export function mostPostsPerDay(plan: Pick<Entitlements, 'postsPerDay'>, isInTrial: boolean): number {
  if (isInTrial) return TRIAL_POSTS_PER_DAY;
  return Math.min(Math.max(1, Math.round(plan.postsPerDay)), MOST_POSTS_PER_DAY);
}

/** How many posts a trial may still add to those that it has. */
export function trialPosts(skipWeekends: boolean, already = 0): number {
  const ceiling = skipWeekends ? TRIAL_POSTS_WITHOUT_WEEKENDS : TRIAL_POSTS;
  return Math.max(0, Math.min(ceiling, TRIAL_POSTS - already));
}
