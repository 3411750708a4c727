import { BACKGROUND_HEADER } from '@drumbeat/contract/call.ts';
import * as argon2 from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { countTry } from './count-try.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());
afterEach(() => app.clock.set(new Date()));
/** Each test signs in from its own address, because each address has a limit. */
let here = '';
let tests = 0;
beforeEach(() => {
  tests += 1;
  here = `198.18.${tests}.1`;
});

type Session = { token: string; user: Record<string, unknown>; code: string; message: string };
const refusal = {
  status: 401,
  body: { code: 'INVALID_CREDENTIALS', message: 'Invalid email or password. Please try again.' },
};

function signIn(email: unknown, password: unknown, ip = here) {
  return call<Session>(app, 'POST', '/api/auth/signin', {
    body: { email, password },
    headers: { 'x-forwarded-for': ip },
  });
}

async function statusOf(token: string): Promise<number> {
  return (await call(app, 'GET', '/api/user', { token })).status;
}

test('AUTH-54 AUTH-29 USER-12 sign-in with the email in any case returns token and user, and no hash', async () => {
  const person = await buildUser(app);
  const { status, body } = await signIn(` ${person.email.toUpperCase()} `, PASSWORD);
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ id: String(person.id), email: person.email });
  expect(JSON.stringify(body)).not.toMatch(/argon2|hash|password/i);
  expect((await call(app, 'GET', '/api/user', { token: body.token })).body).toEqual(body.user);
});

test('AUTH-70 a wrong password and an unknown email get the same answer', async () => {
  const person = await buildUser(app);
  const wrong = await signIn(person.email, 'Wrong-horse-7');
  const unknown = await signIn('nobody@people.example', PASSWORD);
  expect(wrong).toMatchObject(refusal);
  expect(unknown).toMatchObject(refusal);
  expect(Object.keys(wrong.body)).toEqual(Object.keys(unknown.body));
});

/** Wrong passwords, counted as sign-in counts them, without the work on the password. */
async function miss(person: BuiltUser, times: number): Promise<void> {
  const { db, limits } = app.platform;
  const tried = { email: person.email, userId: person.id, ip: here };
  for (let tries = 0; tries < times; tries += 1) await countTry({ db, limits }, tried);
}

test('AUTH-76 after ten failures in a row even the right password is 429, with a time to wait', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  await miss(person, 9);
  expect(await signIn(person.email, 'Wrong-horse-7')).toMatchObject(refusal);
  const refused = await signIn(person.email, PASSWORD);
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  expect((await signIn(person.email, PASSWORD, '192.0.2.2')).status, 'from elsewhere').toBe(200);
  expect((await signIn(other.email, PASSWORD)).status, 'someone else').toBe(200);
});

test('AUTH-76 guesses sent side by side count one by one', async () => {
  const person = await buildUser(app);
  await miss(person, 7);
  const guesses = Array.from({ length: 6 }, (_, index) => signIn(person.email, `Guess-${index}`));
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
  expect(statuses.sort()).toEqual([401, 401, 401, 429, 429, 429]);
});

test('a sign-in that succeeds forgets the failures before it', async () => {
  const person = await buildUser(app);
  for (let round = 0; round < 2; round += 1) {
    await miss(person, 9);
    expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  }
});

test('AUTH-28 a session ends after 7 days, however it was used', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  const { token } = await buildUser(app);
  for (const use of ['2026-03-03T12:00:00Z', '2026-03-05T12:00:00Z', '2026-03-07T12:00:00Z']) {
    app.clock.set(use);
    expect(await statusOf(token)).toBe(200);
  }
  app.clock.set('2026-03-08T11:59:59Z');
  expect(await statusOf(token)).toBe(200);
  app.clock.set('2026-03-08T12:00:00Z');
  expect(await statusOf(token)).toBe(401);
});

test('a session ends after 72 hours without use; background calls of a page are no use', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  const { token } = await buildUser(app);
  const byItself = async () =>
    (await call(app, 'GET', '/api/user', { token, headers: { [BACKGROUND_HEADER]: '1' } })).status;
  app.clock.set('2026-03-04T11:59:59Z');
  expect(await byItself()).toBe(200);
  app.clock.set('2026-03-04T12:00:00Z');
  expect([await byItself(), await statusOf(token)]).toEqual([401, 401]);
});

test('sign-out ends its own session and no other', async () => {
  const person = await buildUser(app);
  const { body: second } = await signIn(person.email, PASSWORD);
  const answer = await call(app, 'POST', '/api/auth/signout', { token: person.token });
  expect(answer).toMatchObject({ status: 200, body: { message: 'You are signed out.' } });
  expect(await statusOf(person.token)).toBe(401);
  expect(await statusOf(second.token)).toBe(200);
});

test.each([
  ['none', undefined],
  ['another scheme', 'Basic YTpi'],
  ['an unknown one', `Bearer ${'a'.repeat(43)}`],
  ['an endless one', `Bearer ${'a'.repeat(5000)}`],
])('a call that needs a session, with a token that is %s, is a 401', async (_, authorization) => {
  const headers: Record<string, string> = authorization ? { authorization } : {};
  const answer = await call(app, 'GET', '/api/user', { headers });
  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});

test.each([
  ['AUTH-30 no email', undefined, PASSWORD, 'Email is required'],
  ['AUTH-30 an empty email', '  ', PASSWORD, 'Email is required'],
  ['AUTH-31 a malformed email', 'a@b', PASSWORD, 'Please enter a valid email address'],
  ['AUTH-32 no password', 'a@b.example', undefined, 'Password is required'],
  ['AUTH-32 an empty password', 'a@b.example', '', 'Password is required'],
  ['a password too long', 'a@b.example', 'x'.repeat(129), 'Password must have at most 128 characters'],
])('%s: a 400 that says so', async (_, email, password, message) => {
  const answer = await signIn(email, password);
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
});

test('a failed sign-in is recorded, with a mark in place of an unknown email', async () => {
  const person = await buildUser(app);
  await signIn(person.email, 'Wrong-horse-7');
  await signIn('who-is-this@people.example', PASSWORD);
  const { rows } = await app.platform.db.execute(sql`
    select actor_user_id, target_id, ip, details from audit_log
    where action = 'auth.sign_in_failed' order by id desc limit 2`);
  const entry = { actor_user_id: null, ip: here };
  const details = { mark: app.platform.sealer.mark('email who-is-this@people.example') };
  expect(rows).toEqual([
    { ...entry, target_id: 'unknown', details },
    { ...entry, target_id: String(person.id), details: {} },
  ]);
});

test('a sign-in renews the hash to today’s cost; a failed one does not', async () => {
  const person = await buildUser(app);
  const hashOf = async () =>
    (await app.platform.db.execute(sql`select hash from passwords where user_id = ${person.id}`)).rows[0]
      ?.hash;
  const cheap = await argon2.hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await app.platform.db.execute(sql`update passwords set hash = ${cheap} where user_id = ${person.id}`);
  expect((await signIn(person.email, 'Wrong-horse-7')).status).toBe(401);
  expect(await hashOf()).toBe(cheap);
  expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  const renewed = await hashOf();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  expect(await hashOf()).toBe(renewed);
});

test('a sign-in with the token of another session ends that session', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const elsewhere = (await signIn(person.email, PASSWORD)).body.token;
  const body = { email: other.email, password: PASSWORD };
  const headers = { 'x-forwarded-for': here };
  const wrong = { ...body, password: 'Wrong-horse-7' };
  await call(app, 'POST', '/api/auth/signin', { token: person.token, body: wrong, headers });
  expect(await statusOf(person.token)).toBe(200);
  const answer = await call(app, 'POST', '/api/auth/signin', { token: person.token, body, headers });
  expect(answer.status).toBe(200);
  expect([await statusOf(person.token), await statusOf(elsewhere)]).toEqual([401, 200]);
});

function from(ip: string, path: string, body: object) {
  return call(app, 'POST', path, { body, headers: { 'x-forwarded-for': ip } });
}

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
    expect(await missOften(misses, 4)).toEqual([401, 429, 429, 429]);
    const refused = await signIn(person.email, PASSWORD, '2001:db8:1:1::ffff');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await signIn(person.email, PASSWORD, '2001:db8:1:2::1')).status).toBe(200);
  });
});

test('a try that was refused because the server is busy is not counted', async () => {
  const person = await buildUser(app);
  const { db, limits } = app.platform;
  const tried = { email: person.email, userId: person.id, ip: '192.0.2.43' };
  for (let turn = 0; turn < 11; turn += 1) await (await countTry({ db, limits }, tried)).takeBack();
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
