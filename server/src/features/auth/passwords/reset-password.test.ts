import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import {
  resetMailsByAddress,
  resetMailsByEmail,
  resetMailsInAll,
  resetsByAddress,
} from '../../../platform/rate-limits.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { insertEmailToken } from '../auth.store.ts';

let app: TestApp;
let addresses = 0;
beforeAll(async () => {
  app = await buildApp({ shared: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-03-01T12:00:00Z'));

const NEW = 'Better-staple-8';
type Body = { message: string; code: string; email: string };

/** An address of its own for each call, unless the test is about the address. */
function anIp(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 200)}.${1 + (addresses % 200)}`;
}

function post(path: string, body: unknown, ip = anIp()) {
  return call<Body>(app, 'POST', `/api/auth/${path}`, { body, headers: { 'x-forwarded-for': ip } });
}
const forgot = (email: string, ip?: string) => post('forgot-password', { email }, ip);
const reset = (token: string, newPassword = NEW, ip?: string) =>
  post('reset-password', { token, newPassword }, ip);
const check = (token: string) => call<Body>(app, 'GET', `/api/auth/verify-reset-token/${token}`);
const signIn = (email: string, password: string) => post('signin', { email, password });

/** The tokens of all reset links that an address has received, oldest first. */
async function tokensTo(email: string): Promise<string[]> {
  const links = (await mailTo(app, email)).flatMap((mail) =>
    mail.links.filter((link) => link.includes('/reset-')),
  );
  return [...new Set(links)].map((link) => new URL(link).searchParams.get('token') ?? '');
}

/** A link as `forgot` would have mailed it. */
async function linkFor(person: BuiltUser): Promise<string> {
  const token = randomToken();
  const createdAt = app.clock.now();
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  const link = { userId: person.id, purpose: 'reset_password', tokenHash: hashToken(token) } as const;
  await insertEmailToken(app.platform.db, { ...link, createdAt, expiresAt });
  return token;
}

const invalid = {
  status: 400,
  body: { code: 'LINK_INVALID', message: 'This link has expired or is not valid. Please ask for a new one.' },
};

test('AUTH-57 AUTH-58 AUTH-59 a mailed link sets a new password, and all sessions end', async () => {
  const [person, other] = [await buildUser(app, { verified: false }), await buildUser(app)];
  const theirs = await linkFor(other);
  await forgot(person.email);
  const [token = ''] = await tokensTo(person.email);
  expect(token).toMatch(/^[\w-]{43}$/);
  const [asked] = await mailTo(app, person.email);
  const link = `http://localhost:3000/reset-password?token=${token}`;
  expect(asked?.text).toContain(link);
  expect(asked?.html).toContain(`href="${link}"`);
  expect(await check(token)).toMatchObject({ status: 200, body: { email: person.email } });

  expect(await reset(token)).toMatchObject({
    status: 200,
    body: { message: 'Password reset successfully! You can now sign in with your new password.' },
  });
  expect((await call(app, 'GET', '/api/user', { token: person.token })).status).toBe(401);
  expect((await call(app, 'GET', '/api/user', { token: other.token })).status).toBe(200);
  expect((await signIn(person.email, PASSWORD)).status).toBe(401);
  expect((await signIn(person.email, NEW)).status).toBe(200);
  expect((await mailTo(app, person.email)).map((mail) => mail.subject)).toEqual([
    'Set a new password for Drumbeat',
    'Your Drumbeat password was reset',
  ]);
  // The links of another person still work.
  expect((await check(theirs)).status).toBe(200);
});

test('AUTH-63 a link lives one hour', async () => {
  const person = await buildUser(app);
  await forgot(person.email);
  const [token = ''] = await tokensTo(person.email);
  app.clock.set('2026-03-01T13:00:00Z');
  expect(await check(token)).toMatchObject(invalid);
  expect(await reset(token)).toMatchObject(invalid);
  app.clock.set('2026-03-01T12:59:59Z');
  expect((await reset(token)).status).toBe(200);
});

test('AUTH-76 a link works once, also when two use it at the same moment', async () => {
  const token = await linkFor(await buildUser(app));
  const both = await Promise.all([reset(token, 'First-staple-8'), reset(token, 'Second-staple-8')]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);
  expect(await check(token)).toMatchObject(invalid);
  expect(await reset(token)).toMatchObject(invalid);
});

test('AUTH-76 requests of a stranger do not void the owner’s link, which a used one does', async () => {
  const person = await buildUser(app);
  const mine = await linkFor(person);
  app.clock.advance(60_000);
  expect((await forgot(person.email, '203.0.113.60')).status).toBe(200);
  expect((await check(mine)).status).toBe(200);
  app.clock.advance(60_000);
  expect((await reset(await linkFor(person))).status).toBe(200);
  expect(await check(mine)).toMatchObject(invalid);
});

test.each([
  ['links for one email are 20 an hour', resetMailsInAll, 20, hashToken('limited@people.example')],
  [
    'links for one email from one network are 5 an hour',
    resetMailsByEmail,
    5,
    hashToken('limited@people.example 203.0.113.70'),
  ],
  ['links from one network are 20 an hour', resetMailsByAddress, 20, '203.0.113.70'],
  ['new passwords from one network are 20 in 15 minutes', resetsByAddress, 20, '203.0.113.70'],
])('AUTH-76 %s', async (_, limit, points, key) => {
  const { limits } = app.platform;
  const send = () =>
    limit === resetsByAddress
      ? reset('x'.repeat(43), NEW, '203.0.113.70')
      : forgot('limited@people.example', '203.0.113.70');
  for (const each of [resetMailsInAll, resetMailsByEmail, resetMailsByAddress, resetsByAddress]) {
    await limits.clear(each, hashToken('limited@people.example'));
    await limits.clear(each, hashToken('limited@people.example 203.0.113.70'));
    await limits.clear(each, '203.0.113.70');
  }
  for (let tries = 1; tries < points; tries += 1) await limits.consume(limit, key);
  expect((await send()).status).not.toBe(429);
  const refused = await send();
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('AUTH-76 of a link the database keeps the hash only, and of the request nothing in plain', async () => {
  const person = await buildUser(app);
  await forgot(person.email);
  const { rows: waiting } = await app.platform.db.execute(sql`
    select data::text as data from pgboss.job where name = 'auth.send-reset-link'`);
  expect(waiting.length).toBeGreaterThan(0);
  expect(JSON.stringify(waiting)).not.toContain(person.email);
  const [token = ''] = await tokensTo(person.email);
  const { rows } = await app.platform.db.execute(sql`
    select to_jsonb(email_tokens)::text as line from email_tokens
    union all select to_jsonb(emails)::text from emails union all select to_jsonb(job)::text from pgboss.job`);
  expect(rows.map((row) => row.line).join('\n')).not.toContain(token);
});

test('AUTH-60 AUTH-76 forgot-password answers the same, and does the same, whether or not there is an account', async () => {
  const person = await buildUser(app);
  /** The SQL of a request, in order, without the values. */
  async function statementsOf(email: string) {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answer = await forgot(email);
    const texts = query.mock.calls.map(([first]) => {
      const text = typeof first === 'string' ? first : (first as unknown as { text: string }).text;
      return text.replace(/\s+/g, ' ');
    });
    query.mockRestore();
    return { answer, texts };
  }
  await statementsOf('warm-up@people.example');
  const known = await statementsOf(person.email);
  const unknown = await statementsOf('nobody-at-all@people.example');

  expect(known.answer.status).toBe(200);
  expect(known.answer.body).toEqual({
    message: 'If this email has an account, a link to set a new password is on its way. It works for 1 hour.',
  });
  expect(unknown.answer.body).toEqual(known.answer.body);
  expect(unknown.answer.status).toBe(200);
  expect(Object.keys(unknown.answer.headers)).toEqual(Object.keys(known.answer.headers));
  expect(known.texts.length).toBeGreaterThan(2);
  expect(unknown.texts).toEqual(known.texts);
  expect(known.texts.join('\n')).not.toMatch(/"users"|email_tokens/);
  expect(await mailTo(app, 'nobody-at-all@people.example')).toEqual([]);
});

test.each([['abcdef'], ['Abcdefg12'], [`Aa1!${'x'.repeat(125)}`]])(
  'AUTH-67 the server holds a reset to 8 to 128 characters of four kinds, and uses no link up for %j',
  async (newPassword) => {
    const token = await linkFor(await buildUser(app));
    expect(await reset(token, newPassword)).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        message:
          'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.',
      },
    });
    expect((await check(token)).status).toBe(200);
  },
);

test('a password made of the person’s own address is refused at its field, and the link still works', async () => {
  const person = await buildUser(app, { email: 'guess-me@people.example' });
  const token = await linkFor(person);
  const message =
    'This password is too easy to guess because it is based on your email address. Please choose another.';
  expect(await reset(token, 'Guess-me-1!')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', message, data: { fields: { newPassword: message } } },
  });
  expect((await reset(token)).status).toBe(200);
});

test('a job that runs again mails no second link', async () => {
  const person = await buildUser(app);
  await Promise.all([forgot(person.email), forgot(person.email), forgot(person.email)]);
  expect(await tokensTo(person.email)).toHaveLength(1);
});
