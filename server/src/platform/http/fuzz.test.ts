import { expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  connectX,
  sandboxControl,
  subscribe,
} from '../../../test/factories.ts';
import { type Random, seeded } from '../../../test/fuzz/random.ts';
import {
  type ApiDocument,
  type FuzzedRequest,
  operationsOf,
  requestFor,
} from '../../../test/fuzz/requests.ts';
import { FUZZ_REQUESTS, FUZZ_SEED } from '../../../test/sizes.ts';

/** After so many all begins anew: sessions were ended, limits reached and maintenance begun by then. */
const ROUND = 250;
const PATIENCE_MS = 60_000;

type Caller = { name: string; token: string | undefined };

/** One of each kind, with things of their own, and the ids of what there is. */
async function cast(app: TestApp): Promise<{ callers: Caller[]; ids: string[] }> {
  const customer = await buildUser(app);
  await subscribe(app, customer, { plan: 'pro' });
  const account = await connectX(app, customer);
  const scheduledAt = new Date(app.clock.now().getTime() + 86_400_000);
  const post = await buildPost(app, { user: customer, accountId: account.id, scheduledAt });
  const staff: [string, BuiltUser][] = [];
  for (const role of ['tester', 'support', 'ops', 'admin'] as const)
    staff.push([role, await buildUser(app, { roles: [role] })]);
  const unverified = await buildUser(app, { verified: false });
  return {
    callers: [
      { name: 'signed out', token: undefined },
      { name: 'a wrong token', token: 'x'.repeat(43) },
      { name: 'unverified', token: unverified.token },
      { name: 'customer', token: customer.token },
      { name: 'customer', token: customer.token },
      ...staff.map(([name, { token }]) => ({ name, token })),
    ],
    ids: [...[customer.id, account.id, post.id, unverified.id].map(String), '999999', '0'],
  };
}

/** What was wrong with the answer; undefined where it was fair. */
async function send(
  app: TestApp,
  { method, url, body, contentType }: FuzzedRequest,
  { token }: Caller,
  random: Random,
): Promise<string | undefined> {
  const answered = app.http.inject({
    method,
    url,
    remoteAddress: `10.${random.upTo(255)}.${random.upTo(255)}.7`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body !== undefined && contentType ? { 'content-type': contentType } : {}),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'late');
  });
  const answer = await Promise.race([answered, late]);
  clearTimeout(timer);
  if (answer === 'late') return `no answer in ${PATIENCE_MS} ms`;
  // An admin may have begun it a moment ago.
  if (answer.statusCode === 503 && answer.json().code === 'MAINTENANCE') return undefined;
  if (answer.statusCode >= 500) return `${answer.statusCode} ${answer.body.slice(0, 300)}`;
  const isRefused = answer.statusCode >= 400;
  return isRefused && !('code' in answer.json()) ? `${answer.statusCode} without a code` : undefined;
}

/** So many requests from turn `from` on, to an app of their own; what was wrong with the answers. */
async function fuzz(random: Random, from: number, count: number): Promise<string[]> {
  const app = await buildApp({ shared: true });
  try {
    await sandboxControl(app, '/sandbox/x/limits', { postsPer15Min: 100_000 });
    const document = (await app.http.inject('/api/docs/json')).json() as ApiDocument;
    // No worker runs here, so not being ready is the right answer.
    const operations = operationsOf(document).filter(({ name }) => name !== 'GET /api/health/ready');
    expect(operations.length).toBeGreaterThan(100);
    const { callers, ids } = await cast(app);
    const faults: string[] = [];
    for (let turn = from; turn < from + count; turn += 1) {
      const caller = random.pick(callers);
      const request = requestFor(random.pick(operations), random, ids);
      const fault = await send(app, request, caller, random);
      if (fault)
        faults.push(`${turn} as ${caller.name}: ${request.name} ${request.url} ${request.body}: ${fault}`);
    }
    return faults;
  } finally {
    await app.close();
  }
}

test(`no request of any caller makes the server fail or hang: ${FUZZ_REQUESTS} of them`, {
  timeout: 60_000 + FUZZ_REQUESTS * 60,
}, async () => {
  const random = seeded(FUZZ_SEED);
  const faults: string[] = [];
  for (let turn = 0; turn < FUZZ_REQUESTS; turn += ROUND)
    faults.push(...(await fuzz(random, turn, Math.min(ROUND, FUZZ_REQUESTS - turn))));
  expect(faults, `with FUZZ_SEED=${FUZZ_SEED}`).toEqual([]);
});
