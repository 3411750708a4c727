import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Bench, bearer, startBench, type Tokens } from '../../test/harness.ts';

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

type Bill = { creditsMicros: number | null; totalMicros: number; days: Record<string, unknown>[] };
const bill = () => bench.control<Bill>('GET', '/x/bill');
const me = () => bench.send('GET', '/x/2/users/me', { headers: bearer(ada) });
const idOf = (answer: { json: unknown }) => (answer.json as { data: { id: string } }).data.id;

it('charges for each post and profile that is read once a day', async () => {
  const id = idOf(await me());
  for (const text of ['One', 'Two']) await bench.tweet(ada, text);
  for (const _ of [1, 2]) await bench.send('GET', `/x/2/users/${id}/tweets`, { headers: bearer(ada) });
  await me();
  expect((await bill()).days).toMatchObject([{ posts: 2, postReads: 2, profileReads: 1, micros: 50_000 }]);
  await bench.control('POST', '/x/clock', { aheadMs: 86_400_000 });
  await me();
  expect((await bill()).days).toMatchObject([{ profileReads: 1 }, { profileReads: 1, micros: 10_000 }]);
});

it('refuses every call once nothing is left', async () => {
  await bench.control('POST', '/x/credits', { micros: 15_000 });
  expect((await bench.tweet(ada, 'The last one')).status).toBe(201);
  expect([(await bench.tweet(ada, 'One more')).status, (await me()).status]).toEqual([402, 402]);
  expect(await bill()).toMatchObject({ creditsMicros: 0, totalMicros: 15_000 });
  await bench.control('POST', '/x/credits', { micros: null });
  expect((await bench.tweet(ada, 'One more')).status).toBe(201);
});
