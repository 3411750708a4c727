import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRunning, type ProviderState } from '../billing.status.rules.ts';
import { noticesOf, type Reading, termsOf } from './notices.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = new Date('2026-12-22T12:00:00Z');
const running: Reading = {
  subscriptionId: 'sub_1',
  state: 'active',
  priceId: 'price_pro',
  cancelAt: null,
  collectionPaused: false,
  graceEnd: null,
};
const none: Reading = { ...running, subscriptionId: null, state: null, priceId: null };
const trial: Reading = { ...running, state: 'trialing' };
const late: Reading = { ...running, state: 'past_due', graceEnd: later };

const lives: [string, Reading, Reading, string[]][] = [
  ['nothing new', running, running, []],
  ['a first trial', none, trial, ['trial_started']],
  ['a first plan', none, running, ['plan_started']],
  ['a first payment after an attempt', { ...running, state: 'incomplete' }, running, ['plan_started']],
  ['a trial that became paid', trial, running, ['plan_started']],
  ['another price', running, { ...running, priceId: 'price_plus' }, ['plan_changed']],
  ['a payment that failed', running, late, ['payment_failed']],
  ['a failed payment without grace: told when posts stop', running, { ...late, graceEnd: null }, []],
  ['a failed payment whose grace is over', running, { ...late, graceEnd: now }, []],
  ['a payment that came at last', late, running, ['payment_recovered']],
  ['collection that is paused: told when posts stop', running, { ...running, collectionPaused: true }, []],
  ['collection that resumed', { ...running, collectionPaused: true }, running, ['payment_recovered']],
  ['an end that was planned', running, { ...running, cancelAt: later }, ['subscription_canceled']],
  ['an end that was taken back', { ...running, cancelAt: later }, running, ['subscription_resumed']],
  ['an end that moved', { ...running, cancelAt: later }, { ...running, cancelAt: now }, []],
  ['an end', running, { ...running, state: 'canceled', cancelAt: now }, ['subscription_ended']],
  ['an end of what never ran', none, { ...running, state: 'canceled' }, []],
  ['an attempt that expired', none, { ...running, state: 'incomplete_expired' }, []],
  ['a subscription after another', running, { ...running, subscriptionId: 'sub_2' }, ['plan_started']],
];

describe('which emails a change sends', () => {
  test.each(lives)('%s', (_, before, after, told) => {
    expect(noticesOf(before, after, now)).toEqual(told);
  });

  const reading: fc.Arbitrary<Reading> = fc.record({
    subscriptionId: fc.constantFrom('sub_1', 'sub_2'),
    state: fc.constantFrom<ProviderState[]>(
      'trialing',
      'active',
      'past_due',
      'unpaid',
      'paused',
      'incomplete',
      'canceled',
    ),
    priceId: fc.constantFrom('price_pro', 'price_plus'),
    cancelAt: fc.constantFrom(null, later),
    collectionPaused: fc.boolean(),
    graceEnd: fc.constantFrom(null, later),
  });

  test('a repeated reading gives no email, and no email comes twice', () => {
    fc.assert(
      fc.property(reading, reading, (before, after) => {
        expect(noticesOf(after, after, now)).toEqual([]);
        const told = noticesOf(before, after, now);
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });

  test('the email about an end comes alone, and only for what ran', () => {
    fc.assert(
      fc.property(reading, reading, (before, after) => {
        const told = noticesOf(before, after, now);
        if (told.includes('subscription_ended')) expect(told).toEqual(['subscription_ended']);
        expect(told.includes('subscription_ended')).toBe(
          isRunning(before.state) && after.state === 'canceled',
        );
      }),
    );
  });
});

describe('what a plan costs, in a mail', () => {
  const price = { unit_amount: 1500, currency: 'usd', interval: 'month' };
  const dates = { trialEnd: new Date('2026-11-28T23:30:00Z'), periodEnd: new Date('2026-12-28T23:30:00Z') };

  test.each([
    [{ price, state: 'active' }, 'It costs $15.00 a month and renews on 28 December 2026.'],
    [{ price, state: 'trialing' }, 'From 28 November 2026 it costs $15.00 a month.'],
    [{ price: { ...price, unit_amount: 0 }, state: 'active' }, 'It is free.'],
    [{ price: null, state: 'active' }, ''],
  ] as const)('%o', (plan, said) => {
    expect(termsOf(plan, dates, 'UTC')).toBe(said);
  });

  test('its days are those of the person’s zone', () => {
    expect(termsOf({ price, state: 'active' }, dates, 'Asia/Tokyo')).toContain('29 December 2026');
    expect(termsOf({ price, state: 'active' }, { trialEnd: null, periodEnd: null }, 'UTC')).toBe(
      'It costs $15.00 a month.',
    );
  });
});
