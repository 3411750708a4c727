import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { countTry } from './count-try.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

function from(ip: string, path: string, body: object) {
  return call(app, 'POST', path, { body, headers: { 'x-forwarded-for': ip } });
}
const signIn = (email: string, password: string, ip: string) =>
  from(ip, '/api/auth/signin', { email, password });
const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
const count = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

type Miss = { email: string; ip: string };

/**
 * Wrong passwords, one after the other. Only the last are sent: the others are counted as sign-in counts them, without the
 * work on the password.
 */
async function missOften(misses: readonly Miss[], sent: number, userId?: number): Promise<number[]> {
  const { db, limits } = app.platform;
  for (const miss of misses.slice(0, -sent)) await countTry({ db, limits }, { ...miss, userId });
  const statuses: number[] = [];
  for (const { email, ip } of misses.slice(-sent))
    statuses.push((await signIn(email, 'Wrong-horse-7', ip)).status);
  return statuses;
}
/** So many misses of one email, each from the next network. */
const fromEverywhere = (email: string, times: number, octet: number): Miss[] =>
  Array.from({ length: times }, (_, turn) => ({ email, ip: `203.${octet}.${turn}.1` }));

describe('misses from one network', () => {
  test('are looked at 60 times in 15 minutes, for any account; other networks are free', async () => {
    const person = await buildUser(app);
    const misses = Array.from({ length: 63 }, (_, turn) => ({
      email: `no-${turn}@people.example`,
      ip: `2001:db8:1:1::${turn}`,
    }));
    expect(await missOften(misses, 5)).toEqual([401, 401, 429, 429, 429]);
    const refused = await signIn(person.email, PASSWORD, '2001:db8:1:1::ffff');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await signIn(person.email, PASSWORD, '2001:db8:1:2::1')).status).toBe(200);
  });

  test('300 at once leave another person’s sign-in unharmed', async () => {
    const person = await buildUser(app);
    const flood = Array.from({ length: 300 }, (_, turn) =>
      signIn(`flood-${turn}@people.example`, 'Wrong-horse-7', '192.0.2.40'),
    );
    const answer = await signIn(person.email, PASSWORD, '192.0.2.41');
    const statuses = await statusesOf(flood);
    expect(answer.status).toBe(200);
    expect(count(statuses, 429)).toBeGreaterThanOrEqual(240);
    expect(count(statuses, 401) + count(statuses, 429) + count(statuses, 503)).toBe(300);
  });
});

test('a try that was refused because the server is busy is not counted', async () => {
  const person = await buildUser(app);
  const { db, limits } = app.platform;
  const tried = { email: person.email, userId: person.id, ip: '192.0.2.43' };
  for (let turn = 0; turn < 101; turn += 1) await (await countTry({ db, limits }, tried)).takeBack();
  expect((await signIn(person.email, PASSWORD, '192.0.2.43')).status).toBe(200);
  expect((await signIn(person.email, PASSWORD, '192.0.2.44')).status, 'elsewhere').toBe(200);
});

describe('misses of one account from everywhere', () => {
  test('are looked at 100 times an hour, and never lock out the owner’s own networks', async () => {
    const person = await buildUser(app);
    const [home, reset] = ['192.0.2.50', '192.0.2.51'];
    expect((await signIn(person.email, PASSWORD, home)).status).toBe(200);
    const misses = fromEverywhere(person.email, 102, 1);
    expect(await missOften(misses, 5, person.id)).toEqual([401, 401, 401, 429, 429]);
    const elsewhere = await signIn(person.email, PASSWORD, reset);
    expect(elsewhere.status).toBe(429);
    expect(Number(elsewhere.headers['retry-after'])).toBeGreaterThan(3_000);

    expect((await signIn(person.email, 'Wrong-horse-7', home)).status).toBe(401);
    expect((await signIn(person.email, PASSWORD, home)).status).toBe(200);
    expect((await signIn((await buildUser(app)).email, PASSWORD, reset)).status, 'someone else').toBe(200);

    // Using an emailed link also proves that the network is the owner's.
    await from(reset, '/api/auth/forgot-password', { email: person.email });
    await app.platform.jobs.drain();
    const link = (await mailTo(app, person.email)).at(-1)?.links.find((each) => each.includes('token='));
    const token = new URL(String(link)).searchParams.get('token');
    const newPassword = 'Another-horse-8';
    expect((await from(reset, '/api/auth/reset-password', { token, newPassword })).status).toBe(200);
    expect((await signIn(person.email, newPassword, reset)).status).toBe(200);
  });

  test('are counted alike for an email without an account, so that they tell nothing', async () => {
    const misses = fromEverywhere('nobody-at-all@people.example', 101, 2);
    expect(await missOften(misses, 4)).toEqual([401, 401, 401, 429]);
  });

  test('from the owner’s own network do not use up the share of strangers', async () => {
    const person = await buildUser(app);
    expect((await signIn(person.email, PASSWORD, '192.0.2.60')).status).toBe(200);
    for (let turn = 0; turn < 5; turn += 1) await signIn(person.email, 'Wrong-horse-7', '192.0.2.60');
    const misses = fromEverywhere(person.email, 101, 3);
    expect(await missOften(misses, 4, person.id)).toEqual([401, 401, 401, 429]);
  });
});

test('a network is the owner’s for half a year after a sign-in', async () => {
  const person = await buildUser(app);
  const known = async () =>
    (await app.platform.db.execute(`select 1 from known_networks where user_id = ${person.id}`)).rowCount;
  await signIn(person.email, 'Wrong-horse-7', '192.0.2.70');
  expect(await known()).toBe(0);
  app.clock.set('2026-03-01T12:00:00Z');
  await signIn(person.email, PASSWORD, '192.0.2.70');
  expect(await known()).toBe(1);
  for (const [time, left] of [
    ['2026-08-28T12:00:00.000Z', 1],
    ['2026-08-28T12:00:00.001Z', 0],
  ] as const) {
    app.clock.set(time);
    await app.platform.jobs.enqueue(app.platform.db, 'auth.delete-ended', {});
    await app.platform.jobs.drain();
    expect(await known(), time).toBe(left);
  }
});
