import * as argon2 from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { type Authenticator, buildTwoFactor, turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { compose } from '../../../compose.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { failedSignIns, wrongCodes } from '../../../platform/rate-limits.ts';
import { createSealer, hashToken } from '../../../platform/secrets.ts';
import { insertEmailToken, updatePassword } from '../auth.store.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { deleteEndedCredentials } from '../sessions/delete-ended-credentials.ts';
import { signIn as signInUser } from '../sign-in/sign-in.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import { deleteProofs, insertProof } from './two-factor.store.ts';

let app: TestApp;
/** Another process on the same database, with the test's clock. */
let second: Awaited<ReturnType<typeof compose>> & Pick<TestApp, 'http'>;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  const appSecret = 'a secret of tests, long enough to be one';
  const { databaseUrl, clock, platform } = app;
  const parts = await compose(app.config, { databaseUrl, appSecret, log: platform.log, clock });
  second = { ...parts, http: await parts.buildApi() };
});
afterAll(async () => {
  await second.stop();
  await app.close();
});
// Codes change every 30 seconds: each test runs in the middle of such a step.
beforeEach(() => app.clock.set('2026-05-04T10:00:15Z'));

type Session = { token: string; code: string; message: string; data?: { proof: string } };
const required = {
  status: 401,
  body: { code: 'TWO_FACTOR_REQUIRED', requires2FA: true, message: 'Two-factor authentication required' },
};
const codeInvalid = {
  status: 401,
  body: { code: 'TWO_FACTOR_CODE_INVALID', message: 'Invalid verification code. Please try again.' },
};
const proofInvalid = {
  status: 401,
  body: { code: 'TWO_FACTOR_PROOF_INVALID', message: 'Please enter your password again to continue.' },
};
const tooMany = {
  status: 429,
  body: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many attempts. Please try again later.' },
};

function post(body: object, on: Pick<TestApp, 'http'> = app) {
  return call<Session>(on, 'POST', '/api/auth/signin', { body });
}
const signIn = ({ email }: BuiltUser, twoFactorCode?: string, password = PASSWORD) =>
  post({ email, password, twoFactorCode });
const signInWith = (
  proof: string,
  { email }: BuiltUser,
  twoFactorCode?: string,
  on?: Pick<TestApp, 'http'>,
) => post({ email, proof, twoFactorCode }, on);

async function proofFor(user: BuiltUser): Promise<string> {
  return (await signIn(user)).body.data?.proof ?? '';
}

async function guarded(): Promise<{ user: BuiltUser; phone: Authenticator }> {
  const user = await buildUser(app);
  return { user, phone: await buildTwoFactor(app, user) };
}

/** What a code of this person opens: `open`, or the code of the refusal. */
async function openedBy(
  user: BuiltUser,
  code: string | undefined,
  sealer = app.platform.sealer,
): Promise<string> {
  const actor = { userId: user.id, origin: { ip: '192.0.2.1' }, requestId: 'test' };
  const deps = { ...app.platform, sealer, passwords: createPasswords() };
  const opened = requireSecondFactor(deps, { actor, code }, async () => 'open');
  return opened.catch((error: { code: string }) => error.code);
}
const INVALID = codeInvalid.body.code;

test('2FA-01 2FA-05 2FA-07 without two-factor the password is enough; with it the answer asks for a code and holds no token', async () => {
  const [plain, { user }] = [await buildUser(app), await guarded()];
  expect((await signIn(plain)).status).toBe(200);
  for (const code of [undefined, '  ']) {
    const answer = await signIn(user, code);
    expect(answer).toMatchObject(required);
    expect(answer.body.token).toBeUndefined();
  }
});

test('AUTH-39 2FA-20 sign-in repeated with the code opens a session', async () => {
  const { user, phone } = await guarded();
  const answer = await signIn(user, phone.nextCode(app));
  expect(answer.status).toBe(200);
  const me = await call(app, 'GET', '/api/user', { token: answer.body.token });
  expect(me.body).toMatchObject({ email: user.email, twoFactorEnabled: true });
});

test('with a wrong password the answer does not tell whether two-factor is on', async () => {
  const [plain, { user, phone }] = [await buildUser(app), await guarded()];
  const answers = [
    await signIn(plain, undefined, 'Wrong-horse-7'),
    await signIn(user, undefined, 'Wrong-horse-7'),
    await signIn(user, phone.nextCode(app), 'Wrong-horse-7'),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect({ ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
    expect(body.code).toBe('INVALID_CREDENTIALS');
  }
});

test('2FA-27 2FA-28 the proof opens the session with the code, after one hash of the password, and is stored as a hash', async () => {
  const { user, phone } = await guarded();
  const verify = vi.fn(argon2.verify);
  const deps = { ...app.platform, publicUrl: '', passwords: createPasswords({ ...argon2, verify }) };
  const visitor = { userId: null, origin: { ip: '192.0.2.1' }, requestId: 'test' };
  const refused = signInUser(deps, { email: user.email, password: PASSWORD }, visitor);
  const proof = await refused.catch((error: { data: { proof: string } }) => error.data.proof);
  expect(proof).toMatch(/^[\w-]{43}$/);
  const { rows } = await app.platform.db.execute(
    sql`select to_jsonb(sign_in_proofs) ->> 'token_hash' as hash from sign_in_proofs where user_id = ${user.id}`,
  );
  expect(rows).toEqual([{ hash: hashToken(String(proof)) }]);
  const input = { email: user.email, proof: String(proof), twoFactorCode: phone.nextCode(app) };
  expect(await signInUser(deps, input, visitor)).toMatchObject({ userId: user.id });
  expect(verify).toHaveBeenCalledOnce();
});

test('2FA-28 a proof lasts five minutes, and is deleted after that', async () => {
  const { user, phone } = await guarded();
  const [used, late] = [await proofFor(user), await proofFor(user)];
  app.clock.advance(5 * 60_000 - 1);
  expect((await signInWith(used, user, phone.codeAt(app))).status).toBe(200);
  app.clock.advance(1);
  expect(await signInWith(late, user, phone.nextCode(app))).toMatchObject(proofInvalid);
  await deleteEndedCredentials(app.platform);
  expect(
    (await app.platform.db.execute(sql`select from sign_in_proofs where user_id = ${user.id}`)).rowCount,
  ).toBe(0);
});

test('2FA-28 a proof opens one session, also in two processes at once, and leaves the other codes unused', async () => {
  const { user, phone } = await guarded();
  const proof = await proofFor(user);
  const codes = phone.backupCodes.slice(0, 4);
  const answers = await Promise.all(
    codes.map((code, index) => signInWith(proof, user, code, index % 2 ? second : app)),
  );
  expect(answers.map(({ status, body }) => (status === 200 ? 'open' : body.code)).sort()).toEqual([
    ...Array(3).fill(proofInvalid.body.code),
    'open',
  ]);
  const left = codes.filter((_, index) => answers[index]?.status !== 200);
  for (const code of left) expect(await openedBy(user, code)).toBe('open');
});

test('2FA-28 2FA-29 a wrong code is recorded and does not use the proof up; the fifth does', async () => {
  const { user, phone } = await guarded();
  const [proof, spent] = [await proofFor(user), await proofFor(user)];
  for (let tries = 0; tries < 4; tries += 1)
    expect(await signInWith(proof, user, '000000')).toMatchObject(codeInvalid);
  expect((await signInWith(proof, user, phone.nextCode(app))).status).toBe(200);
  await app.platform.limits.clear(wrongCodes, user.id);
  for (let tries = 0; tries < 5; tries += 1) await signInWith(spent, user, '000000');
  expect(await signInWith(spent, user, phone.nextCode(app))).toMatchObject(proofInvalid);
  const { rowCount } = await app.platform.db.execute(sql`
    select from audit_log where actor_user_id = ${user.id} and action = 'auth.second_factor_failed'`);
  expect(rowCount).toBe(9);
  expect(
    await signIn(user, phone.codeAt(app)),
    'wrong codes with a proof count for the person',
  ).toMatchObject(tooMany);
});

test('2FA-28 a proof serves its own person', async () => {
  const [{ user, phone }, other] = [await guarded(), await guarded()];
  const proof = await proofFor(other.user);
  expect(await signInWith(proof, user, phone.nextCode(app))).toMatchObject(proofInvalid);
  expect((await signInWith(proof, other.user, other.phone.codeAt(app))).status).toBe(200);
});

test('2FA-29 an invalid proof counts as a failed sign-in, and costs the person no code', async () => {
  const { user, phone } = await guarded();
  const [proof, guess] = [await proofFor(user), 'x'.repeat(43)];
  for (let tries = 0; tries < failedSignIns.points; tries += 1)
    expect(await signInWith(guess, user, '000000')).toMatchObject(proofInvalid);
  for (const each of [guess, proof])
    expect(await signInWith(each, user, phone.nextCode(app))).toMatchObject(tooMany);
  const { rowCount } = await app.platform.db.execute(sql`
    select from audit_log where target_id = ${String(user.id)} and action = 'auth.sign_in_failed'`);
  expect(rowCount).toBe(failedSignIns.points);
  expect(await openedBy(user, phone.nextCode(app))).toBe('open');
});

test.each([
  [{ twoFactorCode: '123456' }, 'Password is required'],
  [{ proof: 'x'.repeat(43) }, 'Please enter a 6-digit code.'],
  [{ proof: 'x'.repeat(43), twoFactorCode: ' ' }, 'Please enter a 6-digit code.'],
])('2FA-27 sign-in with %j is refused: %s', async (body, message) => {
  const answer = await post({ email: 'ada@people.example', ...body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
});

test.each<
  [string, (user: BuiltUser, phone: Authenticator, support: BuiltUser) => Promise<{ status: number }>]
>([
  [
    'a changed password',
    ({ token }, { backupCodes: [code] }) => {
      const body = { currentPassword: PASSWORD, newPassword: 'Better-staple-8', code };
      return call(app, 'POST', '/api/auth/change-password', { token, body });
    },
  ],
  [
    'a reset password',
    async ({ id }) => {
      await insertEmailToken(app.platform.db, {
        userId: id,
        purpose: 'reset_password',
        tokenHash: hashToken(`of ${id}`),
        createdAt: app.clock.now(),
        expiresAt: new Date('2100-01-01'),
      });
      const token = `of ${id}`;
      return call(app, 'POST', '/api/auth/reset-password', {
        body: { token, newPassword: 'Better-staple-8' },
      });
    },
  ],
  [
    'two-factor turned off',
    ({ token }, { backupCodes: [code] }) =>
      call(app, 'POST', '/api/2fa/disable', { token, body: { password: PASSWORD, code } }),
  ],
  [
    'two-factor reset by staff',
    ({ id }, _, { token }) => call(app, 'POST', `/api/admin/users/${id}/reset-2fa`, { token }),
  ],
])('2FA-30 %s makes a proof void', async (_, change) => {
  const { user, phone } = await guarded();
  const proof = await proofFor(user);
  expect((await change(user, phone, await buildUser(app, { roles: ['support'] }))).status).toBe(200);
  expect(await signInWith(proof, user, phone.nextCode(app))).toMatchObject(proofInvalid);
});

test('2FA-30 no proof outlives a password that is replaced while it is stored', async () => {
  const { user } = await guarded();
  const { db, clock } = app.platform;
  const { rows } = await db.execute(sql`select hash from passwords where user_id = ${user.id}`);
  const made = { userId: user.id, passwordHash: String(rows[0]?.hash), expiresAt: clock.now() };
  let replaced = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await insertProof(tx, { ...made, tokenHash: `before ${user.id}` });
    replaced = inTransaction(db, async (other) => {
      await updatePassword(other, user.id, '$argon2id$another', clock.now());
      await deleteProofs(other, user.id);
    });
    await untilBlockedOrDone(db, replaced);
  });
  await replaced;
  await insertProof(db, { ...made, tokenHash: `after ${user.id}` });
  expect((await db.execute(sql`select from sign_in_proofs where user_id = ${user.id}`)).rowCount).toBe(0);
});

test("2FA-26 each step's code is taken once, in its own half minute, and none older than it", async () => {
  const { user, phone } = await guarded();
  expect(await openedBy(user, phone.codeAt(app)), 'the code that enabled it').toBe(INVALID);
  app.clock.advance(300_000);
  for (const steps of [-1, 1]) expect(await openedBy(user, phone.codeAt(app, steps))).toBe(INVALID);
  expect(await openedBy(user, phone.codeAt(app))).toBe('open');
  for (const steps of [0, -1]) expect(await openedBy(user, phone.codeAt(app, steps))).toBe(INVALID);
});

test('a code is spent if and only if the work that it protects commits', async () => {
  const { user, phone } = await guarded();
  const actor = { userId: user.id, origin: { ip: '192.0.2.1' }, requestId: 'test' };
  const deps = { ...app.platform, passwords: createPasswords() };
  for (const code of [phone.nextCode(app), phone.backupCodes[0]]) {
    const failing = () => Promise.reject(new Error('the disk is full'));
    for (let tries = 0; tries < 6; tries += 1)
      await expect(requireSecondFactor(deps, { actor, code }, failing)).rejects.toThrow('the disk is full');
    expect(await openedBy(user, code)).toBe('open');
    expect(await openedBy(user, code)).toBe(INVALID);
  }
});

test('2FA-26 of two processes that are given the same code at once, one takes it', async () => {
  const { user, phone } = await guarded();
  const { email } = user;
  const body = { email, password: PASSWORD, twoFactorCode: phone.nextCode(app) };
  const answers = await Promise.all([app, second, app, second].map((on) => post(body, on)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
});

test('2FA-19 a backup code finishes sign-in once and never again, in any case, with or without its dash', async () => {
  const user = await buildUser(app);
  const [first = '', other = '', third = ''] = (await turnOnTwoFactor(app, user)).backupCodes;
  expect((await signIn(user, first)).status).toBe(200);
  expect(await signIn(user, first)).toMatchObject(codeInvalid);
  expect(await openedBy(user, ` ${other.toUpperCase()} `)).toBe('open');
  expect(await openedBy(user, other)).toBe(INVALID);
  expect(await openedBy(user, third.replace('-', ''))).toBe('open');
});

test('a sign-in with a backup code is mailed, with how many are left; one with the app is not', async () => {
  const { user, phone } = await guarded();
  await signIn(user, phone.nextCode(app));
  expect((await signIn(user, phone.backupCodes[3])).status).toBe(200);
  const mails = await mailTo(app, user.email);
  expect(mails).toMatchObject([{ subject: 'A backup code was used to sign in' }]);
  expect(mails[0]?.text).toContain('You have 9 backup codes left.');
  const { rows } = await app.platform.db.execute(sql`
    select details from audit_log where actor_user_id = ${user.id} and action = 'auth.signed_in' order by id`);
  expect(rows).toEqual([{ details: { secondFactor: 'app' } }, { details: { secondFactor: 'backup' } }]);
});

test('2FA-19 the same backup code, stored without a salt as they once were, sent four times at once is taken once', async () => {
  const { user, phone } = await guarded();
  const opened = await Promise.all([1, 2, 3, 4].map(() => openedBy(user, phone.backupCodes[0])));
  expect(opened.sort()).toEqual([INVALID, INVALID, INVALID, 'open']);
});

test("someone else's code opens nothing", async () => {
  const [{ user }, other] = [await guarded(), await guarded()];
  const code = other.phone.nextCode(app);
  for (const theirs of [code, other.phone.backupCodes[0]]) expect(await openedBy(user, theirs)).toBe(INVALID);
  expect(await openedBy(other.user, code), 'it was not used up').toBe('open');
});

test('2FA-26 after five wrong codes even the right one waits, for that person alone, in every process', async () => {
  const [{ user, phone }, other] = [await guarded(), await guarded()];
  for (let tries = 0; tries < 5; tries += 1) expect(await openedBy(user, 'wrong')).toBe(INVALID);
  const refused = await signIn(user, phone.nextCode(app));
  expect(refused).toMatchObject(tooMany);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  expect(await signIn(user), 'without a code nothing is counted').toMatchObject(required);
  const body = { email: user.email, password: PASSWORD, twoFactorCode: phone.backupCodes[0] };
  expect(await post(body, second)).toMatchObject(tooMany);
  expect(await openedBy(other.user, other.phone.codeAt(app))).toBe('open');
});

test('2FA-26 wrong codes sent side by side count one by one', async () => {
  const { user } = await guarded();
  const opened = await Promise.all(Array.from({ length: 9 }, (_, index) => openedBy(user, `00000${index}`)));
  expect(opened.sort()).toEqual([...Array(4).fill('RATE_LIMIT_EXCEEDED'), ...Array(5).fill(INVALID)]);
});

test('2FA-26 right codes are not counted, and forgive no wrong one', async () => {
  const { user, phone } = await guarded();
  for (let tries = 0; tries < 4; tries += 1) await openedBy(user, '000000');
  for (const code of phone.backupCodes.slice(0, 6)) expect(await openedBy(user, code)).toBe('open');
  expect(await openedBy(user, '000000')).toBe(INVALID);
  expect(await openedBy(user, phone.backupCodes[6])).toBe('RATE_LIMIT_EXCEEDED');
});

test('after APP_SECRET changed, codes of both forms still work, and a code of the app seals with the new secret', async () => {
  const [former, current] = ['the-secret-of-last-year-long-enough', 'the-secret-of-this-year-long-enough'];
  const user = await buildUser(app);
  const old = createSealer(former);
  const phone = await buildTwoFactor({ clock: app.clock, platform: { ...app.platform, sealer: old } }, user);
  const rotated = createSealer(current, [former]);
  const stored = async () =>
    String(
      (
        await app.platform.db.execute(
          sql`select sealed_secret as s from two_factor where user_id = ${user.id}`,
        )
      ).rows[0]?.s,
    );
  expect(await openedBy(user, phone.backupCodes[0], rotated)).toBe('open');
  expect(old.open('two-factor', await stored()), 'a backup code moves nothing').not.toBe('');
  expect(await openedBy(user, phone.nextCode(app), rotated)).toBe('open');
  expect(createSealer(current).open('two-factor', await stored())).not.toBe('');
  expect(await openedBy(user, phone.backupCodes[1], rotated), 'under the new key').toBe('open');
});
