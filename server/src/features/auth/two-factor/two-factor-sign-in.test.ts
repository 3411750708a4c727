import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { compose } from '../../../compose.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { requireSecondFactor } from './require-second-factor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
// Codes change every 30 seconds: each test runs in the middle of such a step.
beforeEach(() => app.clock.set('2026-05-04T10:00:15Z'));

type Session = { token: string; code: string; message: string; requires2FA?: boolean };
const required = {
  status: 401,
  body: { code: 'TWO_FACTOR_REQUIRED', requires2FA: true, message: 'Two-factor authentication required' },
};
const invalid = {
  status: 401,
  body: { code: 'TWO_FACTOR_CODE_INVALID', message: 'Invalid verification code. Please try again.' },
};
const tooMany = {
  status: 429,
  body: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many attempts. Please try again later.' },
};

function signIn(
  user: BuiltUser,
  twoFactorCode?: unknown,
  password = PASSWORD,
  on: Pick<TestApp, 'http'> = app,
) {
  const body = { email: user.email, password, ...(twoFactorCode === undefined ? {} : { twoFactorCode }) };
  return call<Session>(on, 'POST', '/api/auth/signin', { body });
}

test('2FA-01 2FA-05 2FA-07 without two-factor the password is enough; with it the answer asks for a code and holds no token', async () => {
  const [plain, guarded] = [await buildUser(app), await buildUser(app)];
  await turnOnTwoFactor(app, guarded);
  expect((await signIn(plain)).status).toBe(200);
  for (const code of [undefined, '', '  ']) {
    const answer = await signIn(guarded, code);
    expect(answer).toMatchObject(required);
    expect(answer.body.token).toBeUndefined();
  }
});

test('AUTH-39 2FA-20 sign-in repeated with the code opens a session', async () => {
  const user = await buildUser(app);
  const phone = await turnOnTwoFactor(app, user);
  app.clock.advance(30_000);
  const answer = await signIn(user, phone.codeAt(app));
  expect(answer.status).toBe(200);
  const me = await call<{ email: string; twoFactorEnabled: boolean }>(app, 'GET', '/api/user', {
    token: answer.body.token,
  });
  expect(me.body).toMatchObject({ email: user.email, twoFactorEnabled: true });
});

test('with a wrong password the answer does not tell whether two-factor is on', async () => {
  const [plain, guarded] = [await buildUser(app), await buildUser(app)];
  const phone = await turnOnTwoFactor(app, guarded);
  const answers = [
    await signIn(plain, undefined, 'Wrong-horse-7'),
    await signIn(guarded, undefined, 'Wrong-horse-7'),
    await signIn(guarded, phone.nextCode(app), 'Wrong-horse-7'),
    await signIn(guarded, '000000', 'Wrong-horse-7'),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect({ ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
    expect(body.code).toBe('INVALID_CREDENTIALS');
  }
});

test("2FA-26 each step's code is taken once, and none older than it", async () => {
  const user = await buildUser(app);
  const phone = await turnOnTwoFactor(app, user);
  expect(await signIn(user, phone.codeAt(app)), 'the code that enabled it').toMatchObject(invalid);
  app.clock.advance(30_000);
  expect((await signIn(user, phone.codeAt(app))).status).toBe(200);
  expect(await signIn(user, phone.codeAt(app)), 'the same again').toMatchObject(invalid);
  expect(await signIn(user, phone.codeAt(app, -1)), 'the one before').toMatchObject(invalid);
});

test('a code is spent if and only if the work that it protects commits', async () => {
  const user = await buildUser(app);
  const phone = await turnOnTwoFactor(app, user);
  const actor = { userId: user.id, origin: { ip: '192.0.2.1' }, requestId: 'test' };
  const deps = { ...app.platform, passwords: createPasswords() };
  for (const code of [phone.nextCode(app), phone.backupCodes[0]]) {
    const given = { actor, code };
    const failing = () => Promise.reject(new Error('the disk is full'));
    for (let tries = 0; tries < 6; tries += 1)
      await expect(requireSecondFactor(deps, given, failing)).rejects.toThrow('the disk is full');
    expect(await requireSecondFactor(deps, given, async () => 'done')).toBe('done');
    const again = requireSecondFactor(deps, given, async () => 'done twice');
    await expect(again).rejects.toMatchObject({ code: 'TWO_FACTOR_CODE_INVALID' });
  }
});

test('2FA-26 of two processes that are given the same code at once, one takes it', async () => {
  const user = await buildUser(app);
  const phone = await turnOnTwoFactor(app, user);
  const second = await secondProcess();
  const code = phone.nextCode(app);
  const answers = await Promise.all(
    [app, second, app, second].map((on) => signIn(user, code, PASSWORD, on)),
  ).finally(() => second.stop());
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
});

test('a code is valid in its own half minute alone', async () => {
  const user = await buildUser(app);
  const phone = await turnOnTwoFactor(app, user);
  app.clock.advance(300_000);
  for (const steps of [-1, 1]) expect(await signIn(user, phone.codeAt(app, steps))).toMatchObject(invalid);
  expect((await signIn(user, phone.codeAt(app))).status).toBe(200);
});

test('2FA-19 a backup code finishes sign-in once and never again, in any case, with or without its dash', async () => {
  const user = await buildUser(app);
  const [first = '', second = '', third = ''] = (await turnOnTwoFactor(app, user)).backupCodes;
  expect((await signIn(user, first)).status).toBe(200);
  expect(await signIn(user, first)).toMatchObject(invalid);
  expect((await signIn(user, ` ${second.toUpperCase()} `)).status).toBe(200);
  expect(await signIn(user, second)).toMatchObject(invalid);
  expect((await signIn(user, third.replace('-', ''))).status).toBe(200);
});

test('a sign-in with a backup code is mailed, with how many are left; one with the app is not', async () => {
  const user = await buildUser(app);
  const phone = await turnOnTwoFactor(app, user);
  await signIn(user, phone.nextCode(app));
  expect((await signIn(user, phone.backupCodes[3])).status).toBe(200);
  const mails = (await mailTo(app, user.email)).filter((mail) => !mail.subject.endsWith('is on'));
  expect(mails).toMatchObject([{ subject: 'A backup code was used to sign in' }]);
  expect(mails[0]?.text).toContain('You have 9 backup codes left.');
  const { rows } = await app.platform.db.execute(sql`
    select details from audit_log where actor_user_id = ${user.id} and action = 'auth.signed_in' order by id`);
  expect(rows).toEqual([{ details: { secondFactor: 'app' } }, { details: { secondFactor: 'backup' } }]);
});

test('2FA-19 the same backup code sent four times at once is taken once', async () => {
  const user = await buildUser(app);
  const [code = ''] = (await turnOnTwoFactor(app, user)).backupCodes;
  const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(user, code)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
});

test("someone else's code opens nothing", async () => {
  const [user, other] = [await buildUser(app), await buildUser(app)];
  await turnOnTwoFactor(app, user);
  const theirs = await turnOnTwoFactor(app, other);
  expect(await signIn(user, theirs.nextCode(app))).toMatchObject(invalid);
  expect(await signIn(user, theirs.backupCodes[0])).toMatchObject(invalid);
  expect((await signIn(other, theirs.codeAt(app))).status, 'it was not used up').toBe(200);
});

test('2FA-26 after five wrong codes even the right one waits, for that person alone, in every process', async () => {
  const [user, other] = [await buildUser(app), await buildUser(app)];
  const [phone, theirs] = [await turnOnTwoFactor(app, user), await turnOnTwoFactor(app, other)];
  for (let tries = 0; tries < 5; tries += 1) expect(await signIn(user, 'wrong')).toMatchObject(invalid);
  const refused = await signIn(user, phone.nextCode(app));
  expect(refused).toMatchObject(tooMany);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  expect(await signIn(user), 'without a code nothing is counted').toMatchObject(required);
  expect(await signIn(user, undefined, 'Wrong-horse-7')).toMatchObject({
    body: { code: 'INVALID_CREDENTIALS' },
  });
  const second = await secondProcess();
  const elsewhere = await signIn(user, phone.backupCodes[0], PASSWORD, second).finally(() => second.stop());
  expect(elsewhere).toMatchObject(tooMany);
  expect((await signIn(other, theirs.codeAt(app))).status).toBe(200);
});

test('2FA-26 wrong codes sent side by side count one by one', async () => {
  const user = await buildUser(app);
  await turnOnTwoFactor(app, user);
  const guesses = Array.from({ length: 9 }, (_, index) => signIn(user, `00000${index}`));
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test('2FA-26 right codes are not counted, and forgive no wrong one', async () => {
  const user = await buildUser(app);
  const phone = await turnOnTwoFactor(app, user);
  for (let tries = 0; tries < 4; tries += 1) await signIn(user, '000000');
  for (const code of phone.backupCodes.slice(0, 6)) expect((await signIn(user, code)).status).toBe(200);
  expect(await signIn(user, '000000')).toMatchObject(invalid);
  expect(await signIn(user, phone.backupCodes[6])).toMatchObject(tooMany);
});

/** Another process on the same database, with the test's clock. */
async function secondProcess() {
  const parts = await compose(app.config, {
    databaseUrl: app.databaseUrl,
    appSecret: 'a secret of tests, long enough to be one',
    log: app.platform.log,
    clock: app.clock,
  });
  return { ...parts, http: await parts.buildApi() };
}
