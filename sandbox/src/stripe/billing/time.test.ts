import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../../test/harness.ts';
import {
  createPrice,
  type Receiver,
  startReceiver,
  stripeClient,
  subscribe,
} from '../../../test/stripe-bench.ts';
import { nextPeriodEnd } from './clock.ts';

let bench: Bench;
let receiver: Receiver;
let stripe: Stripe;
beforeAll(async () => {
  receiver = await startReceiver();
  bench = await startBench({ webhookUrl: receiver.url });
  stripe = stripeClient(bench);
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});
beforeEach(async () => {
  await bench.control('POST', '/reset');
  receiver.events = [];
  receiver.status = 200;
});

async function advance(customer: Stripe.Customer, days: number): Promise<string[]> {
  return (
    await bench.control<{ events: string[] }>('POST', '/stripe/advance', { customer: customer.id, days })
  ).events;
}

async function statusOf(subscription: Stripe.Subscription): Promise<string> {
  return (await stripe.subscriptions.retrieve(subscription.id)).status;
}

describe('the end of a trial', () => {
  it('is announced three days before, then charged', async () => {
    const { customer, subscription } = await subscribe(bench, { trialDays: 7 });
    expect(await advance(customer, 4.1)).toEqual(['customer.subscription.trial_will_end']);
    const events = await advance(customer, 3);
    expect(events).toContain('invoice.paid');
    expect(events.filter((type) => type === 'customer.subscription.updated')).toHaveLength(1);
    expect(await statusOf(subscription)).toBe('active');
    const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect([invoice?.billing_reason, invoice?.amount_paid]).toEqual(['subscription_cycle', 1500]);
    // The month that was paid begins where the trial ended.
    const [item] = (await stripe.subscriptions.retrieve(subscription.id)).items.data;
    const [start = 0, end = 0] = [item?.current_period_start, item?.current_period_end];
    expect(start).toBe(subscription.trial_end);
    expect((end - start) / 86_400).toBeGreaterThanOrEqual(28);
  });

  it('is announced again where it was put off', async () => {
    const { customer, subscription } = await subscribe(bench, { trialDays: 7 });
    await advance(customer, 4.1);
    const end = (subscription.trial_end ?? 0) + 10 * 86_400;
    await stripe.subscriptions.update(subscription.id, { trial_end: end });
    expect(await advance(customer, 10)).toEqual(['customer.subscription.trial_will_end']);
  });

  it('with a card that fails is past due, retried, and ends', async () => {
    const { customer, subscription } = await subscribe(bench, { trialDays: 7, card: 'fails' });
    expect(await advance(customer, 8)).toContain('invoice.payment_failed');
    expect(await statusOf(subscription)).toBe('past_due');
    expect(await advance(customer, 15)).toContain('customer.subscription.deleted');
    const ended = await stripe.subscriptions.retrieve(subscription.id);
    expect([ended.status, ended.cancellation_details?.reason]).toEqual(['canceled', 'payment_failed']);
  });

  it('recovers when charges succeed again', async () => {
    const { customer, subscription } = await subscribe(bench, { trialDays: 7, card: 'fails' });
    await advance(customer, 8);
    await bench.control('POST', '/stripe/card', { customer: customer.id, outcome: 'success' });
    expect(await advance(customer, 0)).toContain('invoice.paid');
    expect(await statusOf(subscription)).toBe('active');
  });
});

describe('renewal', () => {
  it('charges every month', async () => {
    const { customer, subscription } = await subscribe(bench);
    await advance(customer, 95);
    const invoices = (await stripe.invoices.list({ customer: customer.id })).data;
    expect(invoices.map((one) => one.amount_paid)).toEqual([1500, 1500, 1500, 1500]);
    expect(new Set(invoices.map((one) => one.number)).size).toBe(4);
    expect(await statusOf(subscription)).toBe('active');
  });

  it.each([
    ['cancel_at_period_end', (): Stripe.SubscriptionUpdateParams => ({ cancel_at_period_end: true })],
    ['cancel_at', (end: number): Stripe.SubscriptionUpdateParams => ({ cancel_at: end })],
  ])('does not happen after %s', async (_shape, change) => {
    const { customer, subscription } = await subscribe(bench);
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    await stripe.subscriptions.update(subscription.id, change(end));
    const events = await advance(customer, 32);
    expect(events).toEqual(['customer.subscription.deleted']);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: end,
    });
  });

  it('moves only the customer named', async () => {
    const one = await subscribe(bench, { trialDays: 7 });
    const other = await subscribe(bench, { trialDays: 7 });
    await advance(one.customer, 8);
    expect([await statusOf(one.subscription), await statusOf(other.subscription)]).toEqual([
      'active',
      'trialing',
    ]);
  });

  it('charges a yearly price once a year', async () => {
    const price = await createPrice(stripe, 15_000);
    const { customer } = await subscribe(bench, { price: price.id, trialDays: 7 });
    await advance(customer, 360);
    const paid = async (): Promise<number[]> =>
      (await stripe.charges.list({ customer: customer.id })).data.map((one) => one.amount);
    expect(await paid()).toEqual([15_000]);
    await advance(customer, 20);
    expect(await paid()).toEqual([15_000, 15_000]);
  });

  it('goes on while a payment is owed, and a good card pays all of it', async () => {
    const price = await createPrice(stripe, 300, { interval: 'week' });
    const { customer, subscription } = await subscribe(bench, { price: price.id });
    await bench.control('POST', '/stripe/card', { customer: customer.id, outcome: 'fails' });
    await advance(customer, 15);
    expect(await statusOf(subscription)).toBe('past_due');
    await bench.control('POST', '/stripe/card', { customer: customer.id, outcome: 'success' });
    await advance(customer, 0);
    expect(await statusOf(subscription)).toBe('active');
    const paid = (await stripe.invoices.list({ customer: customer.id })).data.map((one) => one.status);
    expect(paid).toEqual(['paid', 'paid', 'paid']);
  });

  it.each([
    ['day', 3, '2027-03-04'],
    ['week', 2, '2027-03-15'],
    ['month', 5, '2027-08-01'],
    ['year', 2, '2029-03-01'],
  ] as const)('is of as many as its price says: %s × %i', (interval, interval_count, expected) => {
    const anchor = Date.UTC(2027, 2, 1, 9) / 1000;
    const end = nextPeriodEnd(anchor, { interval, interval_count } as Stripe.Price.Recurring, anchor);
    expect(new Date(end * 1000).toISOString()).toBe(`${expected}T09:00:00.000Z`);
  });

  it('has an invoice that names the period that ended', async () => {
    const { customer, subscription } = await subscribe(bench);
    await advance(customer, 32);
    const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
    const [item] = subscription.items.data;
    expect(invoice).toMatchObject({
      period_start: item?.current_period_start,
      period_end: item?.current_period_end,
    });
  });

  it('keeps the 29th of February for leap years', () => {
    const yearly = { interval: 'year', interval_count: 1 } as Stripe.Price.Recurring;
    const anchor = Date.UTC(2028, 1, 29, 9) / 1000;
    const days = [1, 2, 3, 4].reduce<number[]>(
      (ends) => [...ends, nextPeriodEnd(anchor, yearly, ends.at(-1) ?? anchor)],
      [],
    );
    expect(days.map((end) => new Date(end * 1000).toISOString().slice(0, 10))).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });

  it('keeps the 31st where a month has one', () => {
    const monthly = { interval: 'month', interval_count: 1 } as Stripe.Price.Recurring;
    const anchor = Date.UTC(2027, 0, 31, 9) / 1000;
    const february = nextPeriodEnd(anchor, monthly, anchor);
    const march = nextPeriodEnd(anchor, monthly, february);
    expect([february, march].map((end) => new Date(end * 1000).toISOString().slice(0, 10))).toEqual([
      '2027-02-28',
      '2027-03-31',
    ]);
  });
});

describe('webhooks', () => {
  it('arrive signed, with everything that a checkout causes, before the person is sent back', async () => {
    const { customer } = await subscribe(bench, { trialDays: 7 });
    expect(receiver.types()).toEqual(
      expect.arrayContaining([
        'customer.created',
        'payment_method.attached',
        'customer.subscription.created',
        'invoice.created',
        'invoice.finalized',
        'invoice.paid',
        'checkout.session.completed',
      ]),
    );
    const completed = receiver.events.find((event) => event.type === 'checkout.session.completed');
    expect(completed?.data.object).toMatchObject({ customer: customer.id, client_reference_id: '7' });
    expect(completed?.api_version).toBe('2026-10-28.endive');
  });

  it.each([500, 404, 302])(
    'that are answered with %i are tried again until they are taken',
    async (status) => {
      receiver.status = status;
      const before = receiver.payloads.length;
      await stripe.customers.create({ email: 'late@example.com' });
      await bench.control('POST', '/stripe/emit', {
        type: 'charge.refunded',
        object: { id: 'ch_1', object: 'charge' },
      });
      expect(receiver.payloads.length).toBeGreaterThanOrEqual(before + 2);
      const waiting = await bench.control<{ pending: { lastStatus: string }[] }>('GET', '/stripe/webhooks');
      expect(waiting.pending.map((one) => one.lastStatus)).toEqual([`HTTP ${status}`, `HTTP ${status}`]);
      receiver.status = 200;
      const refunded = await receiver.arrival('charge.refunded');
      expect(refunded.data.object).toMatchObject({ id: 'ch_1' });
    },
  );

  it('can come twice', async () => {
    await stripe.customers.create({ email: 'twice@example.com' });
    const first = await receiver.arrival('customer.created');
    await bench.control('POST', '/stripe/resend', { event: first.id });
    expect(receiver.events.filter((event) => event.id === first.id)).toHaveLength(2);
  });

  it('go where the control API says', async () => {
    const other = await startReceiver('whsec_other');
    await bench.control('POST', '/stripe/webhook-endpoint', { url: other.url, secret: 'whsec_other' });
    await stripe.customers.create({ email: 'there@example.com' });
    expect((await other.arrival('customer.created')).data.object).toMatchObject({
      email: 'there@example.com',
    });
    await bench.control('POST', '/stripe/webhook-endpoint', { url: receiver.url });
    await other.close();
  });
});
