import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CycleFacts, cycleAt } from './cycle.rules.ts';

const DAY = 86_400_000;
const at = (text: string) => Date.parse(`${text}T10:00:00Z`);

function facts(change: Partial<CycleFacts>): CycleFacts {
  return {
    trial: null,
    isInTrial: false,
    expiry: null,
    connectedAt: at('2026-01-01'),
    now: at('2026-11-21'),
    ...change,
  };
}

describe('cycleAt', () => {
  it('GEN-17, GEN-56: the trial is one cycle', () => {
    const trial = { start: at('2026-11-18'), end: at('2026-11-25') };
    expect(cycleAt(facts({ trial, isInTrial: true, expiry: trial.end }))).toEqual(trial);
  });

  it('GEN-17: the billing month otherwise', () => {
    expect(cycleAt(facts({ expiry: at('2026-12-10') }))).toEqual({
      start: at('2026-11-10'),
      end: at('2026-12-10'),
    });
  });

  it('counts each month of a longer period', () => {
    expect(cycleAt(facts({ expiry: at('2027-06-05') }))).toEqual({
      start: at('2026-11-05'),
      end: at('2026-12-05'),
    });
  });

  it('begins the first paid month where the trial ended', () => {
    const trial = { start: at('2026-01-24'), end: at('2026-01-31') };
    const first = facts({ trial, expiry: at('2026-02-28'), now: at('2026-02-01') });
    expect(cycleAt(first)).toEqual({ start: trial.end, end: at('2026-02-28') });
    expect(cycleAt({ ...first, now: trial.end })).toEqual({ start: trial.end, end: at('2026-02-28') });
  });

  it('counts the month from its own start where the trial was cut short', () => {
    const trial = { start: at('2026-11-20'), end: at('2026-11-27') };
    const paid = facts({ trial, expiry: at('2026-12-20'), now: at('2026-11-21') });
    expect(cycleAt(paid)).toEqual({ start: at('2026-11-20'), end: at('2026-12-20') });
  });

  it('GEN-17, GEN-56: 30 days from the connection on, without a period', () => {
    const connectedAt = at('2026-10-01');
    const cycle = { start: connectedAt + 30 * DAY, end: connectedAt + 60 * DAY };
    expect(cycleAt(facts({ connectedAt, now: at('2026-10-31') }))).toEqual(cycle);
    expect(cycleAt(facts({ connectedAt, now: cycle.end - 1, expiry: at('2026-01-01') }))).toEqual(cycle);
  });

  it('always holds now, and meets the next one without a gap', () => {
    const instant = fc.integer({ min: at('2024-01-01'), max: at('2032-01-01') });
    const input = fc.record({
      now: instant,
      connectedAt: instant,
      expiry: fc.option(instant),
    });
    fc.assert(
      fc.property(input, ({ now, connectedAt, expiry }) => {
        const from = Math.min(connectedAt, now);
        const cycle = cycleAt(facts({ now, connectedAt: from, expiry }));
        expect(cycle.start).toBeLessThanOrEqual(now);
        expect(cycle.end).toBeGreaterThan(now);
        if (expiry !== null && cycle.end >= expiry) return;
        expect(cycleAt(facts({ now: cycle.end, connectedAt: from, expiry })).start).toBe(cycle.end);
      }),
    );
  });
});
