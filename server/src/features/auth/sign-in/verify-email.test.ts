import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLinesOf } from '../../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { queues } from '../../../platform/queues.ts';

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

test('sign-up sends one mail with a link to our own page, in html and in plain text', async () => {
  const { email } = await signUp();
  const mails = await mailTo(app, email);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.subject).toBe('Verify your email for Drumbeat');
  const link = mail?.links.find((each) => each.includes('token=')) ?? '';
  expect(link).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}$/);
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.text).toContain(email);
});

test('VEM-10 VEM-12 VEM-30 the token of the mail verifies the email, without a session', async () => {
  const { email, token } = await signUp('Asia/Kolkata');
  expect(await verifiedAt(token)).toBeNull();
  const [link] = await linksTo(email);
  const [mail] = await mailTo(app, email);
  expect(mail?.text).toContain(
    'The account was made on 1 March 2026 at 17:30, with a device that we do not know.',
  );
  app.clock.advance(60_000);
  const { status, body } = await verify(tokenOf(link));
  expect([status, body]).toEqual([
    200,
    { message: 'Email verified.', signedUp: { at: '2026-03-01T12:00:00.000Z', device: null } },
  ]);
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
  const { email, token } = await signUp();
  const [link] = await linksTo(email);
  await verify(tokenOf(link));
  await app.platform.db.execute(sql`update users set email_verified_at = null where email = ${email}`);
  expect(await verify(tokenOf(link))).toMatchObject(invalid);
  expect(await verifiedAt(token)).toBeNull();
});

test('VEM-22 a repeat by someone verified already succeeds, also later and at the same moment', async () => {
  const { email, token } = await signUp();
  const [link] = await linksTo(email);
  const both = await Promise.all([verify(tokenOf(link)), verify(tokenOf(link))]);
  expect(both.map((answer) => answer.status)).toEqual([200, 200]);
  app.clock.advance(48 * 3_600_000);
  expect((await verify(tokenOf(link))).status).toBe(200);
  expect(await verifiedAt(token)).toBe('2026-03-01T12:00:00.000Z');
});

test('VEM-07 an unknown token is refused', async () => {
  expect(await verify('a'.repeat(43))).toMatchObject(invalid);
});

test.each([[undefined], [''], [7], [null], ['x'.repeat(201)], [{ token: 'x' }]])(
  'verify-email with the token %j is a 400',
  async (token) => {
    expect(await verify(token)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  },
);

test('a session token verifies nothing, and a mailed token opens no session', async () => {
  const { email, token } = await signUp();
  expect(await verify(token)).toMatchObject(invalid);
  const [link] = await linksTo(email);
  expect((await call(app, 'GET', '/api/user', { token: tokenOf(link) })).status).toBe(401);
});

test('VEM-11 VEM-20 VEM-21 another mail goes out 30 seconds after the last, with a link that works', async () => {
  const { email, token } = await signUp();
  app.clock.advance(29_000);
  const early = await resend(token);
  const message = 'We just sent you a verification email. Please wait 1 second before asking for another.';
  expect(early).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED', message } });
  expect(early.headers['retry-after']).toBe('1');
  app.clock.advance(1_000);
  expect(await resend(token)).toMatchObject({ status: 200, body: { message: 'Verification email sent.' } });
  const links = await linksTo(email);
  expect(links).toHaveLength(2);
  expect((await verify(tokenOf(links[1]))).status).toBe(200);
});

test('VEM-21 five verification emails go out in an hour, not six', async () => {
  const { email, token } = await signUp();
  for (let mails = 1; mails < 5; mails += 1) {
    app.clock.advance(60_000);
    expect((await resend(token)).status).toBe(200);
  }
  app.clock.advance(60_000);
  const refused = await resend(token);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe(String(55 * 60));
  expect(refused.body.message).toContain('Please wait 55 minutes before');
  app.clock.advance(55 * 60_000 - 91_000);
  expect((await resend(token)).body.message).toContain('Please wait 2 minutes before');
  app.clock.advance(1_000);
  expect((await resend(token)).body).toMatchObject({
    message: 'We just sent you a verification email. Please wait 90 seconds before asking for another.',
    data: { retryAfter: 90 },
  });
  app.clock.advance(90_000);
  expect((await resend(token)).status).toBe(200);
  expect(await mailTo(app, email)).toHaveLength(6);
});

test('VEM-21 asked for side by side, one mail goes out', async () => {
  const { email, token } = await signUp();
  app.clock.advance(60_000);
  const answers = await Promise.all(Array.from({ length: 5 }, () => resend(token)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(await mailTo(app, email)).toHaveLength(2);
});

test('someone verified already gets an answer and no mail', async () => {
  const person = await buildUser(app);
  const answer = await resend(person.token);
  expect(answer).toMatchObject({ status: 200, body: { message: 'Your email is already verified.' } });
  expect(await mailTo(app, person.email)).toEqual([]);
});

test('sending the mail again needs a session', async () => {
  const answer = await call(app, 'POST', '/api/auth/resend-verification');
  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});

test('the token of the link stands nowhere in the database', async () => {
  const { email } = await signUp();
  const everything = async () => {
    const { rows } = await app.platform.db.execute(sql`
      select to_jsonb(email_tokens)::text as line from email_tokens
      union all select to_jsonb(emails)::text from emails
      union all select to_jsonb(job)::text from pgboss.job`);
    return rows.map((row) => row.line).join('\n');
  };
  const queued = await everything();
  const [link] = await linksTo(email);
  for (const text of [queued, await everything()]) expect(text).not.toContain(tokenOf(link));
});

test('the day-old and the long-gone: what ended a month ago is forgotten, the rest is kept', async () => {
  const { email, token } = await signUp();
  const count = async () => {
    const { rows } = await app.platform.db.execute(sql`
      select (select count(*) from sessions join users on users.id = user_id where email = ${email}) as sessions,
        (select count(*) from email_tokens join users on users.id = user_id where email = ${email}) as tokens`);
    return rows[0];
  };
  const forget = async () => {
    await app.platform.jobs.enqueue(app.platform.db, queues.deleteEndedCredentials, {});
    await app.platform.jobs.drain();
  };
  // The link ended after a day, the session after three.
  for (const [now, sessions, tokens] of [
    ['2026-04-01T12:00:00.000Z', 1, 1],
    ['2026-04-01T12:00:00.001Z', 1, 0],
    ['2026-04-03T12:00:00.000Z', 1, 0],
    ['2026-04-03T12:00:00.001Z', 0, 0],
  ] as const) {
    app.clock.set(now);
    await forget();
    expect(await count(), now).toEqual({ sessions, tokens });
  }
  expect((await call(app, 'GET', '/api/user', { token })).status).toBe(401);
});

test('verification is recorded in the audit log', async () => {
  const { email } = await signUp();
  const [link] = await linksTo(email);
  await verify(tokenOf(link));
  const { rows } = await app.platform.db.execute(sql`select id from users where email = ${email}`);
  const id = Number(rows[0]?.id);
  const entry = { actor: id, type: null, target: null, details: {}, ip: '127.0.0.1' };
  expect(await auditLinesOf(app, id)).toEqual([
    { ...entry, action: 'auth.signed_up' },
    { ...entry, action: 'auth.email_verified' },
  ]);
});
