import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { queues } from '../../../platform/queues.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { insertEmailToken } from '../auth.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-03-01T12:00:00Z'));

type Session = { token: string; user: { email: string; emailVerifiedAt: string | null } };
let people = 0;

async function signUp(timeZone?: string): Promise<{ email: string; token: string }> {
  people += 1;
  const email = `reader-${people}@people.example`;
  const body = { email, password: PASSWORD, niche: 'Gaming', timeZone };
  const answer = await call<Session>(app, 'POST', '/api/auth/signup', { body });
  return { email, token: answer.body.token };
}

/** Somebody who has signed up, with the token of a link that is valid for a day. */
async function unverified(): Promise<{ email: string; token: string; link: string }> {
  const { id, email, token } = await buildUser(app, { verified: false });
  const createdAt = app.clock.now();
  const link = randomToken();
  await insertEmailToken(app.platform.db, {
    userId: id,
    purpose: 'verify_email',
    tokenHash: hashToken(link),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 24 * 3_600_000),
  });
  return { email, token, link };
}

async function linksTo(email: string): Promise<string[]> {
  const mails = await mailTo(app, email);
  return mails.map((mail) => mail.links.find((link) => link.includes('/verify-email')) ?? '');
}

function tokenOf(link: string | undefined): string {
  return new URL(link ?? '').searchParams.get('token') ?? '';
}

function verify(token: unknown) {
  return call(app, 'POST', '/api/auth/verify-email', { body: { token } });
}

function resend(token: string) {
  return call<{ message: string; code: string }>(app, 'POST', '/api/auth/resend-verification', { token });
}

async function verifiedAt(token: string): Promise<unknown> {
  return (await call<Session['user']>(app, 'GET', '/api/user', { token })).body.emailVerifiedAt;
}

const invalid = {
  status: 400,
  body: { code: 'LINK_INVALID', message: 'Verification link is invalid or expired.' },
};

test('VEM-10 VEM-12 VEM-30 sign-up mails a link that verifies the email, without a session', async () => {
  const { email, token } = await signUp('Asia/Kolkata');
  expect(await verifiedAt(token)).toBeNull();
  const [mail, ...more] = await mailTo(app, email);
  expect([mail?.subject, more]).toEqual(['Verify your email for Drumbeat', []]);
  const link = mail?.links.find((each) => each.includes('token=')) ?? '';
  expect(link).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}$/);
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.text).toContain(
    'The account was made on 1 March 2026 at 17:30, with a device that we do not know.',
  );
  app.clock.advance(60_000);
  expect(await verify(tokenOf(link))).toMatchObject({
    status: 200,
    body: { message: 'Email verified.', signedUp: { at: '2026-03-01T12:00:00.000Z', device: null } },
  });
  expect(await verifiedAt(token)).toBe('2026-03-01T12:01:00.000Z');
});

test('VEM-22 a link lives for 24 hours', async () => {
  const { email, token } = await signUp();
  const [link] = await linksTo(email);
  app.clock.set('2026-03-02T12:00:00Z');
  expect(await verify(tokenOf(link))).toMatchObject(invalid);
  expect(await verifiedAt(token)).toBeNull();
  app.clock.set('2026-03-02T11:59:59Z');
  expect((await verify(tokenOf(link))).status).toBe(200);
});

test('VEM-22 a link is single-use', async () => {
  const { email, token, link } = await unverified();
  await verify(link);
  await app.platform.db.execute(sql`update users set email_verified_at = null where email = ${email}`);
  expect(await verify(link)).toMatchObject(invalid);
  expect(await verifiedAt(token)).toBeNull();
});

test('VEM-22 a repeat by someone verified already succeeds, also later and at the same moment', async () => {
  const { token, link } = await unverified();
  const both = await Promise.all([verify(link), verify(link)]);
  expect(both.map((answer) => answer.status)).toEqual([200, 200]);
  app.clock.advance(48 * 3_600_000);
  expect((await verify(link)).status).toBe(200);
  expect(await verifiedAt(token)).toBe('2026-03-01T12:00:00.000Z');
});

test('VEM-07 an unknown token is refused', async () => {
  expect(await verify('a'.repeat(43))).toMatchObject(invalid);
});

test('VEM-11 VEM-20 VEM-21 another mail goes out 30 seconds after the last, with a link that works', async () => {
  const { email, token } = await unverified();
  app.clock.advance(29_000);
  const early = await resend(token);
  const message = 'We just sent you a verification email. Please wait 1 second before asking for another.';
  expect(early).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED', message } });
  expect(early.headers['retry-after']).toBe('1');
  app.clock.advance(1_000);
  expect(await resend(token)).toMatchObject({ status: 200, body: { message: 'Verification email sent.' } });
  const links = await linksTo(email);
  expect(links).toHaveLength(1);
  expect((await verify(tokenOf(links[0]))).status).toBe(200);
});

test('VEM-21 asked for side by side, one mail goes out', async () => {
  const { email, token } = await unverified();
  app.clock.advance(60_000);
  const answers = await Promise.all(Array.from({ length: 5 }, () => resend(token)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(await mailTo(app, email)).toHaveLength(1);
});

test('what ended a month ago is deleted', async () => {
  const { email } = await unverified();
  const count = async (now: string) => {
    app.clock.set(now);
    await app.platform.jobs.enqueue(app.platform.db, queues.deleteEndedCredentials, {});
    await app.platform.jobs.drain();
    const { rows } = await app.platform.db.execute(sql`
      select (select count(*)::int from sessions where user_id = users.id) as sessions,
        (select count(*)::int from email_tokens where user_id = users.id) as tokens from users where email = ${email}`);
    return rows[0];
  };
  // The link ended after a day, the session after three.
  expect(await count('2026-04-01T12:00:00.000Z')).toEqual({ sessions: 1, tokens: 1 });
  expect(await count('2026-04-01T12:00:00.001Z')).toEqual({ sessions: 1, tokens: 0 });
  expect(await count('2026-04-03T12:00:00.001Z')).toEqual({ sessions: 0, tokens: 0 });
});

test('ADM-USR-13 ADM-CON-33 staff send the verification email again, within the limits of the customer', async () => {
  const support = await buildUser(app, { roles: ['support'] });
  const [person, verified] = [await buildUser(app, { verified: false }), await buildUser(app)];
  const send = (id: number, body: object = {}) =>
    call(app, 'POST', `/api/admin/users/${id}/resend-verification`, { token: support.token, body });
  expect(await send(person.id, { reason: 'It went astray' })).toMatchObject({
    status: 200,
    body: { message: 'The verification email is on its way.' },
  });
  const [mail] = await mailTo(app, person.email);
  const token = tokenOf(mail?.links.find((link) => link.includes('?token=')));
  const path = `${app.config.publicUrl}/verify-email`;
  expect(mail?.links).toEqual(
    expect.arrayContaining([`${path}?not-me=1&token=${token}`, `${path}?token=${token}`]),
  );
  expect(await send(person.id)).toMatchObject({
    status: 429,
    body: { message: 'A verification email was just sent. Please wait 30 seconds before sending another.' },
  });
  const { rows } = await app.platform.db.execute(sql`
    select actor_user_id, details from audit_log
    where action = 'auth.verification_resent' and target_id = ${String(person.id)}`);
  const details = { before: null, after: { sent: true }, reason: 'It went astray' };
  expect(rows).toEqual([{ actor_user_id: support.id, details }]);
  expect(await send(verified.id)).toMatchObject({
    status: 200,
    body: { message: 'This address is already verified.' },
  });
  expect(await mailTo(app, verified.email)).toEqual([]);
});
