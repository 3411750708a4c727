import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { stripeClient, subscribe } from '../../test/stripe-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

describe('the control', () => {
  it('keeps how far the timeline lags where only the latency is set', async () => {
    await bench.control('POST', '/x/latency', { ms: 0, timelineLagMs: 60_000 });
    expect(await bench.control('POST', '/x/latency', { ms: 5 })).toEqual({ ms: 5, timelineLagMs: 60_000 });
    expect(await bench.control('POST', '/x/latency', { ms: 0, timelineLagMs: 0 })).toMatchObject({
      timelineLagMs: 0,
    });
  });

  it('forgets all at a reset, but not where webhooks go', async () => {
    const endpoint = { url: 'http://127.0.0.1:9/webhooks', secret: 'whsec_own' };
    await bench.control('POST', '/stripe/webhook-endpoint', endpoint);
    await bench.connect('ada');
    await bench.control('POST', '/reset');
    expect(await bench.control('GET', '/stripe/webhooks')).toEqual({ endpoint: endpoint.url, pending: [] });
    expect((await stripeClient(bench).customers.list()).data).toEqual([]);
  });

  it.each([
    ['/x/faults', { kind: 'server_error', endpoint: 'create', username: '' }],
    ['/x/expire-tokens', { username: '' }],
    ['/x/revoke', { username: '' }],
  ])('%s takes no empty username', async (path, json) => {
    const answer = await bench.send('POST', `/sandbox${path}`, { json });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('username')]);
  });

  it('sets the status of a subscription, as an update of it', async () => {
    const { subscription } = await subscribe(bench);
    await bench.control('POST', '/stripe/status', { subscription: subscription.id, status: 'unpaid' });
    const [newest] = (await stripeClient(bench).events.list({ limit: 1 })).data;
    expect(newest).toMatchObject({
      type: 'customer.subscription.updated',
      data: { object: { status: 'unpaid' }, previous_attributes: { status: 'active' } },
    });
  });

  it('refunds a customer’s newest payment, not a newer attempt that failed', async () => {
    const { customer } = await subscribe(bench);
    await bench.control('POST', '/stripe/card', { customer: customer.id, outcome: 'fails' });
    await bench.control('POST', '/stripe/advance', { customer: customer.id, days: 32 });
    await bench.control('POST', '/stripe/refund', { customer: customer.id });
    const charges = (await stripeClient(bench).charges.list({ customer: customer.id })).data;
    expect(charges.map(({ paid, refunded }) => [paid, refunded])).toEqual([
      ...Array(charges.length - 1).fill([false, false]),
      [true, true],
    ]);
    expect(charges.length).toBeGreaterThan(1);
  });
});
