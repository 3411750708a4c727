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
});
