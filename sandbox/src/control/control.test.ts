import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { stripeClient } from '../../test/stripe-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

describe('the control', () => {
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
});
