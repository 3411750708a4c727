import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditLinesOf } from '../../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { call, PASSWORD } from '../../../../test/factories.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { users } from '../../users/users.tables.ts';
import { emailTokens, passwords, sessions } from '../auth.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

type Session = { token: string; user: Record<string, unknown>; code: string; message: string };
let people = 0;

/** Each call comes from an address of its own, unless one is given. */
function signUp(given: Record<string, unknown> = {}, ip?: string) {
  people += 1;
  const body = { email: `new-${people}@people.example`, password: PASSWORD, niche: 'Gaming', ...given };
  const headers = { 'x-forwarded-for': ip ?? `10.0.${people >> 8}.${people & 255}` };
  return call<Session>(app, 'POST', '/api/auth/signup', { body, headers });
}

function rows(query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return app.platform.db.execute(query).then((result) => result.rows);
}

test('AUTH-55 sign-up returns a token that opens the new account, and the user', async () => {
  const { status, body } = await signUp({ timeZone: 'Europe/Paris', emailConsent: true });
  expect(status).toBe(200);
  expect(body.user).toMatchObject({
    niche: 'Gaming',
    emailConsent: true,
    emailVerifiedAt: null,
    timeZone: 'Europe/Paris',
    roles: [],
    subscriptionStatus: 'inactive',
  });
  const me = await call(app, 'GET', '/api/user', { token: body.token });
  expect(me.body).toEqual(body.user);
});

test('AUTH-18 consent to marketing email is optional and off until it is given', async () => {
  const { body } = await signUp();
  expect(body.user.emailConsent).toBe(false);
});

test('AUTH-29 AUTH-71 an email is lower-cased, and belongs to one account whatever its case', async () => {
  const first = await signUp({ email: '  Ada.Lovelace@People.EXAMPLE ' });
  expect(first.body.user.email).toBe('ada.lovelace@people.example');
  const second = await signUp({ email: 'ADA.lovelace@people.example' });
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN', message: 'An account with this email already exists.' },
  });
});

test('of two sign-ups with one email at one moment, one holds', async () => {
  const both = await Promise.all([
    signUp({ email: 'twin@people.example' }),
    signUp({ email: 'twin@people.example' }),
  ]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test.each([
  ['short', 'Ab1!xyz'],
  ['without an uppercase letter', 'abcdefg1!'],
  ['without a lowercase letter', 'ABCDEFG1!'],
  ['without a number', 'Abcdefgh!'],
  ['without a special character', 'Abcdefg12'],
  ['whose only special character is a space', 'Abcdefg 12'],
])('AUTH-35 AUTH-37 a password that is %s is refused', async (_, password) => {
  expect(await signUp({ password })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test.each([
  ['Password1!', 'one of the most common passwords'],
  ['Guess-me-1!', 'your email address'],
])('%s is refused at its field, because it is based on %s', async (password, from) => {
  const message = `This password is too easy to guess because it is based on ${from}. Please choose another.`;
  expect(await signUp({ password, email: 'guess-me@people.example' })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', message, data: { fields: { password: message } } },
  });
});

test('AUTH-36 a password may have 8 to 128 characters', async () => {
  const ofLength = (length: number) => 'Aa1!'.padEnd(length, 'x');
  const answers = await Promise.all([7, 8, 128, 129].map((length) => signUp({ password: ofLength(length) })));
  expect(answers.map((answer) => answer.status)).toEqual([400, 200, 200, 400]);
});

test('NICHE-12 sign-up takes active niches only, in any case, and counts the choice', async () => {
  const count = async () =>
    (await rows(sql`select selection_count from niches where name = 'Chess'`))[0]?.selection_count as number;
  const before = await count();
  const { body } = await signUp({ niche: ' chESS ' });
  expect(body.user.niche).toBe('Chess');
  expect(await count()).toBe(before + 1);

  await rows(sql`update niches set is_active = false where name = 'Poetry'`);
  for (const niche of ['Poetry', 'Nothing That There Is', ' ', 'x'.repeat(81)]) {
    expect(await signUp({ niche })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: 'Please choose a niche from the list.' },
    });
  }
});

test.each<[string, unknown]>([
  ['no body', undefined],
  ['a list', []],
  ['no email', { email: undefined }],
  ['an email of the wrong type', { email: 7 }],
  ['an email without a dot in its domain', { email: 'a@b' }],
  ['an email with a space', { email: 'a b@c.example' }],
  ['an endless email', { email: `${'a'.repeat(300)}@c.example` }],
  ['a null character', { email: 'a\u0000@c.example' }],
  ['a password of the wrong type', { password: { $ne: '' } }],
  ['an empty niche', { niche: ' ' }],
  ['consent of the wrong type', { emailConsent: 'yes' }],
  ['a zone that there is not', { timeZone: 'Mars/Olympus' }],
])('sign-up with %s is a 400 with a code', async (_, given) => {
  const valid = { email: 'never@people.example', password: PASSWORD, niche: 'Gaming' };
  const isForm = given !== undefined && !Array.isArray(given);
  const body = isForm ? { ...valid, ...(given as object) } : given;
  const headers = { 'x-forwarded-for': '10.9.9.9' };
  const answer = await call(app, 'POST', '/api/auth/signup', { body, headers });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test('the account and its verification email are one: without the mail there is no account', async () => {
  const email = 'unlucky@people.example';
  const enqueue = vi.spyOn(app.platform.jobs, 'enqueue').mockRejectedValueOnce(new Error('disk full'));
  const refused = await signUp({ email });
  enqueue.mockRestore();
  expect(refused).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
  expect(refused.body.message).not.toContain('disk');
  expect((await signUp({ email })).status).toBe(200);
});

test('AUTH-28 of password and session token the database keeps hashes only', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  await rows(sql`truncate figure_changes`);
  const { body } = await signUp({ timeZone: 'Asia/Kolkata' });
  const counted = await rows(sql`select day::text, figure, label, amount::int from figure_changes`);
  expect(counted).toEqual([{ day: '2026-03-01', figure: 'users.signed_up', label: '', amount: 1 }]);
  const [kept] = await rows(sql`
    select passwords.hash, sessions.token_hash, sessions.expires_at - sessions.created_at = interval '72 hours' as ends
    from passwords join sessions using (user_id) where user_id = ${body.user.id}`);
  expect(kept?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(kept?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(kept?.ends).toBe(true);
  expect(body.token).toMatch(/^[\w-]{43}$/);

  const at = new Date('2026-03-01T12:00:00Z');
  const { db } = app.platform;
  const id = Number(body.user.id);
  expect(await db.select().from(users).where(eq(users.id, id))).toEqual([
    {
      id,
      email: body.user.email,
      niche: 'Gaming',
      timeZone: 'Asia/Kolkata',
      emailConsent: false,
      weeklySummary: true,
      emailVerifiedAt: null,
      roles: [],
      signUpDevice: null,
      postsPaused: false,
      lastSchedulingCycle: null,
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    },
  ]);
  expect(await db.select().from(passwords).where(eq(passwords.userId, id))).toEqual([
    { userId: id, hash: kept?.hash, changedAt: at },
  ]);
  expect(await db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([
    {
      id: expect.any(Number),
      userId: id,
      tokenHash: hashToken(body.token),
      createdAt: at,
      expiresAt: new Date('2026-03-04T12:00:00Z'),
      lastSeenAt: at,
      confirmedAt: null,
      device: null,
      ip: expect.stringMatching(/^10\.0\.\d+\.•$/),
      viewerSessionId: null,
    },
  ]);
  expect(await db.select().from(emailTokens).where(eq(emailTokens.userId, id))).toEqual([
    {
      id: expect.any(Number),
      userId: id,
      purpose: 'verify_email',
      tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: at,
      expiresAt: new Date('2026-03-02T12:00:00Z'),
      usedAt: null,
    },
  ]);
});

test('sign-up is recorded in the audit log, with where it came from', async () => {
  const { body, headers } = await signUp({}, '192.0.2.7');
  const id = Number(body.user.id);
  const entry = { action: 'auth.signed_up', actor: id, type: null, target: null };
  expect(await auditLinesOf(app, id)).toEqual([{ ...entry, details: {}, ip: '192.0.2.7' }]);
  const [line] = await rows(sql`select request_id, created_at from audit_log where actor_user_id = ${id}`);
  expect(line).toEqual({
    request_id: headers['x-request-id'],
    created_at: expect.stringContaining('2026-03-01 12:00:00'),
  });
});

test('the thirty-first sign-up of an hour from one address waits, others do not', async () => {
  const ip = '192.0.2.30';
  for (let tries = 0; tries < 30; tries += 1) await signUp({ niche: 'Nothing That There Is' }, ip);
  const refused = await signUp({}, ip);
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  expect((await signUp({}, '192.0.2.31')).status).toBe(200);
});
