import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { wallTimeText, weekOrder } from '../../../ui/time/time.ts';
import { toWallClock } from '../../posts/wall-clock.rules.ts';

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

export type PreviewDay = { date: string; drafts: DraftPost[] };
export type PreviewWeek = { key: string; days: PreviewDay[] };

const dateOf = (draft: DraftPost, zone: string): string =>
  toWallClock(Date.parse(draft.scheduledTime), zone).slice(0, 10);
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateAt = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
/**
 * The drafts in rows of 7 days from the first day on, so that a column is always the same weekday. Weekdays
 * on which nothing was `planned` are left out; a day whose drafts were removed stays.
 */
export function weeksOf(
  drafts: readonly DraftPost[],
  zone: string,
  planned: readonly DraftPost[] = drafts,
): PreviewWeek[] {
  const dates = planned.map((draft) => dateOf(draft, zone)).sort();
  const first = dates[0];
  // Stryker disable next-line ConditionalExpression: without a date the loop below has no turn either.
  if (first === undefined) return [];
  const last = dates.at(-1) ?? first;
  const used = new Set(dates.map(weekdayOf));
  const weeks: PreviewWeek[] = [];
  for (let start = dayNumber(first); start <= dayNumber(last); start += 7) {
    const days = Array.from({ length: 7 }, (_, index) => dateAt(start + index))
      .filter((date) => used.has(weekdayOf(date)) && date <= last)
      .map((date) => ({ date, drafts: drafts.filter((draft) => dateOf(draft, zone) === date) }));
    weeks.push({ key: dateAt(start), days });
  }
  return weeks;
}

function daysText(weekdays: readonly number[]): string {
  const week = weekOrder();
  const inOrder = week.filter((day) => weekdays.includes(day));
  const labels = inOrder.map((day) => names[day]);
  const places = inOrder.map((day) => week.indexOf(day));
  const isRun = places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1);
  if (inOrder.length > 2 && isRun) return `${labels[0]}–${labels.at(-1)}`;
  return labels.join(', ');
}

function timesText(times: readonly string[]): string {
  if (times.length > 4) return `${times[0]} to ${times.at(-1)}`;
  if (times.length < 2) return times[0] ?? '';
  return `${times.slice(0, -1).join(', ')} and ${times.at(-1)}`;
}

/** A summary of what will be scheduled: `14 posts, Mon–Sun, 09:00 and 18:00, Europe/Paris`. */
export function summaryOf(drafts: readonly DraftPost[], zone: string): string {
  const clocks = drafts.map((draft) => toWallClock(Date.parse(draft.scheduledTime), zone));
  const times = [...new Set(clocks.map((clock) => clock.slice(11)))].sort();
  const weekdays = [...new Set(clocks.map((clock) => weekdayOf(clock.slice(0, 10))))];
  const count = `${drafts.length} ${drafts.length === 1 ? 'post' : 'posts'}`;
  return [count, daysText(weekdays), timesText(times.map(wallTimeText)), zone].filter(Boolean).join(', ');
}
