import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../../test/harness.ts';
import { type Receiver, startReceiver, stripeClient } from '../../../test/stripe-bench.ts';

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

describe('webhooks', () => {
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
