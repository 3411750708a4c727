import { expect, test } from 'vitest';
import { pastDueOf, pastDueText } from './past-due.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const late = (pastDueGraceEnd: string | null) =>
  pastDueOf({ subscriptionStatus: 'past_due', pastDueGraceEnd, timeZone: 'America/New_York' }, now);

test('BILL-05 GEN-59 a failed payment names the day, in the person’s zone, on which posts stop', () => {
  expect(late('2026-12-05T03:00:00Z')).toEqual({ lastDay: 'Fri 4 Dec' });
  expect(late('2026-11-22T12:00:00Z')).toEqual({ lastDay: 'tomorrow' });
  expect(pastDueText({ lastDay: 'Fri 4 Dec' })).toBe(
    'Your posts go out until Fri 4 Dec. Update your card to keep them going.',
  );
});

test('BILL-05 from that instant on no day is named: the posts wait', () => {
  for (const end of ['2026-11-21T10:00:00Z', null]) expect(late(end)).toEqual({ lastDay: null });
  expect(pastDueText({ lastDay: null })).toBe(
    'Your posts are on hold. Update your card, and they go out again.',
  );
});

test('only a past-due plan is one', () => {
  const user = { timeZone: 'UTC', pastDueGraceEnd: '2026-12-05T00:00:00.000Z' };
  for (const subscriptionStatus of ['active', 'inactive', 'canceling', 'canceled'] as const)
    expect(pastDueOf({ ...user, subscriptionStatus }, now)).toBeNull();
});
