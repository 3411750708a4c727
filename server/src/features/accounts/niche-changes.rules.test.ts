import { expect, test } from 'vitest';
import { nicheChangesUsed, runningPeriod } from './niche-changes.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-22T12:00:00Z');

test('changes of niche count in the cycle that runs, and not once it is over', () => {
  expect(nicheChangesUsed({ nicheUpdateCount: 2, nicheUpdatePeriodEnd: later }, now)).toBe(2);
  expect(nicheChangesUsed({ nicheUpdateCount: 2, nicheUpdatePeriodEnd: now }, now)).toBe(0);
  expect(nicheChangesUsed({ nicheUpdateCount: 2, nicheUpdatePeriodEnd: null }, now)).toBe(0);
});

test('a cycle runs until its end', () => {
  expect(runningPeriod({ nicheUpdateCount: 0, nicheUpdatePeriodEnd: later }, now)).toBe(later);
  expect(runningPeriod({ nicheUpdateCount: 0, nicheUpdatePeriodEnd: now }, now)).toBeNull();
  expect(runningPeriod({ nicheUpdateCount: 0, nicheUpdatePeriodEnd: null }, now)).toBeNull();
});
