import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { expect, test } from 'vitest';
import { wallDayText } from '../../../ui/time/time.ts';
import { changeDrafts, draftsProblem, landingOfDraft, summaryOf, weeksOf } from './drafts.rules.ts';

const draft = (id: string, content = 'Hello'): DraftPost => ({
  id,
  content,
  scheduledTime: `2026-11-2${id.slice(-1)}T09:00:00.000Z`,
  scheduledTimeLocal: '',
  status: 'Pending',
});

const start = { kept: [draft('1-1'), draft('1-2'), draft('1-3')], removed: [] };

test('POST-28 empty and over-long drafts, and none at all, cannot be scheduled', () => {
  expect(draftsProblem([])).toBe('There is nothing left to schedule.');
  expect(draftsProblem([draft('1-1', ' ')])).toBe('One post is empty.');
  expect(draftsProblem([draft('1-1', 'x'.repeat(281)), draft('1-2')])).toBe('One post is too long.');
  expect(draftsProblem([draft('1-1', 'x'.repeat(280))])).toBeNull();
});

test('what cannot be scheduled is counted, empty ones first', () => {
  const [empty, long] = [draft('1-1', ' '), draft('1-2', 'x'.repeat(281))];
  expect(draftsProblem([empty, empty, draft('1-3')])).toBe('2 posts are empty.');
  expect(draftsProblem([long, long, draft('1-3')])).toBe('2 posts are too long.');
  expect(draftsProblem([long, empty])).toBe('One post is empty.');
});

test('of the drafts that were removed, the last one comes back first, and the others stay in the bin', () => {
  const bin = { kept: [draft('1-2')], removed: [draft('1-3'), draft('1-1')] };
  expect(changeDrafts(bin, { do: 'undo' })).toEqual({
    kept: [draft('1-1'), draft('1-2')],
    removed: [draft('1-3')],
  });
  expect(changeDrafts(bin, { do: 'remove', id: '1-2' })).toEqual({
    kept: [],
    removed: [draft('1-3'), draft('1-1'), draft('1-2')],
  });
  const to = '2026-11-25T09:00:00.000Z';
  expect(changeDrafts(bin, { do: 'move', id: '1-2', to })).toEqual({
    kept: [{ ...draft('1-2'), scheduledTime: to }],
    removed: bin.removed,
  });
});

test('a replacement swaps the texts and leaves the times', () => {
  const [first, second] = [draft('1-1', 'First'), draft('1-2', 'Second')];
  const bin = { kept: [first, second], removed: [draft('1-3', 'Third'), draft('1-4', 'Fourth')] };
  expect(changeDrafts(bin, { do: 'replace', id: '1-2', by: '1-3' })).toEqual({
    kept: [first, draft('1-2', 'Third')],
    removed: [draft('1-3', 'Second'), draft('1-4', 'Fourth')],
  });
});

test('a draft may go where no other is, on a day that has room, ahead and within the schedule', () => {
  const limits = {
    zone: 'Europe/Paris',
    now: Date.parse('2026-11-20T12:00:00Z'),
    windowEnd: Date.parse('2026-11-27T12:00:00Z'),
    mostADay: 1,
  };
  const landing = (wall: string, mostADay = 1) =>
    landingOfDraft(draft('1-1'), wall, start.kept, { ...limits, mostADay });
  expect(landing('2026-11-24T09:00')).toEqual({ at: Date.parse('2026-11-24T08:00:00Z') });
  expect(landing('2026-11-22T10:00', 2)).toEqual({
    problem: 'Another post goes out at that time. Choose another one.',
  });
  expect(landing('2026-11-22T11:00')).toEqual({
    problem: 'That day already has 1 post, the most your plan allows. Choose another day.',
  });
  expect(landing('2026-11-22T11:00', 2)).toEqual({ at: Date.parse('2026-11-22T10:00:00Z') });
  // The day is that of the person: half past midnight is of the day that is full.
  expect(landing('2026-11-22T00:30')).toHaveProperty('problem');
  // Its own place is never taken, however full the day.
  expect(landing('2026-11-21T10:00')).toEqual({ at: Date.parse('2026-11-21T09:00:00Z') });
  expect(landing('2026-11-21T08:00')).toEqual({ at: Date.parse('2026-11-21T07:00:00Z') });
  for (const wall of ['2026-11-20T09:00', '2026-11-27T14:00', 'soon'])
    expect(landing(wall)).toHaveProperty('problem');
});

const zone = 'Europe/Paris';

let count = 0;

function draftAt(scheduledTime: string): DraftPost {
  count += 1;
  return { id: `1-${count}`, content: 'Hello', scheduledTime, scheduledTimeLocal: '', status: 'Pending' };
}

/** Drafts at 09:00 and 18:00 in Paris on that many days from a date of winter on, without the given weekdays. */
function plan(from: string, days: number, without: readonly number[] = []): DraftPost[] {
  return Array.from({ length: days }, (_, index) => Date.parse(`${from}T00:00:00Z`) + index * 86_400_000)
    .filter((day) => !without.includes(new Date(day).getUTCDay()))
    .flatMap((day) => [8, 17].map((hour) => draftAt(new Date(day + hour * 3_600_000).toISOString())));
}

test('seven days are one row that begins on the first day', () => {
  const weeks = weeksOf(plan('2026-11-21', 7), zone);
  expect(weeks).toHaveLength(1);
  const days = weeks[0]?.days.map((day) => wallDayText(day.date).slice(0, 3)).join(' ');
  expect(days).toBe('Sat Sun Mon Tue Wed Thu Fri');
  expect(weeks[0]?.days.every((day) => day.drafts.length === 2)).toBe(true);
});

test('a month goes on in rows of 7 days, without the weekdays that are never used', () => {
  const weeks = weeksOf(plan('2026-11-25', 30, [0, 6]), zone);
  const starts = ['2026-11-25', '2026-12-02', '2026-12-09', '2026-12-16', '2026-12-23'];
  expect(weeks.map((week) => week.key)).toEqual(starts);
  const days = weeks[1]?.days.map((day) => wallDayText(day.date).slice(0, 3)).join(' ');
  expect(days).toBe('Wed Thu Fri Mon Tue');
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
  expect(summaryOf([draftAt('2026-11-23T11:00:00.000Z')], zone)).toBe('1 post, Mon, 12:00, Europe/Paris');
});
