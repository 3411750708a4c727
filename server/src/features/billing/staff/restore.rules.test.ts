import { expect, test } from 'vitest';
import { doubtsInWords, restoreDoubtsOf } from './restore.rules.ts';

test.each([
  [false, 'found', []],
  [true, 'found', ['present_is_live']],
  [false, 'no customer', ['customer_not_found']],
  [false, 'no subscription', ['subscription_not_found']],
  [true, 'no customer', ['present_is_live', 'customer_not_found']],
] as const)(
  'with a present subscription live: %s, and the previous %s, there is a doubt: %j',
  (presentIsLive, previous, doubts) => {
    expect(restoreDoubtsOf({ presentIsLive, previous })).toEqual(doubts);
  },
);

test('doubts are said in sentences', () => {
  expect(doubtsInWords([])).toBe('');
  expect(doubtsInWords(['present_is_live', 'customer_not_found'])).toBe(
    'The current subscription is live. It would no longer be tracked here, but may still be charged. The payment provider no longer has the previous customer.',
  );
  expect(doubtsInWords(['subscription_not_found'])).toBe(
    'The payment provider has the previous customer, but not the previous subscription.',
  );
});
