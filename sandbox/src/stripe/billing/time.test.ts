import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../../test/harness.ts';
import { type Receiver, startReceiver, stripeClient, subscribe } from '../../../test/stripe-bench.ts';

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

  it('that are refused are tried again until they are taken', async () => {
    receiver.status = 302;
    const before = receiver.payloads.length;
    await stripe.customers.create({ email: 'late@example.com' });
    await bench.control('POST', '/stripe/emit', {
      type: 'charge.refunded',
      object: { id: 'ch_1', object: 'charge' },
    });
    expect(receiver.payloads.length).toBeGreaterThanOrEqual(before + 2);
    const waiting = await bench.control<{ pending: { lastStatus: string }[] }>('GET', '/stripe/webhooks');
    expect(waiting.pending.map((one) => one.lastStatus)).toEqual(['HTTP 302', 'HTTP 302']);
    receiver.status = 200;
    const refunded = await receiver.arrival('charge.refunded');
    expect(refunded.data.object).toMatchObject({ id: 'ch_1' });
  });
});
