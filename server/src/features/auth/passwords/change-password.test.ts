import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLinesOf } from '../../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { buildTwoFactor } from '../../../../test/two-factor.ts';
import { wrongConfirmations } from '../../../platform/rate-limits.ts';
import { insertEmailToken } from '../auth.store.ts';
import { emailTokens } from '../auth.tables.ts';
import { openSession } from '../sign-in/open-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const NEW = 'Better-staple-8';
type Body = { message: string; code: string };

function change(person: BuiltUser, body: unknown) {
  return call<Body>(app, 'POST', '/api/auth/change-password', { token: person.token, body });
}

async function signInStatus(email: string, password: string): Promise<number> {
  return (await call(app, 'POST', '/api/auth/signin', { body: { email, password } })).status;
}

async function statusOf(token: string): Promise<number> {
  return (await call(app, 'GET', '/api/user', { token })).status;
}

test('AUTH-56 AUTH-60 AUTH-76 a change of password ends the other sessions and open reset links, and is mailed', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const { db, clock } = app.platform;
  const link = { createdAt: clock.now(), expiresAt: clock.now() };
  for (const [userId, purpose] of [
    [person.id, 'reset_password'],
    [person.id, 'verify_email'],
    [other.id, 'reset_password'],
  ] as const)
    await insertEmailToken(db, { ...link, userId, purpose, tokenHash: `${userId} ${purpose}` });
  const elsewhere = await openSession(db, person.id, clock.now());

  const answer = await change(person, { currentPassword: PASSWORD, newPassword: NEW });
  expect(answer).toMatchObject({ status: 200, body: { message: 'Password changed successfully!' } });

  expect(await statusOf(person.token), 'the session that asked').toBe(200);
  expect(await statusOf(elsewhere.token), 'a session elsewhere').toBe(401);
  expect(await statusOf(other.token), 'someone else').toBe(200);
  expect(await signInStatus(person.email, PASSWORD)).toBe(401);
  expect(await signInStatus(person.email, NEW)).toBe(200);

  const [mail, ...more] = await mailTo(app, person.email);
  expect([mail?.subject, more]).toEqual(['Your Drumbeat password was changed', []]);
  expect(mail?.text).toContain(`The password for ${person.email} was changed in Settings.`);
  expect((await auditLinesOf(app, person.id))[0]).toMatchObject({ action: 'auth.password_changed' });
  const left = await db.select().from(emailTokens).orderBy(emailTokens.id);
  expect(left.map(({ userId, purpose }) => [userId, purpose])).toEqual([
    [person.id, 'verify_email'],
    [other.id, 'reset_password'],
  ]);
});

test('a wrong current password changes nothing and is recorded', async () => {
  const person = await buildUser(app);
  const answer = await change(person, { currentPassword: 'Wrong-horse-7', newPassword: NEW });
  const message = 'Current password is incorrect.';
  expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS', message } });
  expect(await signInStatus(person.email, PASSWORD)).toBe(200);
  expect((await auditLinesOf(app, person.id))[0]).toMatchObject({ action: 'auth.confirmation_failed' });
});

test('of ten wrong current passwords in 15 minutes right ones are none, and the next waits', async () => {
  const person = await buildUser(app);
  const { limits } = app.platform;
  for (let tries = 0; tries < wrongConfirmations.points - 1; tries += 1)
    await limits.consume(wrongConfirmations, person.id);
  const same = { currentPassword: PASSWORD, newPassword: PASSWORD };
  for (const _ of [1, 2]) expect((await change(person, same)).status).toBe(400);
  expect((await change(person, { currentPassword: 'Wrong-1', newPassword: NEW })).status).toBe(401);
  const refused = await change(person, { currentPassword: PASSWORD, newPassword: NEW });
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
});

const easy =
  'This password is too easy to guess because it is based on the name of this product. Please choose another.';
test.each([
  ['an empty current password', { currentPassword: '', newPassword: NEW }, 'Please fill in all fields.'],
  ['a guessable one', { currentPassword: PASSWORD, newPassword: 'Drumbeat1!' }, easy],
  [
    'the current one',
    { currentPassword: PASSWORD, newPassword: PASSWORD },
    'New password must be different from current password.',
  ],
])('%s is a 400 in the form’s own words', async (_, body, message) => {
  const answer = await change(await buildUser(app), body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
});

test('of two changes at the same moment, one succeeds', async () => {
  const person = await buildUser(app);
  const both = await Promise.all(
    ['First-staple-8', 'Second-staple-8'].map((newPassword) =>
      change(person, { currentPassword: PASSWORD, newPassword }),
    ),
  );
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 401]);
  const works = await Promise.all(
    ['First-staple-8', 'Second-staple-8'].map((password) => signInStatus(person.email, password)),
  );
  expect(works.sort()).toEqual([200, 401]);
});

test('where two-factor is on, a change of password takes a code, which is then spent', async () => {
  const person = await buildUser(app);
  const phone = await buildTwoFactor(app, person);
  const body = { currentPassword: PASSWORD, newPassword: NEW };
  expect(await change(person, body)).toMatchObject({
    status: 401,
    body: { code: 'TWO_FACTOR_REQUIRED', requires2FA: true },
  });
  expect(await change(person, { ...body, code: '000000' })).toMatchObject({
    status: 401,
    body: { code: 'TWO_FACTOR_CODE_INVALID' },
  });
  const code = phone.nextCode(app);
  expect((await change(person, { ...body, code })).status).toBe(200);
  const again = { currentPassword: NEW, newPassword: 'Third-staple-9', code };
  expect(await change(person, again)).toMatchObject({ body: { code: 'TWO_FACTOR_CODE_INVALID' } });
});
