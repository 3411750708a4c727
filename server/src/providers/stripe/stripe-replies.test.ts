import { expect, test } from 'vitest';
import { unpaidSince } from './stripe-replies.ts';

/** An open invoice that was charged in vain when it was finalized, in seconds as the provider counts. */
const failed = (finalized_at: number | null, over: { attempted?: boolean; created?: number } = {}) => ({
  attempted: true,
  created: 5,
  ...over,
  status_transitions: { finalized_at, marked_uncollectible_at: null, paid_at: null, voided_at: null },
});

test('BILL-05 the first failed payment is the first charge of the oldest open invoice', () => {
  expect(unpaidSince([failed(300), failed(100), failed(200)])).toEqual(new Date(100_000));
  expect(unpaidSince([failed(100, { attempted: false }), failed(200)])).toEqual(new Date(200_000));
  expect(unpaidSince([failed(null)])).toEqual(new Date(5_000));
  expect(unpaidSince([failed(100, { attempted: false })])).toBeNull();
  expect(unpaidSince([])).toBeNull();
});
