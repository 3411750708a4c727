import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPost } from '../posts/build-post.fixture.ts';
import {
  addDays,
  byDay,
  eventsOf,
  isDay,
  type Place,
  rangeOf,
  readPlace,
  shownDays,
  sixWeeks,
  stepByKey,
  toneOf,
  turnPage,
  weekOf,
  writePlace,
} from './calendar.rules.ts';

const someDay = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 86_400_000, max: Date.UTC(2040, 0, 1) / 86_400_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));

const someSpan = fc.constantFrom('month' as const, 'week' as const, 'day' as const);
const someStart = fc.integer({ min: 0, max: 6 });
const weekday = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay();

test('CAL-02 the month is the default and shows 42 days: six whole weeks that hold the month', () => {
  expect(readPlace(new URLSearchParams(), '2026-11-22')).toEqual({ span: 'month', day: '2026-11-22' });
  fc.assert(
    fc.property(someDay, someStart, (day, start) => {
      const days = sixWeeks(day, start);
      expect(days).toHaveLength(42);
      expect(weekday(days[0] ?? '')).toBe(start);
      expect(days.slice(0, 7)).toContain(`${day.slice(0, 8)}01`);
      expect(days).toContain(day);
      expect(days.every((each, index) => index === 0 || addDays(days[index - 1] ?? '', 1) === each)).toBe(
        true,
      );
    }),
  );
});

test('the place is kept in the address, beside what is there already', () => {
  fc.assert(
    fc.property(someSpan, someDay, (span, day) => {
      const written = writePlace(new URLSearchParams('view=calendar&q=ab'), { span, day }, '2026-11-22');
      expect(readPlace(written, '2026-11-22')).toEqual({ span, day });
      expect([written.get('view'), written.get('q')]).toEqual(['calendar', 'ab']);
    }),
  );
  const today = { span: 'month', day: '2026-11-22' } as const;
  expect(writePlace(new URLSearchParams('span=day&day=2026-11-24'), today, '2026-11-22').toString()).toBe('');
  expect(readPlace(new URLSearchParams('span=year&day=2026-02-30'), '2026-11-22')).toEqual(today);
});

test('only days that exist are days', () => {
  for (const text of ['2026-02-30', '2026-1-01', '2026-01-01T00:00', 'today', '', null]) {
    expect(isDay(text), String(text)).toBe(false);
  }
  expect(isDay('2028-02-29')).toBe(true);
});

test('CAL-03 the next page and the one before are a month, a week or a day away', () => {
  const place = (span: Place['span'], day: string): Place => ({ span, day });
  expect(turnPage(place('month', '2026-01-31'), 1)).toEqual(place('month', '2026-02-28'));
  expect(turnPage(place('month', '2026-01-15'), -1)).toEqual(place('month', '2025-12-15'));
  expect(turnPage(place('week', '2026-12-28'), 1)).toEqual(place('week', '2027-01-04'));
  expect(turnPage(place('day', '2026-03-01'), -1)).toEqual(place('day', '2026-02-28'));
});

test('CAL-14 a week begins on the day that the locale says', () => {
  expect([0, 1, 6].map((start) => weekOf('2026-11-22', start))).toEqual([
    '2026-11-22',
    '2026-11-16',
    '2026-11-21',
  ]);
  const shown = (span: Place['span']) => Object.values(shownDays({ span, day: '2026-11-22' }, 1));
  expect(shown('week')).toEqual(['2026-11-16', '2026-11-23']);
  expect(shown('month')).toEqual(['2026-10-26', '2026-12-07']);
  expect(shown('day')).toEqual(['2026-11-22', '2026-11-23']);
});

test('CAL-14 a post is on its day in the zone of the person', () => {
  const post = buildPost({ id: '1', scheduledTime: '2026-11-22T02:00:00.000Z' });
  const later = buildPost({ id: '2', scheduledTime: '2026-11-22T03:29:00.000Z' });
  const odd = buildPost({ id: '3', scheduledTime: 'never' });
  const days = (zone: string) =>
    [...byDay([later, post, odd], zone)].map(([day, posts]) => [day, posts.map(({ id }) => id).join('')]);
  expect(days('Europe/Paris')).toEqual([['2026-11-22', '12']]);
  expect(days('America/St_Johns')).toEqual([['2026-11-21', '12']]);
  expect(days('America/New_York')).toEqual([['2026-11-21', '12']]);
});

test('CAL-09 POST-10 posted is green, failed is red, everything else has the brand colour', () => {
  const tones = (['Pending', 'Processing', 'Failed', 'Posted'] as const).map((status) => toneOf({ status }));
  expect(tones).toEqual(['brand', 'brand', 'failed', 'posted']);
});

test('arrow keys move by days in the month, by days and half hours in week and day', () => {
  const wall = '2026-11-30T23:30';
  const by = (span: Place['span']) =>
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'a'].map((key) => stepByKey(wall, key, span));
  expect(by('month')).toEqual([
    '2026-11-29T23:30',
    '2026-12-01T23:30',
    '2026-11-23T23:30',
    '2026-12-07T23:30',
    null,
  ]);
  const slots = ['2026-11-29T23:30', '2026-12-01T23:30', '2026-11-30T23:00', '2026-12-01T00:00', null];
  expect(by('week')).toEqual(slots);
  expect(by('day')).toEqual(slots);
});

test('what is shown begins and ends with days of the zone, also where the clocks skip midnight', () => {
  const range = (place: Place, zone: string) => {
    const { from, until } = rangeOf(place, 1, zone);
    return [from, until].map((time) => new Date(time).toISOString());
  };
  expect(range({ span: 'day', day: '2026-11-22' }, 'Asia/Kathmandu')).toEqual([
    '2026-11-21T18:15:00.000Z',
    '2026-11-22T18:15:00.000Z',
  ]);
  expect(range({ span: 'week', day: '2026-11-22' }, 'America/St_Johns')).toEqual([
    '2026-11-16T03:30:00.000Z',
    '2026-11-23T03:30:00.000Z',
  ]);
  expect(range({ span: 'day', day: '2026-04-24' }, 'Africa/Cairo')).toEqual([
    '2026-04-23T22:00:00.000Z',
    '2026-04-24T21:00:00.000Z',
  ]);
  expect(rangeOf({ span: 'day', day: '9999-12-31' }, 1, 'UTC').until).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['2026-10-25T00:30:00.000Z', 'Europe/Paris', '2026-10-25T02:30', '2026-10-25T03:00'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Paris', '2026-10-25T02:30', '2026-10-25T03:00'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Paris', '2026-03-29T03:00', '2026-03-29T03:30'],
  ['2026-03-08T05:29:00.000Z', 'America/St_Johns', '2026-03-08T01:59', '2026-03-08T02:29'],
  ['2026-03-08T05:30:00.000Z', 'America/St_Johns', '2026-03-08T03:00', '2026-03-08T03:30'],
  // It ends with its day.
  ['2026-11-22T23:45:00.000Z', 'UTC', '2026-11-22T23:45', '2026-11-23T00:00'],
])('CAL-14 a post of %s is at its wall clock in %s', (iso, zone, start, end) => {
  const events = eventsOf([buildPost({ scheduledTime: iso })], zone, () => true, null);
  expect(events).toMatchObject([{ start, end }]);
});

test('a carried post is first of the day that it hangs over; a post without a time is left out', () => {
  const posts = [
    buildPost({ id: '1' }),
    buildPost({ id: '2' }),
    buildPost({ id: '3', scheduledTime: 'never' }),
  ];
  const events = eventsOf(posts, 'UTC', (post) => post.id === '2', { id: '2', wall: '2026-12-01T10:00' });
  expect(events).toMatchObject([
    { id: '1', start: '2026-11-21T09:00', startEditable: false, extendedProps: { order: 1 } },
    {
      id: '2',
      start: '2026-12-01T10:00',
      startEditable: true,
      extendedProps: { isCarried: true, order: 0 },
    },
  ]);
});
