import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Bench, startBench } from '../../test/harness.ts';
import { checkoutParams, stripeClient } from '../../test/stripe-bench.ts';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = stripeClient(bench);
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

const once = { number: '4000 0025 0000 3155', expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace' };

async function openSession(trialDays?: number): Promise<Stripe.Checkout.Session> {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  return stripe.checkout.sessions.create(checkoutParams(customer.id, trialDays ? { trialDays } : {}));
}

/** What the page's form would send: the hidden fields and the button that is pressed. */
function answerOf(page: Answer, authentication: 'complete' | 'fail'): Record<string, string> {
  const fields = [...page.text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return { ...Object.fromEntries(fields.map(([, name, value]) => [name, value])), authentication };
}

async function statusOf(customer: unknown): Promise<string | undefined> {
  const { data } = await stripe.subscriptions.list({ customer: String(customer), status: 'all' });
  return data[0]?.status;
}

describe('a card that asks its bank', () => {
  it('subscribes once the person has confirmed', async () => {
    const session = await openSession();
    const url = session.url ?? '';
    const page = await bench.send('POST', url, { form: once });
    expect(page.status).toBe(200);
    for (const text of ['Confirm with your bank', '>Complete<', '>Fail<']) expect(page.text).toContain(text);
    expect(await statusOf(session.customer)).toBeUndefined();
    const answer = await bench.send('POST', url, { form: answerOf(page, 'complete') });
    expect(answer.status).toBe(303);
    expect(await statusOf(session.customer)).toBe('active');
  });

  it('is refused when the person does not confirm: 402, and nothing is made', async () => {
    const session = await openSession(7);
    const page = await bench.send('POST', session.url ?? '', { form: once });
    const answer = await bench.send('POST', session.url ?? '', { form: answerOf(page, 'fail') });
    expect(answer.status).toBe(402);
    expect(answer.text).toContain('We are unable to authenticate your payment method.');
    expect(await statusOf(session.customer)).toBeUndefined();
    const path = `/sandbox/stripe/checkout/${session.id}/complete`;
    const refused = await bench.send('POST', path, { json: { card: 'asks_bank', authentication: 'fail' } });
    expect([refused.status, refused.json]).toMatchObject([
      402,
      { error: { code: 'payment_intent_authentication_failure' } },
    ]);
  });

  it('renews alone if it was asked once, and otherwise needs the person', async () => {
    for (const [card, status] of [
      ['asks_bank', 'active'],
      ['always_asks_bank', 'past_due'],
    ] as const) {
      const session = await openSession();
      await bench.control('POST', `/stripe/checkout/${session.id}/complete`, { card });
      await bench.control('POST', '/stripe/advance', { customer: session.customer, days: 31 });
      expect(await statusOf(session.customer)).toBe(status);
    }
    const [charge] = (await stripe.charges.list()).data;
    expect(charge).toMatchObject({
      status: 'failed',
      failure_code: 'authentication_required',
      balance_transaction: null,
    });
    const asked = await stripe.events.list({ types: ['invoice.payment_action_required'] });
    expect(asked.data).toHaveLength(1);
  });
});
