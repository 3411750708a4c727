import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { daysText, planSlots, type Schedule, type Slot, slotHours, startOfDay } from './slots.rules.ts';

const DAY = 86_400_000;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

function at(text: string): number {
  return Temporal.ZonedDateTime.from(text).epochMilliseconds;
}

function locals(slots: Slot[]): string[] {
  return slots.map((slot) => slot.scheduledTimeLocal);
}

function schedule(change: Partial<Schedule> & { until: number }): Schedule {
  const unlimited = { atMost: Number.POSITIVE_INFINITY, perDay: Number.POSITIVE_INFINITY };
  return { hours: slotHours(2), weekdays: everyDay, ...unlimited, ...change };
}

describe('slotHours', () => {
  it.each([
    [1, [12]],
    [3, [9, 14, 18]],
    [5, [9, 12, 15, 17, 20]],
    [12, [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
  ])('GEN-37, GEN-38: %i a day', (postsPerDay, hours) => {
    expect(slotHours(postsPerDay)).toEqual(hours);
  });

  it('GEN-44: five or more are whole distinct hours, evenly spread from 9 to 20', () => {
    for (let n = 5; n <= 12; n++) {
      const hours = slotHours(n);
      const steps = hours.slice(1).map((hour, i) => hour - (hours[i] ?? 0));
      expect([hours[0], hours.at(-1), new Set(hours).size]).toEqual([9, 20, n]);
      expect(hours.every(Number.isInteger)).toBe(true);
      expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
    }
  });
});

describe('planSlots', () => {
  const zone = '[Europe/Paris]';
  const plan = (now: string, change: Partial<Schedule> = {}, taken: number[] = []) =>
    locals(
      planSlots({
        schedule: schedule({ until: at(`${now}${zone}`) + 2 * DAY, ...change }),
        now: at(`${now}${zone}`),
        timeZone: 'Europe/Paris',
        taken,
      }),
    );

  it('GEN-40: same-day slots are later than the current hour', () => {
    expect(plan('2026-11-18T08:59')[0]).toBe('2026-11-18T09:00:00');
    expect(plan('2026-11-18T09:00')[0]).toBe('2026-11-18T18:00:00');
    expect(plan('2026-11-18T17:59')[0]).toBe('2026-11-18T18:00:00');
  });

  it('GEN-39, GEN-44: from 18:00 on, planning starts the next day', () => {
    expect(plan('2026-11-18T18:00', { hours: slotHours(12) })[0]).toBe('2026-11-19T09:00:00');
    expect(plan('2026-11-18T23:59')[0]).toBe('2026-11-19T09:00:00');
  });

  it('GEN-49, GEN-58: keeps to the allowed weekdays, 0 being Sunday', () => {
    const week = { until: at(`2026-11-25T08:00${zone}`), hours: [12] };
    expect(plan('2026-11-18T08:00', { ...week, weekdays: [0] })).toEqual(['2026-11-22T12:00:00']);
    expect(plan('2026-11-18T08:00', { ...week, weekdays: [1, 3, 5] })).toEqual([
      '2026-11-18T12:00:00',
      '2026-11-20T12:00:00',
      '2026-11-23T12:00:00',
    ]);
  });

  it('leaves out what is taken, and stops at the number and at the end', () => {
    const taken = [at(`2026-11-18T09:00${zone}`)];
    expect(plan('2026-11-18T08:00', { atMost: 2 }, taken)).toEqual([
      '2026-11-18T18:00:00',
      '2026-11-19T09:00:00',
    ]);
    const until = at(`2026-11-19T09:00${zone}`);
    expect(plan('2026-11-18T10:00', { until })).toEqual(['2026-11-18T18:00:00', '2026-11-19T09:00:00']);
    expect(plan('2026-11-18T10:00', { until: until - 1 })).toEqual(['2026-11-18T18:00:00']);
  });

  it('holds in every zone, at any time of the year', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const input = fc.record({
      timeZone: fc.constantFrom(...zones),
      now: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) }),
      days: fc.integer({ min: 1, max: 31 }),
      postsPerDay: fc.integer({ min: 1, max: 12 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
      atMost: fc.integer({ min: 0, max: 400 }),
      perDay: fc.integer({ min: 1, max: 12 }),
      before: fc.array(fc.integer({ min: 0, max: 31 * 24 }), { maxLength: 60 }),
    });
    fc.assert(
      fc.property(input, ({ timeZone, now, days, postsPerDay, weekdays, atMost, perDay, before }) => {
        const until = now + days * DAY;
        const hours = slotHours(postsPerDay);
        const limits = { weekdays, until, atMost, perDay };
        const taken = [...new Set(before)].map(
          (hour) => startOfDay(now, timeZone).getTime() + hour * (DAY / 24),
        );
        const slots = planSlots({ schedule: { hours, ...limits }, now, timeZone, taken });
        const dayOf = (time: number) =>
          Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate().toString();
        const former = taken.map(dayOf);
        const times = slots.map((slot) => Date.parse(slot.scheduledTime));
        expect(slots.length).toBeLessThanOrEqual(Math.min(atMost, (days + 1) * postsPerDay));
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        for (const slot of slots) {
          const zoned = Temporal.Instant.from(slot.scheduledTime).toZonedDateTimeISO(timeZone);
          expect(zoned.epochMilliseconds).toBeGreaterThan(now);
          expect(zoned.epochMilliseconds).toBeLessThanOrEqual(until);
          expect(zoned.toPlainDateTime().toString({ smallestUnit: 'second' })).toBe(slot.scheduledTimeLocal);
          expect(weekdays).toContain(zoned.dayOfWeek % 7);
          expect(hours).toContain(zoned.hour);
          const day = dayOf(zoned.epochMilliseconds);
          const planned = slots.filter((other) => other.scheduledTimeLocal.startsWith(day)).length;
          expect(planned + former.filter((other) => other === day).length).toBeLessThanOrEqual(perDay);
          expect(taken).not.toContain(zoned.epochMilliseconds);
          expect(slot.scheduledTimeLocal).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00$/);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('startOfDay', () => {
  it.each([
    ['2026-11-18T18:29:59Z', 'Asia/Kolkata', '2026-11-17T18:30:00Z'],
    ['2026-11-18T18:30:00Z', 'Asia/Kolkata', '2026-11-18T18:30:00Z'],
    // A day that begins at one o'clock.
    ['2026-09-06T12:00:00Z', 'America/Santiago', '2026-09-06T04:00:00Z'],
  ])('of %s in %s is %s', (now, timeZone, start) => {
    expect(startOfDay(Date.parse(now), timeZone)).toEqual(new Date(start));
  });
});

describe('daysText (GEN-58)', () => {
  it.each([
    [7 * DAY, '7 days'],
    [0.2 * DAY, '1 day'],
    [DAY + 1, '2 days'],
  ])('%d ms is %s', (span, text) => {
    expect(daysText(1_000 + span, 1_000)).toBe(text);
  });
});
