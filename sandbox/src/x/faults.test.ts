import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Bench, bearer, refreshForm, startBench, type Tokens } from '../../test/harness.ts';
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

describe('what the faults leave behind', () => {
  it('a rate limit names its end', async () => {
    await arm({ kind: 'rate_limit', delayMs: 5000 });
    const answer = await bench.tweet(ada, 'Too fast');
    const reset = Number(answer.headers.get('x-rate-limit-reset'));
    expect(answer.headers.get('x-rate-limit-remaining')).toBe('0');
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(6);
  });

  it('after unauthorized a refresh helps, after revoked none does', async () => {
    await arm({ kind: 'unauthorized' });
    expect(await post('One')).toBe(401);
    const fresh = (await bench.token(refreshForm(ada.refresh_token))).json as Tokens;
    expect((await bench.tweet(fresh, 'One')).status).toBe(201);
    await arm({ kind: 'revoked' });
    expect((await bench.tweet(fresh, 'Two')).status).toBe(401);
    expect((await bench.token(refreshForm(fresh.refresh_token))).status).toBe(400);
  });

  it('after a lost answer the next try is a duplicate', async () => {
    await arm({ kind: 'connection_reset_but_posted' });
    expect(await post('Once')).toBe('cut');
    expect(await post('Once')).toBe(403);
    expect(await published()).toEqual(['Once']);
  });

  it('server errors are not always JSON', async () => {
    await arm({ kind: 'server_error', count: 3 });
    const answers: Answer[] = [];
    for (const text of ['a', 'b', 'c']) answers.push(await bench.tweet(ada, text));
    const types = answers.map((answer) => answer.headers.get('content-type')?.split(';')[0]);
    expect(types.toSorted()).toEqual(['application/json', 'application/json', 'text/html']);
  });

  it('both shapes of 402 occur', async () => {
    await arm({ kind: 'payment_required', count: 2 });
    const bodies = [(await bench.tweet(ada, 'a')).text, (await bench.tweet(ada, 'b')).text];
    expect(bodies.filter((body) => body.includes('CreditsDepleted'))).toHaveLength(1);
    expect(bodies.filter((body) => body.includes('credits-depleted'))).toHaveLength(1);
  });
});

describe('which calls meet a fault', () => {
  it('as many as counted', async () => {
    await arm({ kind: 'server_error', count: 2 });
    const outcomes = [await post('1'), await post('2'), await post('3')];
    expect(outcomes.map((one) => one === 201)).toEqual([false, false, true]);
  });

  it('one without a count, and all with a count of null', async () => {
    await arm({ kind: 'server_error' });
    expect([await post('1'), await post('2')].map((one) => one === 201)).toEqual([false, true]);
    await arm({ kind: 'server_error', count: null });
    const outcomes = [await post('3'), await post('4'), await post('5')];
    expect(outcomes.map((one) => one === 201)).toEqual([false, false, false]);
  });

  it('only those of the person and the endpoint named', async () => {
    const grace = await bench.connect('grace');
    await arm({ kind: 'unauthorized', username: 'grace' });
    expect(await post('Not me')).toBe(201);
    expect((await bench.tweet(grace, 'Me')).status).toBe(401);
    await arm({ kind: 'server_error', endpoint: 'GET /2/users/me' });
    expect(await post('Not this call')).toBe(201);
    expect((await bench.send('GET', '/x/2/users/me', { headers: bearer(ada) })).status).toBeGreaterThan(499);
  });

  it('all of them with probability 1 until removed, none with 0', async () => {
    await arm({ kind: 'unauthorized', probability: 1 });
    expect([await post('1'), await post('2')]).toEqual([401, 401]);
    await bench.control('DELETE', '/x/faults');
    await arm({ kind: 'unauthorized', probability: 0 });
    expect(await post('3')).toBe(201);
  });

  it('the token endpoint too, where a lost answer has rotated the token', async () => {
    await arm({ kind: 'connection_reset_but_posted', endpoint: 'token' });
    await expect(bench.token(refreshForm(ada.refresh_token))).rejects.toThrow();
    expect((await bench.token(refreshForm(ada.refresh_token))).status).toBe(400);
  });

  it('a held call ends when the client goes', async () => {
    await arm({ kind: 'timeout_but_posted' });
    expect(await post('Held', AbortSignal.timeout(100))).toBe('gave up');
    expect(await published()).toEqual(['Held']);
  });

  it.each([
    { kind: 'meteor' },
    { kind: 'unauthorized', count: 0 },
    { kind: 'unauthorized', probability: 2 },
    { kind: 'unauthorized', delayMs: -1 },
  ])('answers with what is wrong with a fault that there cannot be: %j', async (fault) => {
    const answer = await bench.send('POST', '/sandbox/x/faults', { json: fault });
    expect([answer.status, answer.json]).toMatchObject([400, { error: 'bad_request' }]);
  });
});

describe('for load tests', () => {
  it('gives many people’s consents at once', async () => {
    const { grants } = await bench.control<{ grants: ({ username: string } & Tokens)[] }>(
      'POST',
      '/x/grant',
      {
        usernames: ['one', 'two'],
      },
    );
    expect(grants.map((grant) => grant.username)).toEqual(['one', 'two']);
    const [one] = grants;
    if (!one) throw new Error('no grant');
    expect((await bench.tweet(one, 'By a bulk grant')).status).toBe(201);
    expect((await bench.token(refreshForm(one.refresh_token))).status).toBe(200);
  });

  it('takes the same text again with the rule against duplicates off, until a reset', async () => {
    await bench.control('POST', '/x/rules', { duplicates: false });
    expect([await post('Twice'), await post('Twice')]).toEqual([201, 201]);
    expect(await published()).toEqual(['Twice', 'Twice']);
    await bench.control('POST', '/reset');
    ada = await bench.connect('ada');
    expect([await post('Twice'), await post('Twice')]).toEqual([201, 403]);
  });

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

  it('remembers which call met which fault', async () => {
    await arm({ kind: 'duplicate' });
    await post('Refused');
    const { played } = await bench.control<{ played: unknown[] }>('GET', '/x/faults/played');
    expect(played.at(-1)).toMatchObject({
      kind: 'duplicate',
      endpoint: 'tweets',
      username: 'ada',
      text: 'Refused',
    });
  });
});
