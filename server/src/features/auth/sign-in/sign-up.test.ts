import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { call, PASSWORD } from '../../../../test/factories.ts';
import { signUpsByAddress } from '../../../platform/rate-limits.ts';
import { hashToken } from '../../../platform/secrets.ts';

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

test('AUTH-55 AUTH-18 sign-up returns a token that opens the new account, and the user; consent is off until it is given', async () => {
  const given = { niche: 'Gaming', timeZone: 'Europe/Paris' };
  const { status, body } = await signUp({ ...given, emailConsent: true });
  expect(status).toBe(200);
  const fresh = { emailVerifiedAt: null, roles: [], subscriptionStatus: 'inactive' };
  expect(body.user).toMatchObject({ ...given, ...fresh, emailConsent: true });
  const me = await call(app, 'GET', '/api/user', { token: body.token });
  expect(me.body).toEqual(body.user);
  expect((await signUp()).body.user.emailConsent).toBe(false);
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

test('of two sign-ups with one email at the same moment, one succeeds', async () => {
  const both = await Promise.all([
    signUp({ email: 'twin@people.example' }),
    signUp({ email: 'twin@people.example' }),
  ]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test.each([
  ['without a special character', 'Abcdefg12'],
  ['whose only special character is a space', 'Abcdefg 12'],
])('AUTH-35 AUTH-37 a password that is %s is refused', async (_, password) => {
  expect(await signUp({ password })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
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

test('no account is made when its verification email cannot be queued', async () => {
  const email = 'unlucky@people.example';
  const enqueue = vi.spyOn(app.platform.jobs, 'enqueue').mockRejectedValueOnce(new Error('disk full'));
  const refused = await signUp({ email });
  enqueue.mockRestore();
  expect(refused).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
  expect(refused.body.message).not.toContain('disk');
  expect((await signUp({ email })).status).toBe(200);
});

test('AUTH-28 the database keeps only hashes of the password, the session token and the mailed token', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  await rows(sql`truncate figure_changes`);
  const { body } = await signUp();
  const counted = await rows(sql`select day::text, figure, amount::int from figure_changes`);
  expect(counted).toEqual([{ day: '2026-03-01', figure: 'users.signed_up', amount: 1 }]);
  const [kept] = await rows(sql`
    select p.hash, s.token_hash, s.ip, s.expires_at - s.created_at = interval '72 hours' as ends, e.token_hash as mailed
    from passwords p join sessions s using (user_id) join email_tokens e using (user_id) where user_id = ${body.user.id}`);
  expect(body.token).toMatch(/^[\w-]{43}$/);
  expect(kept).toEqual({
    hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    token_hash: hashToken(body.token),
    ip: expect.stringMatching(/^10\.0\.\d+\.•$/),
    ends: true,
    mailed: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('the thirty-first sign-up of an hour from one address is 429', async () => {
  const ip = '192.0.2.30';
  for (let tries = 0; tries < 30; tries += 1) await app.platform.limits.consume(signUpsByAddress, ip);
  const refused = await signUp({}, ip);
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  expect((await signUp({}, '192.0.2.31')).status).toBe(200);
});
