import { expect, test } from 'vitest';
import { pastDueHeadline, pastDueOf, pastDueText } from './past-due.rules.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const until = (day: string) => ({ graceEnd: Date.parse(day), timeZone: 'America/New_York' });

test('BILL-05 GEN-59 the headline and the card name the day, in the person’s zone, on which posts stop', () => {
  const late = until('2026-12-05T03:00:00Z');
  expect(pastDueHeadline(late, now)).toBe('Payment failed · posts go out until Fri 4 Dec');
  expect(pastDueText(late, now)).toBe(
    'Your posts go out until Fri 4 Dec. Update your card to keep them going.',
  );
  expect(pastDueHeadline(until('2026-11-22T12:00:00Z'), now)).toBe(
    'Payment failed · posts go out until tomorrow',
  );
});

test('BILL-05 from that instant on they say that posts wait', () => {
  for (const over of [until('2026-11-21T10:00:00Z'), { ...until(''), graceEnd: null }]) {
    expect(pastDueHeadline(over, now)).toBe('Payment failed · posts are on hold');
    expect(pastDueText(over, now)).toBe('Your posts are on hold. Update your card, and they go out again.');
  }
});

test('only a past-due plan is one', () => {
  const user = { timeZone: 'UTC', pastDueGraceEnd: '2026-12-05T00:00:00.000Z' };
  expect(pastDueOf({ ...user, subscriptionStatus: 'past_due' })).toEqual({
    graceEnd: Date.parse('2026-12-05'),
    timeZone: 'UTC',
  });
  expect(pastDueOf({ ...user, subscriptionStatus: 'past_due', pastDueGraceEnd: null })?.graceEnd).toBeNull();
  for (const subscriptionStatus of ['active', 'inactive', 'canceling', 'canceled'] as const)
    expect(pastDueOf({ ...user, subscriptionStatus })).toBeNull();
});
