import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  type Calendar,
  hasRoom,
  nextFreeSlots,
  nextSlotWithRoom,
  occupy,
  rezone,
  rhythmOf,
} from './slots.rules.ts';

const zones =
  'UTC Europe/Paris America/New_York America/St_Johns Asia/Kathmandu Australia/Lord_Howe Pacific/Apia Pacific/Auckland Africa/Casablanca'.split(
    ' ',
  );

test('an account’s rhythm is the times and weekdays of its posts, or daily at noon', () => {
  expect(rhythmOf(['2026-11-20T18:00:00', '2026-11-20T09:00:00', '2026-11-23T09:00:00'])).toEqual({
    times: ['09:00:00', '18:00:00'],
    weekdays: [1, 5],
  });
  // Seconds count only if no post was planned without them; Sunday is day 0.
  expect(rhythmOf(['2026-11-22T08:30:00', '2026-11-24T11:12:13'])).toEqual({
    times: ['08:30:00'],
    weekdays: [0],
  });
  expect(rhythmOf([])).toEqual({ times: ['12:00:00'], weekdays: [0, 1, 2, 3, 4, 5, 6] });
});

test('POST-55 overdue posts get the next slots of the rhythm that no other post has', () => {
  const rhythm = { times: ['09:00:00', '18:00:00'], weekdays: [1, 2, 3, 4, 5] };
  const now = new Date('2026-11-20T12:00:00Z');
  const taken = new Set([Date.parse('2026-11-20T18:00:00Z')]);
  expect(nextFreeSlots(rhythm, 'UTC', now, taken, 3).map((slot) => slot.local)).toEqual([
    '2026-11-23T09:00:00',
    '2026-11-23T18:00:00',
    '2026-11-24T09:00:00',
  ]);
});

test('slots are ahead, in order, distinct and free, and keep the wall clock through every change of the clocks', () => {
  const day = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      day,
      fc.constantFrom(...zones),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.nat(60), { maxLength: 10 }),
      (now, zone, count, gaps) => {
        const rhythm = { times: ['02:30:00', '09:00:00', '18:00:00'], weekdays: [0, 2, 4] };
        const all = nextFreeSlots(rhythm, zone, now, new Set(), 100);
        const taken = new Set(gaps.map((index) => all[index]?.at.getTime() ?? 0));
        const slots = nextFreeSlots(rhythm, zone, now, taken, count);
        expect(slots).toHaveLength(count);
        slots.forEach((slot, index) => {
          expect(slot.at.getTime()).toBeGreaterThan(slots[index - 1]?.at.getTime() ?? now.getTime());
          expect(taken.has(slot.at.getTime())).toBe(false);
          const wall = Temporal.PlainDateTime.from(slot.local);
          expect(rhythm.weekdays).toContain(wall.dayOfWeek % 7);
          expect(new Date(wall.toZonedDateTime(zone).epochMilliseconds)).toEqual(slot.at);
        });
      },
    ),
    { numRuns: 25 },
  );
});

function calendar(given: Partial<Calendar> = {}): Calendar {
  return {
    rhythm: { times: ['09:00:00'], weekdays: [1] },
    taken: new Set(),
    perDay: new Map(),
    ...given,
  };
}

test('a new post takes the rhythm’s next slot with room, else its times on another day, else a full hour', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const until = new Date('2026-11-30T08:59:00Z');
  const of = calendar();
  const next = () => {
    const slot = nextSlotWithRoom(of, 'UTC', now, { until, perDay: 1 });
    if (slot) occupy(of, slot);
    return slot?.local;
  };
  expect(next()).toBe('2026-11-23T09:00:00');
  expect(next()).toBe('2026-11-22T09:00:00');
  for (let day = 24; day < 30; day += 1) expect(next()).toBe(`2026-11-${day}T09:00:00`);
  // Today's nine o'clock is over, but not its afternoon.
  expect(next()).toBe('2026-11-21T13:00:00');
  expect(next()).toBeUndefined();
});

test('slots with room are ahead, within the window and free, and no day gets too many', () => {
  const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      day,
      fc.constantFrom(...zones),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 12 }),
      fc.array(fc.constantFrom('08:15:00', '12:00:00', '20:30:00'), { minLength: 1, maxLength: 3 }),
      (now, zone, perDay, days, times) => {
        const of = calendar({ rhythm: { times: [...new Set(times)].sort(), weekdays: [2, 4] } });
        const until = new Date(now.getTime() + days * 86_400_000);
        const given: number[] = [];
        for (let count = 0; count < 60; count += 1) {
          const slot = nextSlotWithRoom(of, zone, now, { until, perDay });
          if (!slot) break;
          expect(hasRoom(of, slot.local, perDay)).toBe(true);
          occupy(of, slot);
          given.push(slot.at.getTime());
          expect(slot.at > now && slot.at <= until).toBe(true);
        }
        expect(new Set(given).size).toBe(given.length);
        for (const count of of.perDay.values()) expect(count).toBeLessThanOrEqual(perDay);
      },
    ),
    { numRuns: 25 },
  );
});

const wall = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

const planned = (
  id: number,
  at: string,
  zone: string,
  status: 'pending' | 'posted' | 'failed' | 'processing' = 'pending',
) => ({
  id,
  at: new Date(at),
  local: wall(new Date(at), zone),
  status,
});

const now = new Date('2026-11-21T12:00:00Z');

const paris = 'Europe/Paris';

const auckland = 'Pacific/Auckland';

test('a clock time that is past in the new zone becomes the next free time of the rhythm', () => {
  // 18:00 in Paris is five hours ahead; 18:00 in Auckland was seven hours ago.
  const posts = [
    planned(1, '2026-11-21T17:00:00Z', paris),
    planned(2, '2026-11-23T08:00:00Z', paris),
    planned(3, '2026-11-23T17:00:00Z', paris),
  ];
  const after = rezone(posts, { from: paris, to: auckland, choice: 'clock_times', now });
  expect(after.find(({ id }) => id === 1)).toMatchObject({ local: '2026-11-30T09:00:00' });
  expect(after.filter(({ id }) => id !== 1).map(({ local }) => local)).toEqual([
    '2026-11-23T09:00:00',
    '2026-11-23T18:00:00',
  ]);
});

test('a clock time that the new zone skips moves forward by the gap', () => {
  const post = planned(1, '2027-03-28T02:30:00Z', 'UTC');
  const [after] = rezone([post], { from: 'UTC', to: paris, choice: 'clock_times', now });
  expect(after).toMatchObject({ at: new Date('2027-03-28T01:30:00Z'), local: '2027-03-28T03:30:00' });
});

const plans = fc.record({
  now: fc.date({ min: new Date('2025-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
  from: fc.constantFrom(...zones),
  to: fc.constantFrom(...zones),
  // Steps of 15 minutes over nine days on both sides: every change of the clocks is met by some plan.
  steps: fc.uniqueArray(fc.integer({ min: -864, max: 864 }), { maxLength: 25 }),
  statuses: fc.array(fc.constantFrom('pending', 'pending', 'posted', 'failed', 'processing'), {
    minLength: 25,
    maxLength: 25,
  }),
});

test('over all zones and changes of the clocks, instants stay, and clock times are kept or move ahead', () => {
  fc.assert(
    fc.property(plans, ({ now: start, from, to, steps, statuses }) => {
      const quarter = 900_000;
      const first = Math.floor(start.getTime() / quarter) * quarter;
      const posts = steps
        .map((step, index) => ({
          id: index + 1,
          at: new Date(first + step * quarter),
          status: statuses[index] as 'pending' | 'posted' | 'failed' | 'processing',
        }))
        .map((post) => ({ ...post, local: wall(post.at, from) }))
        .sort((a, b) => a.at.getTime() - b.at.getTime());
      const atNow = new Date(first);

      for (const kept of rezone(posts, { from, to, choice: 'moments', now: atNow })) {
        expect(kept.at).toEqual(kept.from);
        expect(kept.local).toBe(wall(kept.at, to));
      }

      const after = rezone(posts, { from, to, choice: 'clock_times', now: atNow });
      const isToCome = ({ id }: { id: number }) => {
        const post = posts.find((each) => each.id === id);
        return post?.status === 'pending' && post.at > atNow;
      };
      expect(after.filter(isToCome)).toHaveLength(posts.filter(isToCome).length);
      for (const post of after) {
        const before = posts.find(({ id }) => id === post.id);
        expect(['pending', 'failed']).toContain(before?.status);
        if (!isToCome(post)) {
          expect([post.at, post.local]).toEqual([post.from, wall(post.from, to)]);
          continue;
        }
        expect(post.at.getTime()).toBeGreaterThan(atNow.getTime());
        const wanted = Temporal.PlainDateTime.from(before?.local ?? '');
        const there = wanted.toZonedDateTime(to);
        const isKept = there.epochMilliseconds === post.at.getTime();
        const isSkipped = !there.toPlainDateTime().equals(wanted);
        if (isKept && !isSkipped) expect(post.local).toBe(before?.local);
        const isPast = there.epochMilliseconds <= atNow.getTime();
        const rivals = posts.filter(({ id }) => id !== post.id).map(({ at }) => at.getTime());
        const others = after.filter(({ id }) => id !== post.id).map(({ at }) => at.getTime());
        const isTaken = [...rivals, ...others].includes(there.epochMilliseconds);
        expect(isKept || isPast || isTaken).toBe(true);
      }
      const times = after.filter(isToCome).map(({ at }) => at.getTime());
      expect(new Set(times).size).toBe(times.length);
    }),
    { numRuns: 60 },
  );
});
