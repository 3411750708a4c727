import { entitlementsOf } from '@drumbeat/contract/billing/billing.rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasFreeTime, type ScheduleChoices, type ScheduleFrame, scheduleFor } from './schedule.rules.ts';
import { planSlots } from './slots.rules.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 18, 8);
const standard = { tier: 'standard', postsPerDay: 2, customDaySelection: false } as const;
const pro = { tier: 'pro', postsPerDay: 3, customDaySelection: true } as const;
const free = { tier: 'free', postsPerDay: 1, customDaySelection: false } as const;
const skip = { skipWeekends: true };
const keep = { skipWeekends: false };

function frame(change: Partial<ScheduleFrame>): ScheduleFrame {
  return { entitlements: standard, trial: null, expiry: null, now, ...change };
}

function planned(of: ScheduleFrame, choices: Parameters<typeof scheduleFor>[1]): number {
  return planSlots({ schedule: scheduleFor(of, choices), now: of.now, timeZone: 'Europe/Paris', taken: [] })
    .length;
}

describe('a trial', () => {
  const trial = { end: now + 7 * DAY, postsSoFar: 0 };

  it('GEN-41, GEN-42: 10 weekday posts with weekends skipped, else 14, whenever the trial begins', () => {
    const starts = fc.record({
      now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
      // Zones that do not change their clocks: there a trial is exactly seven local days.
      timeZone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Asia/Tokyo', 'America/Bogota'),
    });
    fc.assert(
      fc.property(starts, (start) => {
        const of = frame({ now: start.now, trial: { end: start.now + 7 * DAY, postsSoFar: 0 } });
        const count = (choices: typeof skip) =>
          planSlots({ schedule: scheduleFor(of, choices), now: of.now, timeZone: start.timeZone, taken: [] })
            .length;
        expect([count(skip), count(keep)]).toEqual([10, 14]);
      }),
    );
  });

  it('GEN-36: plans no more than what remains of the 14', () => {
    expect(planned(frame({ trial: { ...trial, postsSoFar: 11 } }), keep)).toBe(3);
    expect(planned(frame({ trial: { ...trial, postsSoFar: 10 } }), skip)).toBe(4);
    expect(planned(frame({ trial: { ...trial, postsSoFar: 20 } }), keep)).toBe(0);
  });

  it('GEN-41, GEN-42: also where a change of the clocks makes room for one more', () => {
    const now = Date.parse('2026-03-23T08:30+01:00');
    const of = frame({ now, trial: { end: now + 7 * DAY, postsSoFar: 0 } });
    expect([planned(of, skip), planned(of, keep)]).toEqual([10, 14]);
  });

  it('GEN-43: has the trial schedule whatever the tier', () => {
    const [ofFree, ofPro] = [
      scheduleFor(frame({ entitlements: free, trial }), keep),
      scheduleFor(frame({ entitlements: pro, trial }), { ...keep, postsPerDay: 3 }),
    ];
    expect(ofFree).toEqual({ ...ofPro, perDay: 2 });
    expect(ofPro.perDay).toBe(3);
  });
});

describe('a paid month', () => {
  it('GEN-46, GEN-47, GEN-48: posts per day is at least 1, rounded, capped by the plan', () => {
    const hours = (postsPerDay: number, entitlements: ScheduleFrame['entitlements'] = pro) =>
      scheduleFor(frame({ entitlements }), { ...skip, postsPerDay }).hours.length;
    expect([hours(0), hours(2.4), hours(3), hours(12)]).toEqual([1, 2, 3, 3]);
    expect(hours(2, free)).toBe(1);
    expect(scheduleFor(frame({ entitlements: free }), skip).perDay).toBe(1);
  });

  it('GEN-47 PROD-28 PROD-29 PROD-30: without a choice one gets what the plan sells: 2 by default, 3 on Pro+', () => {
    const hours = (metadata: Record<string, string>) =>
      scheduleFor(frame({ entitlements: entitlementsOf(metadata) }), skip).hours.length;
    expect(['standard', 'pro', 'pro_plus', 'free'].map((tier) => hours({ tier }))).toEqual([2, 2, 3, 1]);
    expect(hours({ tier: 'pro', posts_per_day: '5' })).toBe(5);
    expect(hours({ tier: 'standard', posts_per_day: '1' })).toBe(1);
  });

  it('GEN-50, GEN-63, PROD-32: Standard skips weekends or not, as chosen, and cannot choose single days', () => {
    const entitlements = entitlementsOf({ tier: 'standard' });
    const days = (choices: ScheduleChoices) => scheduleFor(frame({ entitlements }), choices).weekdays;
    expect(days(skip)).toEqual([1, 2, 3, 4, 5]);
    expect(days(keep)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(days({ ...skip, allowedDays: [6] })).toEqual([1, 2, 3, 4, 5]);
  });

  it('GEN-54: chosen days count only with the entitlement', () => {
    const choices = { ...keep, allowedDays: [2, 6] };
    expect(scheduleFor(frame({ entitlements: pro }), choices).weekdays).toEqual([2, 6]);
    expect(scheduleFor(frame({ entitlements: standard }), choices).weekdays).toHaveLength(7);
  });

  it('reaches 30 days, or to the end of the subscription', () => {
    expect(scheduleFor(frame({}), skip).until).toBe(now + 30 * DAY);
    expect(scheduleFor(frame({ expiry: now + 3 * DAY }), skip).until).toBe(now + 3 * DAY);
    expect(scheduleFor(frame({ expiry: now + 300 * DAY }), skip).until).toBe(now + 30 * DAY);
  });
});

describe('the free tier', () => {
  it('GEN-45, GEN-48, PROD-27: one post on Mondays, Wednesdays and Fridays, whatever is chosen', () => {
    const schedule = scheduleFor(frame({ entitlements: { ...free, postsPerDay: 5 } }), {
      ...keep,
      postsPerDay: 5,
      allowedDays: [0, 6],
    });
    expect([schedule.weekdays, schedule.hours]).toEqual([[1, 3, 5], [12]]);
  });
});

describe('hasFreeTime', () => {
  // 2026-11-18 is a Wednesday, 9:00 in Paris: what is planned today comes after nine.
  const around = (...taken: string[]) => ({
    timeZone: 'Europe/Paris',
    taken: taken.map((local) => new Date(`${local}+01:00`)),
  });
  const until = (local: string) => Date.parse(`${local}+01:00`);
  const today = { expiry: until('2026-11-18T23:00') };

  it('GEN-17: counts the hours of every number of posts a day, up to what the plan allows', () => {
    const taken = around('2026-11-18T12:00', '2026-11-18T18:00');
    expect(hasFreeTime(frame({ ...today, entitlements: standard }), taken)).toBe(false);
    // Three a day have an hour of their own: 14:00.
    expect(hasFreeTime(frame({ ...today, entitlements: pro }), taken)).toBe(true);
  });

  it('GEN-45: knows that the free tier posts on Mondays, Wednesdays and Fridays only', () => {
    const week = { entitlements: free, expiry: until('2026-11-24T23:00') };
    const mine = ['2026-11-18T12:00', '2026-11-20T12:00', '2026-11-23T12:00'];
    expect(hasFreeTime(frame(week), around(...mine))).toBe(false);
    expect(hasFreeTime(frame(week), around(...mine.slice(1)))).toBe(true);
  });
});
