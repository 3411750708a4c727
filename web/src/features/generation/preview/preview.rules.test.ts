import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { expect, test } from 'vitest';
import { wallDayText } from '../../../ui/time/time.ts';
import { summaryOf, weeksOf } from './drafts.rules.ts';

const zone = 'Europe/Paris';
let count = 0;
function draft(scheduledTime: string): DraftPost {
  count += 1;
  return { id: `1-${count}`, content: 'Hello', scheduledTime, scheduledTimeLocal: '', status: 'Pending' };
}
/** Drafts at 09:00 and 18:00 in Paris on that many days from a date of winter on, without the given weekdays. */
function plan(from: string, days: number, without: readonly number[] = []): DraftPost[] {
  return Array.from({ length: days }, (_, index) => Date.parse(`${from}T00:00:00Z`) + index * 86_400_000)
    .filter((day) => !without.includes(new Date(day).getUTCDay()))
    .flatMap((day) => [8, 17].map((hour) => draft(new Date(day + hour * 3_600_000).toISOString())));
}

test('seven days are one row that begins on the first day', () => {
  const weeks = weeksOf(plan('2026-11-21', 7), zone);
  expect(weeks).toHaveLength(1);
  expect(weeks[0]?.days.map((day) => wallDayText(day.date))).toEqual([
    'Sat 21 Nov',
    'Sun 22 Nov',
    'Mon 23 Nov',
    'Tue 24 Nov',
    'Wed 25 Nov',
    'Thu 26 Nov',
    'Fri 27 Nov',
  ]);
  expect(weeks[0]?.days.every((day) => day.drafts.length === 2)).toBe(true);
});

test('a month goes on in rows of 7 days, without the weekdays that are never used', () => {
  const weeks = weeksOf(plan('2026-11-25', 30, [0, 6]), zone);
  expect(weeks.map((week) => week.key)).toEqual([
    '2026-11-25',
    '2026-12-02',
    '2026-12-09',
    '2026-12-16',
    '2026-12-23',
  ]);
  expect(weeks[1]?.days.map((day) => wallDayText(day.date).slice(0, 3))).toEqual([
    'Wed',
    'Thu',
    'Fri',
    'Mon',
    'Tue',
  ]);
  expect(weeks.at(-1)?.days.map((day) => day.drafts.length)).toEqual([2, 2]);
});

test('a day whose drafts were removed keeps its place', () => {
  const planned = plan('2026-11-21', 7);
  const kept = planned.slice(2);
  const days = weeksOf(kept, zone, planned)[0]?.days;
  expect(days?.map((day) => day.drafts.length)).toEqual([0, 2, 2, 2, 2, 2, 2]);
});

test('the summary names how many, which days, which times and the zone', () => {
  expect(summaryOf(plan('2026-11-21', 7), zone)).toBe('14 posts, Mon–Sun, 09:00 and 18:00, Europe/Paris');
  expect(summaryOf(plan('2026-11-21', 7, [0, 6]), zone)).toBe(
    '10 posts, Mon–Fri, 09:00 and 18:00, Europe/Paris',
  );
  expect(summaryOf(plan('2026-11-23', 7, [0, 2, 4, 6]), zone)).toBe(
    '6 posts, Mon, Wed, Fri, 09:00 and 18:00, Europe/Paris',
  );
  expect(summaryOf([draft('2026-11-23T11:00:00.000Z')], zone)).toBe('1 post, Mon, 12:00, Europe/Paris');
});

test('the summary says days in a row as a span from three on, and more than four times as one too', () => {
  const at = (...hours: number[]) =>
    hours.map((hour) => draft(`2026-11-23T${String(hour - 1).padStart(2, '0')}:00:00.000Z`));
  expect(summaryOf(plan('2026-11-23', 2), zone)).toBe('4 posts, Mon, Tue, 09:00 and 18:00, Europe/Paris');
  expect(summaryOf(plan('2026-11-23', 3), zone)).toBe('6 posts, Mon–Wed, 09:00 and 18:00, Europe/Paris');
  expect(summaryOf(plan('2026-11-21', 3), zone)).toBe(
    '6 posts, Mon, Sat, Sun, 09:00 and 18:00, Europe/Paris',
  );
  expect(summaryOf(at(18, 14, 9), zone)).toBe('3 posts, Mon, 09:00, 14:00 and 18:00, Europe/Paris');
  expect(summaryOf(at(9, 12, 15, 18), zone)).toBe(
    '4 posts, Mon, 09:00, 12:00, 15:00 and 18:00, Europe/Paris',
  );
  expect(summaryOf(at(9, 12, 15, 17, 20), zone)).toBe('5 posts, Mon, 09:00 to 20:00, Europe/Paris');
  expect(summaryOf([], zone)).toBe('0 posts, Europe/Paris');
});
