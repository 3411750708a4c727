import { expect, test } from 'vitest';
import { statusOfCustomer, statusWords } from './customer.rules.ts';

test('a subscription status is named, and a trial as one', () => {
  const of = (
    subscription_status: Parameters<typeof statusWords>[0]['subscription_status'],
    in_trial = false,
  ) => statusWords({ subscription_status, in_trial });
  expect(
    (['active', 'inactive', 'canceling', 'canceled', 'past_due'] as const).map((status) => of(status)),
  ).toEqual(['Active', 'Inactive', 'Canceling', 'Canceled', 'Past due']);
  expect([of('active', true), of('canceling', true)]).toEqual(['Trial', 'Trial, canceling']);
});

test('the page of a customer names the status as the list does', () => {
  expect(statusOfCustomer({ subscription_status: 'canceling', is_in_trial: true })).toBe('Trial, canceling');
  expect(statusOfCustomer({ subscription_status: 'past_due', is_in_trial: false })).toBe('Past due');
});
