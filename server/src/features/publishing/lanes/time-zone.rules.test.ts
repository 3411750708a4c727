import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { rezone } from './slots.rules.ts';

const zones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Africa/Casablanca',
];

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

test('posts that keep their clock times follow the new zone; what is over or being published stays', () => {
  const posts = [
    planned(1, '2026-11-20T08:00:00Z', paris, 'posted'),
    planned(2, '2026-11-21T08:00:00Z', paris, 'failed'),
    planned(3, '2026-11-21T11:59:00Z', paris),
    planned(4, '2026-11-21T12:01:00Z', paris, 'processing'),
    planned(5, '2026-11-23T08:00:00Z', paris),
  ];
  const after = rezone(posts, { from: paris, to: auckland, choice: 'clock_times', now });
  const shown = after.map(({ id, at, local }) => [id, at.toISOString(), local]).sort();
  expect(shown).toEqual([
    [2, '2026-11-21T08:00:00.000Z', '2026-11-21T21:00:00'],
    [3, '2026-11-21T11:59:00.000Z', '2026-11-22T00:59:00'],
    [5, '2026-11-22T20:00:00.000Z', '2026-11-23T09:00:00'],
  ]);
});

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
    { numRuns: 300 },
  );
});
