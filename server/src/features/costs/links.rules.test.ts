import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkCycle } from './links.rules.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const paid = {
  isInTrial: false,
  trialStart: null,
  trialEnd: null,
  subscriptionExpiryDate: day('2026-12-15'),
};
const spanOf = (billing: Parameters<typeof linkCycle>[0], at: string) => {
  const { start, end } = linkCycle(billing, new Date(at));
  return [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)];
};

test('COST-04 a cycle is a month of the paid period, and the month after it', () => {
  expect(spanOf(paid, '2026-11-20T10:00:00Z')).toEqual(['2026-11-15', '2026-12-15']);
  expect(spanOf(paid, '2026-12-14T23:59:59.999Z')).toEqual(['2026-11-15', '2026-12-15']);
  expect(spanOf(paid, '2026-12-15T00:00:00Z')).toEqual(['2026-12-15', '2027-01-15']);
  expect(spanOf({ ...paid, subscriptionExpiryDate: day('2027-01-31') }, '2027-03-01T00:00:00Z')).toEqual([
    '2027-02-28',
    '2027-03-31',
  ]);
});

test('COST-04 the trial is a cycle, and the first paid month begins at its end', () => {
  const trial = {
    isInTrial: true,
    trialStart: day('2026-11-20'),
    trialEnd: day('2026-11-27'),
    subscriptionExpiryDate: day('2026-11-27'),
  };
  expect(spanOf(trial, '2026-11-21T00:00:00Z')).toEqual(['2026-11-20', '2026-11-27']);
  expect(spanOf(trial, '2026-11-27T00:00:00Z')).toEqual(['2026-11-27', '2026-12-27']);
});

test('COST-04 what lies more than two years behind the paid period is one cycle', () => {
  expect(spanOf(paid, '2028-12-14T23:59:59.999Z')).toEqual(['2028-11-15', '2028-12-15']);
  for (const at of ['2028-12-15T00:00:00Z', '2029-06-01T00:00:00Z'])
    expect(linkCycle(paid, new Date(at))).toEqual({ start: day('2028-12-15'), end: new Date(8.64e15) });
});

test('every moment lies in one cycle, and where a cycle ends the next one begins', () => {
  const instant = fc.date({ min: day('2026-01-01'), max: day('2027-12-31'), noInvalidDate: true });
  const billing = fc.record({
    isInTrial: fc.constant(false),
    trialStart: fc.constant(null),
    trialEnd: fc.constant(null),
    subscriptionExpiryDate: fc.option(instant, { nil: null }),
  });
  fc.assert(
    fc.property(billing, instant, (facts, at) => {
      const { start, end } = linkCycle(facts, at);
      expect(start <= at && at < end).toBe(true);
      expect(linkCycle(facts, start)).toEqual({ start, end });
      expect(linkCycle(facts, new Date(end.getTime() - 1)).start).toEqual(start);
      expect(linkCycle(facts, end).start).toEqual(end);
    }),
  );
});
