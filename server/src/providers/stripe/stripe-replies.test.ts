import { cancelReason } from '@drumbeat/contract/billing/billing.entities.ts';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { resumeParams } from './stripe-changes.ts';
import { eventOf, invoiceOf, stripeReasons, subscriptionOf, unpaidSince } from './stripe-replies.ts';

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
  expect(unpaidSince([])).toBeNull();
});

/** A subscription as the client gives it, with the fields that we read. */
function reply(over: object = {}): Stripe.Subscription {
  const price = { id: 'price_1', product: 'prod_1' };
  return {
    id: 'sub_1',
    status: 'active',
    created: 1,
    metadata: {},
    items: { data: [{ price, current_period_end: 100 }] },
    pause_collection: null,
    cancel_at: null,
    cancel_at_period_end: false,
    cancellation_details: null,
    default_payment_method: null,
    ...over,
  } as unknown as Stripe.Subscription;
}

const canceled = (feedback: string | null, kept?: string) =>
  subscriptionOf(
    reply({
      cancellation_details: { feedback, comment: null, reason: null },
      metadata: kept ? { cancel_reason: kept } : {},
    }),
    [],
  ).cancelReason;

test.each(cancelReason.options)('BILL-26 our reason %s survives the way through the provider', (reason) => {
  expect(canceled(stripeReasons[reason], reason)).toBe(reason);
});

test.each([
  [null, undefined, null],
  [null, 'temporary_pause', null],
  ['unused', 'temporary_pause', 'not_using_enough'],
  ['switched_service', undefined, 'found_alternative'],
  ['too_complex', undefined, 'other'],
  ['other', 'nonsense', 'other'],
])('a reason of the provider (%s, with %s kept from before) is %s', (feedback, kept, reason) => {
  expect(canceled(feedback, kept)).toBe(reason);
});

test('a subscription is read whole, and one that we cannot read is no subscription', () => {
  const method = {
    card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2031, fingerprint: 'print' },
  };
  const whole = reply({
    status: 'past_due',
    pause_collection: { behavior: 'void' },
    trial_start: 10,
    trial_end: 20,
    canceled_at: 30,
    ended_at: 40,
    cancellation_details: { feedback: 'unused', comment: 'No time', reason: 'payment_failed' },
    default_payment_method: method,
  });
  expect(subscriptionOf(whole, [failed(60) as Stripe.Invoice])).toEqual({
    id: 'sub_1',
    state: 'past_due',
    collectionPaused: true,
    unpaidSince: new Date(60_000),
    priceId: 'price_1',
    productId: 'prod_1',
    createdAt: new Date(1_000),
    periodEnd: new Date(100_000),
    trialStart: new Date(10_000),
    trialEnd: new Date(20_000),
    cancelAt: null,
    canceledAt: new Date(30_000),
    endedAt: new Date(40_000),
    cancelReason: 'not_using_enough',
    cancelFeedback: 'No time',
    endedUnpaid: true,
    card: { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2031 },
    cardFingerprint: 'print',
  });
  const bare = subscriptionOf(reply(), []);
  expect(bare).toMatchObject({ collectionPaused: false, trialStart: null, canceledAt: null, endedAt: null });
  expect(bare).toMatchObject({ endedUnpaid: false, cancelFeedback: null, card: null, cardFingerprint: null });
  expect(() => subscriptionOf(reply({ items: { data: [] } }), [])).toThrow('Subscription sub_1 has no item');
  expect(() => subscriptionOf(reply({ status: 'frozen' }), [])).toThrow('Unknown subscription state frozen');
});

test('an end is read in both ways of the provider, and taken back in the same one', () => {
  const flag = reply({ cancel_at_period_end: true });
  const date = reply({ cancel_at: 50 });
  expect(subscriptionOf(flag, []).cancelAt).toEqual(new Date(100_000));
  expect(subscriptionOf(date, []).cancelAt).toEqual(new Date(50_000));
  expect(subscriptionOf(reply(), []).cancelAt).toBeNull();
  expect(resumeParams(flag)).toEqual({ cancel_at_period_end: false, metadata: { cancel_reason: '' } });
  expect(resumeParams(date)).toEqual({ cancel_at: '', metadata: { cancel_reason: '' } });
  expect(resumeParams(reply())).toBeUndefined();
});

test.each([
  [{ description: 'Thanks' }, 'Thanks'],
  [{ description: null, billing_reason: 'subscription_update' }, 'Change of plan'],
  [{ description: null, billing_reason: 'subscription_cycle' }, '1 × Pro'],
  [{ description: null, lines: { data: [] } }, 'Subscription'],
])('BILL-20 an invoice %o is described as %s', (over, description) => {
  const lines = { data: [{ description: '1 × Pro' }] };
  const invoice = { id: 'in_1', created: 1, total: 700, currency: 'usd', status: 'paid', lines, ...over };
  expect(invoiceOf(invoice as unknown as Stripe.Invoice)).toEqual({
    id: 'in_1',
    date: new Date(1_000),
    amount: 700,
    currency: 'usd',
    status: 'paid',
    description,
    url: null,
  });
});

test.each([
  ['the customer itself', { id: 'cus_1', object: 'customer' }, undefined, 'cus_1'],
  ['a thing of a customer', { id: 'in_1', object: 'invoice', customer: 'cus_1' }, undefined, 'cus_1'],
  ['an expanded customer', { id: 'in_1', object: 'invoice', customer: { id: 'cus_1' } }, undefined, 'cus_1'],
  [
    'a card taken away',
    { id: 'pm_1', object: 'payment_method', customer: null },
    { customer: 'cus_1' },
    'cus_1',
  ],
  ['a thing of nobody', { id: 'prod_1', object: 'product' }, undefined, null],
])('an event about %s names the customer', (_, object, previous_attributes, customerId) => {
  const event = { id: 'evt_1', type: 'any', created: 5, data: { object, previous_attributes } };
  expect(eventOf(event as unknown as Stripe.Event)).toEqual({
    id: 'evt_1',
    type: 'any',
    occurredAt: new Date(5_000),
    objectId: object.id,
    customerId,
  });
});
