import { exportUser } from '@drumbeat/contract/user-data/user-data.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLinesOf } from '../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  completeCheckout,
  connectX,
  PASSWORD,
  postsOf,
  sandboxControl,
  subscribe,
} from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { turnOnTwoFactor } from '../../../test/two-factor.ts';
import { disowns, exportsOfUser, wrongConfirmations } from '../../platform/rate-limits.ts';
import { hashToken } from '../../platform/secrets.ts';
import { depsOf, stripeOf } from '../billing/billing.fixture.ts';
import { eraseUser } from '../users/users.queries.ts';
import { eraseDeleted } from './erase-deleted.ts';
import type { UserDataDeps } from './user-data.deps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-03-01T12:00:00Z'));

function remove(person: BuiltUser, body: unknown = { password: PASSWORD }) {
  return call(app, 'DELETE', '/api/user', { token: person.token, body });
}

async function subscriptionsOf(customer: string): Promise<string[]> {
  const { data } = await stripeOf(app).subscriptions.list({ customer, status: 'all' });
  return data.map(({ status }) => status);
}

/** What X answers to whoever holds the account's access token. */
async function grantOf(accountId: number): Promise<() => Promise<number>> {
  const { rows } = await app.platform.db.execute(
    sql`select access_token from x_accounts where id = ${accountId}`,
  );
  const token = app.platform.sealer.open('x access', String(rows[0]?.access_token));
  const headers = { authorization: `Bearer ${token}` };
  return async () => (await fetch(`${app.config.x.apiUrl}/2/users/me`, { headers })).status;
}

async function rowsOf(person: BuiltUser): Promise<Record<string, unknown>> {
  const { rows } = await app.platform.db.execute(sql`select
    (select count(*)::int from users where id = ${person.id}) as users,
    (select count(*)::int from posts where user_id = ${person.id}) as posts,
    (select count(*)::int from sessions where user_id = ${person.id}) as sessions,
    (select count(*)::int from passwords where user_id = ${person.id}) as passwords,
    (select count(*)::int from x_accounts where user_id = ${person.id}) as x_accounts,
    (select count(*)::int from subscriptions where user_id = ${person.id}) as subscriptions,
    (select count(*)::int from emails where user_id = ${person.id}) as emails`);
  return rows[0] ?? {};
}

/** Makes another customer of the provider the person's own, as a restore does; `holder` loses it. */
async function replaceIds(person: BuiltUser, customer: string, holder?: BuiltUser): Promise<void> {
  if (holder)
    await app.platform.db.execute(
      sql`update subscriptions set customer_id = null, subscription_id = null where user_id = ${holder.id}`,
    );
  await app.platform.db.execute(
    sql`update subscriptions set customer_id = ${customer}, subscription_id = null where user_id = ${person.id}`,
  );
}

function erase(): Promise<void> {
  return eraseDeleted({ ...depsOf(app), log: app.platform.log } as unknown as UserDataDeps);
}

describe('a download of one’s own data', () => {
  test('holds everything that we keep, and no secret', async () => {
    const person = await buildUser(app, { niche: 'Chess' });
    const { customer } = await subscribe(app, person);
    const account = await connectX(app, person);
    const post = await buildPost(app, { user: person, accountId: account.id });
    const [began, ended] = ['2026-02-01T09:00:00.000Z', '2026-02-02T09:00:00.000Z'];
    const { db } = app.platform;
    await db.execute(sql`update x_accounts set connected_at = ${began} where id = ${account.id}`);
    await db.execute(sql`update users set created_at = '2026-01-31T09:00:00Z' where id = ${person.id}`);
    await db.execute(sql`
      insert into x_accounts (user_id, twitter_user_id, username, connected_at, disconnected_at, updated_at)
      values (${person.id}, '4711', 'left_long_ago', ${began}, ${ended}, ${app.clock.now()})`);
    const generate = { twitterAccountId: account.id };
    await call(app, 'POST', '/api/posts/generate-posts', { token: person.token, body: generate });
    await db.execute(sql`
      insert into emails (user_id, recipient, template_key, subject, status, message_id, queued_at)
      values (${person.id}, ${person.email}, 'verify_email', 'Confirm your email', 'sent', 'of the download', ${began})`);
    const answer = await call<Record<string, unknown>>(app, 'GET', '/api/user/export', {
      token: person.token,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="drumbeat-data.json"');
    expect(exportUser.response.parse(answer.body)).toEqual(answer.body);
    const { token } = person;
    const me = (await call<object>(app, 'GET', '/api/user', { token })).body;
    expect(answer.body.user).toEqual({ ...me, createdAt: '2026-01-31T09:00:00.000Z' });
    expect(answer.body.posts).toEqual(await postsOf(app, person));
    expect(answer.body).toMatchObject({
      exportedAt: '2026-03-01T12:00:00.000Z',
      user: {
        id: String(person.id),
        email: person.email,
        niche: 'Chess',
      },
      accounts: [
        { id: String(account.id), username: account.username, connectedAt: began, disconnectedAt: null },
        { username: 'left_long_ago', connectedAt: began, disconnectedAt: ended },
      ],
      posts: [{ id: String(post.id), content: post.content, status: 'Pending' }],
      generations: [{ niche: 'Chess', status: 'pending', createdAt: '2026-03-01T12:00:00.000Z', texts: [] }],
      emails: [
        { to: person.email, subject: null, status: 'queued', queuedAt: '2026-03-01T12:00:00.000Z' },
        { to: person.email, subject: 'Confirm your email', status: 'sent', queuedAt: began },
      ],
      voices: [],
      billing: { customerId: customer, status: 'active' },
      sessions: [{ current: true }],
      activity: [
        { at: '2026-03-01T12:00:00.000Z', action: 'generation.started', ip: '127.0.0.1' },
        { at: '2026-03-01T12:00:00.000Z', action: 'accounts.connected', ip: '127.0.0.1' },
      ],
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|token|secret/i);
  });

  test('holds nobody else’s, needs a session, and is given ten times an hour', async () => {
    const person = await buildUser(app);
    await buildPost(app);
    const ask = () => call<{ posts: unknown[] }>(app, 'GET', '/api/user/export', { token: person.token });
    expect((await ask()).body.posts).toEqual([]);
    for (let more = 0; more < 9; more += 1) await app.platform.limits.consume(exportsOfUser, person.id);
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    expect((await call(app, 'GET', '/api/user/export')).status).toBe(401);
  });
});

describe('the deletion of an account', () => {
  test('ends sessions, subscription and grant, removes the posts, says so by mail, and is erased after a day', async () => {
    const person = await buildUser(app);
    const { customer } = await subscribe(app, person);
    const account = await connectX(app, person);
    await buildPost(app, { user: person, accountId: account.id });
    await buildPost(app, { user: person, accountId: account.id, status: 'posted', tweetId: '77001' });
    const atX = await grantOf(account.id);
    expect(await atX()).toBe(200);
    await call(app, 'POST', '/api/oauth/x/authorize', {
      token: person.token,
      body: { reconnect: String(account.id) },
    });
    const { id } = await buildPost(app, { user: person, accountId: account.id });
    await call(app, 'DELETE', `/api/posts/${id}`, { token: person.token });
    const { db } = app.platform;
    const now = app.clock.now();
    await db.execute(sql`
      insert into voices (account_id, user_id, language, tone, topics, avoided_topics, banned_words, sign_off, samples, updated_at)
      values (${account.id}, ${person.id}, 'en', 'Dry', '{}', '{}', '{}', '', '{}', ${now})`);
    await db.execute(sql`
      insert into facts (user_id, account_id, kind, text, created_at, updated_at)
      values (${person.id}, ${account.id}, 'price', 'Pro costs $19', ${now}, ${now})`);
    await db.execute(sql`
      insert into emails (user_id, recipient, template_key, status, message_id, queued_at)
      values (${person.id}, ${person.email}, 'verify_email', 'sent', 'of the deletion', ${now})`);
    expect(await remove(person)).toMatchObject({
      status: 200,
      body: { message: 'Your account is deleted.' },
    });
    expect((await call(app, 'GET', '/api/user', { token: person.token })).status).toBe(401);
    const signIn = { email: person.email, password: PASSWORD };
    expect(await call(app, 'POST', '/api/auth/signin', { body: signIn })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS' },
    });
    expect(await rowsOf(person)).toMatchObject({
      posts: 0,
      sessions: 0,
      passwords: 0,
      x_accounts: 1,
      emails: 1,
      users: 1,
    });
    for (const table of ['voices', 'facts', 'x_oauth_states', 'deleted_posts'])
      expect((await db.execute(`select 1 from ${table} where user_id = ${person.id}`)).rowCount, table).toBe(
        0,
      );

    // The row that stays for a day names nobody, and nothing is mailed to it.
    const { rows: kept } = await app.platform.db.execute(
      sql`select email, niche, time_zone, email_consent, weekly_summary, email_verified_at, roles from users where id = ${person.id}`,
    );
    const email = `deleted-${person.id}@deleted.invalid`;
    expect(kept).toEqual([
      {
        email,
        niche: '',
        time_zone: 'UTC',
        email_consent: false,
        weekly_summary: false,
        email_verified_at: null,
        roles: [],
      },
    ]);

    const [mail] = await mailTo(app, person.email);
    expect(mail).toMatchObject({
      subject: 'Your Drumbeat account was deleted',
      text: expect.stringContaining(`The account for ${person.email} is gone.`),
    });
    expect(await subscriptionsOf(customer)).toEqual(['canceled']);
    expect(await atX()).toBe(401);
    // The whole grant went back, not its access token alone: nothing is left at X that could be revoked.
    const { username } = account;
    expect(await sandboxControl(app, '/sandbox/x/revoke', { username })).toEqual({ revoked: 0 });
    const { rows: left } = await app.platform.db.execute(
      sql`select username, profile_image_url, access_token, refresh_token, disconnected_at
          from x_accounts where user_id = ${person.id} order by id`,
    );
    const erased = { username: '', profile_image_url: null, access_token: null, refresh_token: null };
    expect(left).toEqual([{ ...erased, disconnected_at: '2026-03-01 12:00:00+00' }]);

    app.clock.advance(24 * 3_600_000);
    await erase();
    expect(await rowsOf(person)).toMatchObject({ users: 1 });
    app.clock.advance(1);
    await erase();
    expect(await rowsOf(person)).toEqual({
      users: 0,
      posts: 0,
      sessions: 0,
      passwords: 0,
      x_accounts: 0,
      subscriptions: 0,
      emails: 0,
    });
    const { rows } = await app.platform.db.execute(
      sql`select action, actor_user_id, ip, details from audit_log where target_type = 'user' and target_id = ${String(person.id)} order by id`,
    );
    expect(rows).toEqual([
      { action: 'users.deleted', actor_user_id: person.id, ip: null, details: {} },
      { action: 'users.erased', actor_user_id: null, ip: null, details: { by: 'worker' } },
    ]);
  });

  test('without the right password nothing happens, and guesses are counted', async () => {
    const person = await buildUser(app);
    const wrong = {
      status: 401,
      body: { code: 'INVALID_CREDENTIALS', message: "That password isn't correct. Please try again." },
    };
    expect(await remove(person, { password: 'Wrong-horse-7' })).toMatchObject(wrong);
    for (let more = 0; more < 9; more += 1) await app.platform.limits.consume(wrongConfirmations, person.id);
    expect(await remove(person)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    expect(await rowsOf(person)).toMatchObject({ users: 1, passwords: 1, sessions: 1 });
    expect((await call(app, 'GET', '/api/user', { token: person.token })).status).toBe(200);
  });

  test('with two-factor on it takes a code as well', async () => {
    const person = await buildUser(app);
    const authenticator = await turnOnTwoFactor(app, person);
    const given = (twoFactorCode: string) => remove(person, { password: PASSWORD, twoFactorCode });
    expect(await remove(person)).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR_REQUIRED' } });
    expect(await given('000000')).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR_CODE_INVALID' } });
    expect(await given(authenticator.backupCodes[0] ?? '')).toMatchObject({ status: 200 });
    expect(await rowsOf(person)).toMatchObject({ passwords: 0 });
  });

  test('asked for twice at once it happens once', async () => {
    const person = await buildUser(app);
    const answers = await Promise.all([remove(person), remove(person), remove(person)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 401 || status === 404)).toBe(true);
    expect(await mailTo(app, person.email)).toHaveLength(1);
  });

  test('a checkout that is paid in the last moment is ended before the person is erased', async () => {
    const person = await buildUser(app);
    const body = { priceLookupKey: 'pro_monthly' };
    const checkout = await call<{ url: string }>(app, 'POST', '/api/create-checkout-session', {
      token: person.token,
      body,
    });
    const { customer } = await completeCheckout(app, checkout.body.url);
    await remove(person);
    await app.platform.jobs.drain();
    expect(await subscriptionsOf(customer)).toEqual(['canceled']);
    app.clock.advance(25 * 3_600_000);
    await erase();
    expect(await rowsOf(person)).toMatchObject({ users: 0, subscriptions: 0 });
  });

  test('former customers of the person end at the provider too, except those that somebody else has now', async () => {
    const [person, other] = [await buildUser(app), await buildUser(app)];
    const first = await subscribe(app, person, { trial: false });
    const second = await stripeOf(app).customers.create({ email: person.email });
    await replaceIds(person, second.id);
    const others = await subscribe(app, other, { trial: false });
    await replaceIds(person, others.customer, other);
    const third = await stripeOf(app).customers.create({ email: person.email });
    await replaceIds(person, third.id);
    await replaceIds(other, others.customer);

    const { body } = await call<{ billing: object }>(app, 'GET', '/api/user/export', { token: person.token });
    expect(body.billing).toMatchObject({
      customerId: third.id,
      former: [
        { customerId: first.customer, subscriptionId: first.subscription, replacedAt: expect.any(String) },
        { customerId: second.id, subscriptionId: null },
        { customerId: others.customer, subscriptionId: null },
      ],
    });
    await remove(person);
    await app.platform.jobs.drain();
    expect(await subscriptionsOf(first.customer)).toEqual(['canceled']);
    expect(await subscriptionsOf(others.customer)).toEqual(['active']);
    app.clock.advance(25 * 3_600_000);
    await erase();
    expect(await rowsOf(person)).toMatchObject({ users: 0 });
    const isGone = async (id: string) => (await stripeOf(app).customers.retrieve(id)).deleted === true;
    for (const id of [first.customer, second.id, third.id]) expect(await isGone(id)).toBe(true);
    expect(await isGone(others.customer)).toBe(false);
    const { rows } = await app.platform.db.execute(
      sql`select customer_id from former_billing_ids where user_id = ${person.id}`,
    );
    expect(rows).toEqual([]);
  });

  test('a person whose payment provider does not answer is erased at the next run; nobody else waits', async () => {
    const [stuck, next, living] = [await buildUser(app), await buildUser(app), await buildUser(app)];
    await subscribe(app, stuck);
    for (const person of [stuck, next]) {
      app.clock.advance(1);
      expect((await remove(person)).status).toBe(200);
    }
    app.clock.advance(25 * 3_600_000);
    const error = vi.fn();
    const { payments } = depsOf(app);
    const silent = { ...payments, customer: () => Promise.reject(new Error('no answer')) };
    await eraseDeleted({ ...depsOf(app), payments: silent, log: { error } } as unknown as UserDataDeps);
    expect([await rowsOf(stuck), await rowsOf(next)]).toMatchObject([{ users: 1 }, { users: 0 }]);
    const fault = { err: new Error('no answer'), userId: stuck.id };
    expect(error.mock.calls).toEqual([
      [fault, 'could not erase a deleted account; the next run tries again'],
    ]);
    await eraseUser(app.platform.db, living.id);
    await erase();
    expect([await rowsOf(stuck), await rowsOf(living)]).toMatchObject([{ users: 0 }, { users: 1 }]);
  });

  test('a post on its way and its owner stay until it has settled', async () => {
    const person = await buildUser(app);
    const account = await connectX(app, person);
    const { id } = await buildPost(app, { user: person, accountId: account.id, status: 'processing' });
    await remove(person);
    app.clock.advance(25 * 3_600_000);
    await erase();
    expect(await rowsOf(person)).toMatchObject({ users: 1, posts: 1 });
    // What is on its way for somebody else keeps nobody.
    await buildPost(app, { status: 'processing' });
    await app.platform.db.execute(
      sql`update posts set status = 'posted', tweet_id = '77002' where id = ${id}`,
    );
    await app.platform.db.execute(
      sql`update lanes set open_post = null, started_at = null where account_id = ${account.id}`,
    );
    await erase();
    expect(await rowsOf(person)).toMatchObject({ users: 0, posts: 0 });
  });
});

test('whatever table keeps something of a person loses it with the person', async () => {
  const { rows } = await app.platform.db.execute(sql`
    select c.table_name as name, exists (
      select 1 from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
        and k.contype = 'f' and k.confdeltype = 'c'
        and (a.attname = 'user_id' or k.confrelid = 'x_accounts'::regclass)
    ) as cascades
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'`);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter(({ cascades }) => !cascades)).toEqual([]);
});

describe('an account that somebody made with another person’s address', () => {
  let strangers = 0;
  async function signUp() {
    strangers += 1;
    const email = `not-me-${strangers}@people.example`;
    const body = { email, password: PASSWORD, niche: 'Gaming' };
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    };
    const { body: session } = await call<{ token: string; user: { id: string } }>(
      app,
      'POST',
      '/api/auth/signup',
      {
        body,
        headers,
      },
    );
    const [mail] = await mailTo(app, email);
    const link = mail?.links.find((each) => each.includes('not-me')) ?? '';
    return { email, mail, session, token: new URL(link).searchParams.get('token') ?? '' };
  }
  const disown = (token: string) => call(app, 'POST', '/api/user/disown', { body: { token } });
  const verify = (token: string) => call(app, 'POST', '/api/auth/verify-email', { body: { token } });
  const countOf = async (email: string) =>
    Number(
      (await app.platform.db.execute(sql`select count(*) from users where email = ${email}`)).rows[0]?.count,
    );

  test('the email says when and with what it was made, and its other link deletes it, even after the first verified it', async () => {
    const { email, mail, session, token } = await signUp();
    expect(mail?.text).toContain('The account was made on 1 March 2026 at 12:00, with Firefox on Linux.');
    expect(await verify(token)).toMatchObject({
      body: { signedUp: { at: '2026-03-01T12:00:00.000Z', device: 'Firefox on Linux' } },
    });
    expect(await disown(token)).toMatchObject({ status: 200, body: { message: 'The account is deleted.' } });
    expect(await countOf(email)).toBe(0);
    expect((await call(app, 'GET', '/api/user', { token: session.token })).status).toBe(401);
    expect(await disown(token)).toMatchObject({
      status: 400,
      body: { code: 'LINK_INVALID', message: 'This link is invalid or has expired.' },
    });
    const id = Number(session.user.id);
    expect((await auditLinesOf(app, id)).at(-1)).toEqual({
      action: 'users.disowned',
      actor: id,
      type: 'user',
      target: session.user.id,
      details: {},
      ip: '127.0.0.1',
    });
  });

  test('not once something came of it, nor by a link that is unknown or older than a day', async () => {
    const { email, session, token } = await signUp();
    await verify(token);
    const person = { id: Number(session.user.id), email, token: session.token };
    await subscribe(app, person);
    expect(await disown(token)).toMatchObject({
      status: 409,
      body: {
        code: 'ACCOUNT_IN_USE',
        message: 'This account is already in use. Set a new password for it, then delete it in Settings.',
      },
    });
    expect(await countOf(email)).toBe(1);
    // Nor where another link verified it: its owner has been there.
    const verified = await signUp();
    await app.platform.db.execute(
      sql`update users set email_verified_at = ${app.clock.now()} where email = ${verified.email}`,
    );
    expect(await disown(verified.token)).toMatchObject({ status: 409, body: { code: 'ACCOUNT_IN_USE' } });
    expect(await disown('nonsense')).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
    const [late, latest] = [await signUp(), await signUp()];
    // A link to set a new password is no such link.
    await app.platform.db.execute(sql`
      insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
      values (${late.session.user.id}, 'reset_password', ${hashToken('a link of another kind')},
        ${app.clock.now()}, '2027-01-01')`);
    expect((await disown('a link of another kind')).status).toBe(400);
    app.clock.advance(86_400_000 - 1);
    expect((await disown(latest.token)).status).toBe(200);
    app.clock.advance(1);
    expect(await disown(late.token)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
    expect([await countOf(late.email), await countOf(latest.email)]).toEqual([1, 0]);
  });

  test('tries from one address are limited', async () => {
    for (let tries = 0; tries < 20; tries += 1)
      await app.platform.limits.consume(disowns, '127.0.0.1').catch(() => undefined);
    expect(await disown('nonsense')).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  });
});
