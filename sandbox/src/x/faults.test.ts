import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bearer, startBench, type Tokens } from '../../test/harness.ts';
import { type XFaultKind, xFaultKinds } from './faults.ts';

let bench: Bench;
let ada: Tokens;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('POST', '/reset');
  ada = await bench.connect('ada');
});

function arm(fault: { kind: XFaultKind; [key: string]: unknown }): Promise<unknown> {
  return bench.control('POST', '/x/faults', fault);
}

/** The status of a post, or 'cut' when the connection ended without an answer. */
async function post(text: string, signal?: AbortSignal): Promise<number | 'cut' | 'gave up'> {
  try {
    const answer = await bench.send('POST', '/x/2/tweets', {
      json: { text },
      headers: bearer(ada),
      ...(signal ? { signal } : {}),
    });
    return answer.status;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'gave up' : 'cut';
  }
}

const published = async (): Promise<string[]> => (await bench.tweets('ada')).map((tweet) => tweet.text);

describe('every kind of fault', () => {
  const expected: Record<XFaultKind, { outcome: (number | string)[]; posted: boolean }> = {
    rate_limit: { outcome: [429], posted: false },
    server_error: { outcome: [500, 503], posted: false },
    server_error_but_posted: { outcome: [500, 503], posted: true },
    timeout: { outcome: ['cut'], posted: false },
    timeout_but_posted: { outcome: ['cut'], posted: true },
    connection_reset: { outcome: ['cut'], posted: false },
    connection_reset_but_posted: { outcome: ['cut'], posted: true },
    duplicate: { outcome: [403], posted: false },
    unauthorized: { outcome: [401], posted: false },
    revoked: { outcome: [401], posted: false },
    payment_required: { outcome: [402], posted: false },
  };

  it.each(xFaultKinds)('%s', async (kind) => {
    await arm({ kind, delayMs: 20 });
    const { outcome, posted } = expected[kind];
    expect(outcome).toContain(await post('Trouble'));
    expect(await published()).toEqual(posted ? ['Trouble'] : []);
    expect((await bench.control<{ faults: unknown[] }>('GET', '/x/faults')).faults).toEqual([]);
  });
});

describe('which calls meet a fault', () => {
  it('only those of the person and the endpoint named', async () => {
    const grace = await bench.connect('grace');
    await arm({ kind: 'unauthorized', username: 'grace' });
    expect(await post('Not me')).toBe(201);
    expect((await bench.tweet(grace, 'Me')).status).toBe(401);
    await arm({ kind: 'server_error', endpoint: 'GET /2/users/me' });
    expect(await post('Not this call')).toBe(201);
    expect((await bench.send('GET', '/x/2/users/me', { headers: bearer(ada) })).status).toBeGreaterThan(499);
  });
});

describe('for load tests', () => {
  it('remembers every create that X could have taken, and none that it refused clearly', async () => {
    await post('Plain');
    await post('Plain');
    await arm({ kind: 'connection_reset' });
    await post('Nowhere');
    await arm({ kind: 'timeout_but_posted', delayMs: 20 });
    await post('Silent');
    for (const kind of ['rate_limit', 'unauthorized', 'payment_required', 'duplicate'] as const) {
      await arm({ kind });
      await post('Refused');
    }
    await post(' ');
    const { creates } = await bench.control<{ creates: object[] }>('GET', '/x/creates');
    expect(creates).toMatchObject([
      { username: 'ada', text: 'Plain', outcome: 'taken' },
      { text: 'Plain', outcome: 'repeated' },
      { text: 'Nowhere', outcome: 'lost' },
      { text: 'Silent', outcome: 'taken' },
    ]);
    expect(creates).toHaveLength(4);
  });
});
