import { postPrice } from '@drumbeat/contract/costs/costs.rules.ts';
import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';

/** How far ahead the forecast looks, in days. */
export const LOOK_AHEAD_DAYS = 90;
const MONTH_DAYS = 30;

/** What X will charge for posts with these texts, in millionths of a dollar. */
export function forecastOfPosts(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + postPrice(containsUrl(text)), 0);
}

/** Costs in millionths of a dollar. */
export type Pace = {
  /** By UTC day, `2026-11-23`. */
  planned: ReadonlyMap<string, number>;
  /** The average cost of posts and of reads per day. */
  postsADay: number;
  readsADay: number;
};

/**
 * What X will charge on each day, starting with the rest of today. People plan at most a month ahead and then
 * plan more, so a day costs what is planned for it, but at least the average.
 */
export function costsAhead({ planned, postsADay, readsADay }: Pace, now: Date): number[] {
  return Array.from({ length: LOOK_AHEAD_DAYS }, (_, ahead) => {
    const day = new Date(now.getTime() + ahead * DAY_MS).toISOString().slice(0, 10);
    const share = ahead === 0 ? restOfDay(now) : 1;
    return Math.round(Math.max(planned.get(day) ?? 0, postsADay * share) + readsADay * share);
  });
}

/** The remaining share of the UTC day, from 1 down to 0. */
function restOfDay(now: Date): number {
  return 1 - (now.getTime() % DAY_MS) / DAY_MS;
}

/** How many whole days a balance pays for; null if it outlasts the forecast. */
export function daysLeft(balanceMicros: number, costs: readonly number[]): number | null {
  let left = balanceMicros;
  if (left <= 0) return 0;
  for (const [day, cost] of costs.entries()) {
    left -= cost;
    if (left < 0) return day;
  }
  return null;
}

/** The costs of the next 30 days. */
export function nextMonth(costs: readonly number[]): number {
  return costs.slice(0, MONTH_DAYS).reduce((sum, cost) => sum + cost, 0);
}

/** Whether to raise the alarm: the balance is used up, or lasts less than `alarmDays`. */
export function isLow(balanceMicros: number | null, days: number | null, alarmDays: number): boolean {
  if (balanceMicros === null) return false;
  return balanceMicros <= 0 || (days !== null && days < alarmDays);
}

/** The warning about low credits, for staff and the log. */
export function lowCreditsText(balance: string, days: number | null): string {
  if (days === 0)
    return `Credits at X are used up or end today (${balance} left). No post goes out without them.`;
  return `Credits at X last ${days === 1 ? '1 more day' : `${days} more days`} (${balance} left). Buy more before they end.`;
}
