import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../../test/harness.ts';
import { checkerFor, haveProviderFiles, needsProviderFiles } from '../../../test/provider-schemas.ts';
import { stripeClient, subscribe } from '../../../test/stripe-bench.ts';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = stripeClient(bench);
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

async function chargesOf(customer: Stripe.Customer): Promise<Stripe.Charge[]> {
  return (await stripe.charges.list({ customer: customer.id, expand: ['data.refunds'] })).data;
}

async function typesSince(start: number): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100, created: { gte: start } });
  return events.data.map((event) => event.type).reverse();
}

const advance = (customer: Stripe.Customer, days: number): Promise<unknown> =>
  bench.control('POST', '/stripe/advance', { customer: customer.id, days });

describe('charges', () => {
  it('are refunded in part and then whole, and no further', async () => {
    const { customer } = await subscribe(bench);
    const [charge] = await chargesOf(customer);
    const id = charge?.id ?? '';
    const start = Math.floor(Date.now() / 1000) - 60;
    const part = await stripe.refunds.create({ charge: id, amount: 500 });
    expect(part).toMatchObject({ amount: 500, charge: id, status: 'succeeded', currency: 'usd' });
    expect(await chargesOf(customer)).toMatchObject([
      { amount_refunded: 500, refunded: false, refunds: { data: [{ id: part.id }] } },
    ]);
    await expect(stripe.refunds.create({ charge: id, amount: 1001 })).rejects.toThrow(/greater than/);
    await stripe.refunds.create({ payment_intent: String(charge?.payment_intent) });
    expect(await chargesOf(customer)).toMatchObject([{ amount_refunded: 1500, refunded: true }]);
    await expect(stripe.refunds.create({ charge: id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const [other] = await chargesOf((await subscribe(bench)).customer);
    await stripe.refunds.create({ charge: other?.id ?? '', amount: 7 });
    expect((await stripe.refunds.list({ charge: id })).data.map((one) => one.amount)).toEqual([1000, 500]);
    expect((await stripe.refunds.list({ limit: 1 })).data.map((one) => one.amount)).toEqual([7]);
    const moved = (await typesSince(start)).filter((type) => type.includes('refund'));
    expect(moved).toEqual(Array.from({ length: 3 }, () => ['refund.created', 'charge.refunded']).flat());
  });

  it.each([
    ['won', ['created', 'funds_withdrawn', 'funds_reinstated', 'closed']],
    ['lost', ['created', 'funds_withdrawn', 'closed']],
  ] as const)('are disputed and %s', async (outcome, expected) => {
    const { customer } = await subscribe(bench);
    const [charge] = await chargesOf(customer);
    const opened = await bench.control<{ dispute: string; status: string }>('POST', '/stripe/dispute', {
      customer: customer.id,
    });
    expect(opened.status).toBe('needs_response');
    expect(await chargesOf(customer)).toMatchObject([{ disputed: true }]);
    await expect(stripe.refunds.create({ charge: charge?.id ?? '' })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    await bench.control('POST', '/stripe/dispute', { charge: charge?.id, outcome });
    const [dispute] = (await stripe.disputes.list({ charge: charge?.id ?? '' })).data;
    expect(await stripe.disputes.retrieve(opened.dispute)).toMatchObject({
      status: outcome,
      id: dispute?.id,
      amount: 1500,
    });
    const types = (await typesSince(0)).filter((type) => type.startsWith('charge.dispute.'));
    expect(types).toEqual(expected.map((one) => `charge.dispute.${one}`));
  });
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  it('charges, refunds and deleted customers fit', async () => {
    const check = checkerFor('stripe');
    const raw = async (path: string): Promise<never> =>
      (await bench.send('GET', path, { headers: { authorization: 'Bearer sk_test_sandbox' } })).json;
    const { customer } = await subscribe(bench, { trialDays: 7, card: 'fails' });
    await advance(customer, 8);
    await bench.control('POST', '/stripe/card', { customer: customer.id, outcome: 'success' });
    await advance(customer, 0);
    await bench.control('POST', '/stripe/refund', { customer: customer.id, amount: 100 });
    await bench.control('POST', '/stripe/dispute', { customer: customer.id, outcome: 'won' });
    const charges = (await raw(
      `/v1/charges?customer=${customer.id}&expand[]=data.refunds&expand[]=data.customer`,
    )) as { data: unknown[] };
    expect(charges.data).toHaveLength(2);
    for (const one of charges.data) expect(check('Charges.Charge', one)).toEqual([]);
    const refunds = (await raw('/v1/refunds')) as { data: unknown[] };
    for (const one of refunds.data) expect(check('Refunds.Refund', one)).toEqual([]);
    const events = (await raw('/v1/events?limit=100')) as { data: unknown[] };
    for (const one of events.data) expect(check('EventBase', one)).toEqual([]);
    await stripe.customers.del(customer.id);
    expect(check('Customers.DeletedCustomer', await raw(`/v1/customers/${customer.id}`))).toEqual([]);
    expect(check('Charges.Charge', { id: 'ch_1', object: 'charge' })).not.toEqual([]);
  });
});
