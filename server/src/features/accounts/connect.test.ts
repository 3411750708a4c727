import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  postsOf,
  sandboxControl,
  subscribe,
} from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { xConnections, xProfileReads } from '../../platform/limits.ts';
import { createXClient } from '../../providers/x/x-client.ts';
import { holdAccount, releaseAccount } from '../publishing/hold-account.ts';
import { fault } from '../publishing/publishing.fixture.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { accountsOf, authorize } from './accounts.fixture.ts';
import { xAccounts } from './accounts.tables.ts';
import { getAccess } from './get-access.ts';
import { createRenewals } from './renewals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const accounts = (user: BuiltUser, on = app) => accountsOf(on, user);

/** Goes through authorize, the person's decision at X and the callback; returns the last page. */
async function walk(
  on: TestApp,
  user: BuiltUser,
  at: { username?: string; deny?: boolean; cookie?: boolean } = {},
) {
  const { answer, back } = await authorize(on, user, at);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] as string;
  const page = () => call<string>(on, 'GET', back, { headers: at.cookie === false ? {} : { cookie } });
  return { authorize: answer, page };
}

const success = '{"type":"X_OAUTH_COMPLETE","success":true}';
const failure = (error: string) => `{"type":"X_OAUTH_COMPLETE","success":false,"error":"${error}"`;

describe('connecting X', () => {
  test('ACC-13 ACC-21 begins with an address at X that holds state and PKCE, and nothing secret', async () => {
    const { authorize } = await walk(app, await buildUser(app));
    const url = new URL(authorize.body.authUrl);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/oauth/x/callback');
    expect(url.searchParams.get('scope')).toBe('tweet.read tweet.write users.read offline.access');
    expect(authorize.headers['set-cookie']).toMatch(
      /^x_connect=[\w-]+; Max-Age=600; Path=\/api\/oauth\/x; HttpOnly; SameSite=Lax$/,
    );
    expect(Object.keys(authorize.body)).toEqual(['authUrl']);
  });

  test('ACC-37 VEM-26 is refused with EMAIL_NOT_VERIFIED before the address is verified', async () => {
    const user = await buildUser(app, { verified: false });
    expect(await call(app, 'POST', '/api/oauth/x/authorize', { token: user.token })).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', message: 'Please verify your email to connect your X account.' },
    });
  });

  test('ACC-11 ends with a page that tells its opener and closes, under a policy for that page alone', async () => {
    const { page } = await walk(app, await buildUser(app), { username: 'closing' });
    const { headers, body } = await page();
    expect(body).toContain(success);
    expect(body).toContain('window.opener.postMessage(message, "http://localhost:3000")');
    expect(body).toContain('http://localhost:3000/dashboard?twitter_connected=true');
    const nonce = /script-src 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(body).toContain(`<script nonce="${nonce}">`);
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  test('ACC-15 ACC-20 ACC-23 NICHE-25 the account is listed, selected, in the person’s niche, and connected', async () => {
    const user = await buildUser(app, { niche: 'Travel' });
    expect((await call(app, 'GET', '/api/oauth/x/status', { token: user.token })).body).toEqual({
      connected: false,
    });
    await connectX(app, user, 'traveller');
    expect(await accounts(user)).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        twitter_user_id: expect.stringMatching(/^\d+$/),
        username: 'traveller',
        profile_image_url: expect.stringContaining('traveller'),
        niche: 'Travel',
        is_active: true,
        selected: true,
        needs_reconnect: false,
        posts_paused: false,
        limited_until: null,
        stopped_since: null,
        niche_update_count: 0,
        niche_update_period_end: null,
      },
    ]);
    expect((await call(app, 'GET', '/api/oauth/x/status', { token: user.token })).body).toEqual({
      connected: true,
    });
  });

  test('ACC-25 tokens are sealed in the database and stand in no answer', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'sealed');
    const [row] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, account.id));
    expect(row?.accessToken).toMatch(/^v1\.[0-9a-f]{8}\./);
    // X lets a token be used for two hours.
    expect(row?.tokenExpiresAt).toEqual(new Date((row?.connectedAt.getTime() ?? 0) + 2 * 3_600_000));
    const plain = app.platform.sealer.open(row?.accessToken ?? '');
    const answers = JSON.stringify([
      await accounts(user),
      (await call(app, 'GET', '/api/user', { token: user.token })).body,
    ]);
    expect(answers).not.toContain(plain);
    expect(answers).not.toContain(row?.accessToken);
  });

  test('a state works once, for ten minutes', async () => {
    const once = await walk(app, await buildUser(app), { username: 'once' });
    expect((await once.page()).body).toContain(success);
    expect((await once.page()).body).toContain(failure('twitter_connection_failed'));
    const own = await buildApp();
    const late = await walk(own, await buildUser(own), { username: 'late' });
    own.clock.advance(10 * 60_000 + 1);
    expect((await late.page()).body).toContain(failure('twitter_connection_failed'));
    // The next one that is made clears away what has ended.
    await walk(own, await buildUser(own), { username: 'late' });
    expect((await own.platform.db.execute(sql`select 1 from x_oauth_states`)).rowCount).toBe(1);
  });

  test('a connection whose end fails gives the grant back: X has an error, or the address is not verified any more', async () => {
    const user = await buildUser(app);
    const verified = (at: Date | null) =>
      app.platform.db.execute(sql`update users set email_verified_at = ${at} where id = ${user.id}`);
    for (const [username, fail] of [
      ['no_profile', () => fault(app, 'server_error', { endpoint: 'me', username: 'no_profile' })],
      ['unverified', () => verified(null)],
    ] as const) {
      const { page } = await walk(app, user, { username });
      await fail();
      expect((await page()).body).toContain(failure('twitter_connection_failed'));
      // No grant is left at X that could be revoked.
      expect(await sandboxControl(app, '/sandbox/x/revoke', { username })).toEqual({ revoked: 0 });
    }
    await verified(app.clock.now());
    expect(await accounts(user)).toEqual([]);
  });

  test('while all posts are paused, those of an account that is connected are paused as well', async () => {
    const user = await buildUser(app);
    await call(app, 'POST', '/api/posts/pause', { token: user.token, body: {} });
    await buildPost(app, { user });
    expect(await postsOf(app, user)).toMatchObject([{ holdReason: 'paused' }]);
  });

  test('so many connections are begun in an hour, and so many profiles read in a quarter of one', async () => {
    const user = await buildUser(app);
    for (const limit of [xConnections, xProfileReads])
      for (let count = 0; count < limit.points; count += 1) await app.platform.limits.consume(limit, user.id);
    for (const path of ['/api/oauth/x/authorize', '/api/twitter/profile/refresh'])
      expect((await call(app, 'POST', path, { token: user.token })).status, path).toBe(429);
  });

  test('ACC-35 a forged state and a missing one end in twitter_connection_failed, Cancel at X is told apart', async () => {
    const user = await buildUser(app);
    const denied = await walk(app, user, { deny: true });
    expect((await denied.page()).body).toContain(failure('twitter_cancelled'));
    const broken = await authorize(app, user, { deny: true });
    const other = broken.back.replace('access_denied', 'temporarily_unavailable');
    expect((await call<string>(app, 'GET', other)).body).toContain(failure('twitter_connection_failed'));
    for (const query of ['', '?state=forged&code=abc', '?code=abc', '?state[]=a&code=b']) {
      expect((await call<string>(app, 'GET', `/api/oauth/x/callback${query}`)).body).toContain(
        failure('twitter_connection_failed'),
      );
    }
    expect(await accounts(user)).toEqual([]);
  });

  test('where the app is public, a connection ends only in the browser that began it', async () => {
    const open = await buildApp({ env: { PUBLIC_URL: 'https://drumbeat.example' } });
    const user = await buildUser(open);
    const stranger = await walk(open, user, { username: 'victim', cookie: false });
    expect(stranger.authorize.headers['set-cookie']).toMatch(/^__Secure-x_connect=.*; Secure/);
    expect((await stranger.page()).body).toContain(failure('twitter_connection_failed'));
    expect(await accounts(user, open)).toEqual([]);
    const own = await walk(open, user, { username: 'victim' });
    expect((await own.page()).body).toContain(success);
  });
});

describe('whose an X account is', () => {
  test('ACC-29 ACC-42 ACC-44 it belongs to one person; another hears so, with a masked address', async () => {
    const owner = await buildUser(app, { email: 'owner@people.example' });
    await connectX(app, owner, 'contested');
    const { page } = await walk(app, await buildUser(app), { username: 'contested' });
    const { body } = await page();
    expect(body).toContain(failure('twitter_already_connected'));
    expect(body).toContain('"existingEmail":"o••••@p••••.example"');
    expect(body).not.toContain('owner@people.example');
  });

  test('ACC-30 ACC-31 ACC-43 after a disconnect it rests for 24 hours, for everyone', async () => {
    const own = await buildApp();
    const user = await buildUser(own);
    await connectX(own, user, 'resting');
    await call(own, 'POST', '/api/oauth/x/disconnect', { token: user.token });
    for (const person of [user, await buildUser(own)]) {
      const { page } = await walk(own, person, { username: 'resting' });
      expect((await page()).body).toContain(failure('twitter_recently_disconnected'));
    }
    own.clock.advance(24 * 3_600_000 + 1);
    const again = await walk(own, await buildUser(own), { username: 'resting' });
    expect((await again.page()).body).toContain(success);
  });

  test('ACC-26 ACC-27 ACC-28 the plan limits how many; the first one stays selected', async () => {
    const user = await buildUser(app);
    await connectX(app, user, 'first_of_two');
    expect(await call(app, 'POST', '/api/oauth/x/authorize', { token: user.token })).toMatchObject({
      status: 409,
      body: {
        code: 'ACCOUNT_LIMIT_REACHED',
        message: 'Account limit reached for your plan. Upgrade to add more X accounts.',
      },
    });
    await subscribe(app, user, { plan: 'pro' });
    await connectX(app, user, 'second_of_two');
    expect((await accounts(user)).map((each) => [each.username, each.selected])).toEqual([
      ['first_of_two', true],
      ['second_of_two', false],
    ]);
  });

  test('ACC-16 selecting one account deselects the other; another person’s is not found', async () => {
    const user = await buildUser(app);
    await subscribe(app, user, { plan: 'pro' });
    const told: string[] = [];
    const hear = ({ userId, kind }: { userId: number; kind: string }) =>
      void (userId === user.id && told.push(kind));
    onTestFinished(app.platform.events.on('person_changed', hear));
    await connectX(app, user, 'sel_a');
    const second = await connectX(app, user, 'sel_b');
    const change = (token: string, body: object) =>
      call(app, 'PUT', `/api/twitter/accounts/${second.id}`, { token, body });
    expect((await change(user.token, { selected: true })).status).toBe(200);
    expect((await accounts(user)).map((each) => each.selected)).toEqual([false, true]);
    // Open pages hear of both connections and of the choice.
    const heard = () => told.filter((kind) => kind === 'accounts_changed').length;
    await expect.poll(heard).toBe(3);
    // It stays selected when another one is disconnected.
    const third = await connectX(app, user, 'sel_c');
    const leaving = { token: user.token, body: { twitterAccountId: third.id } };
    expect(await call(app, 'POST', '/api/oauth/x/disconnect', leaving)).toMatchObject({ status: 200 });
    expect((await accounts(user)).map((each) => each.selected)).toEqual([false, true]);
    const stranger = await buildUser(app);
    expect(await change(stranger.token, { selected: true })).toMatchObject({
      status: 404,
      body: { code: 'X_ACCOUNT_NOT_FOUND' },
    });
  });
});

describe('leaving', () => {
  test('ACC-14 ACC-40 ACC-47 a disconnect holds the posts, forgets the tokens and gives the grant back', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'leaving');
    const post = await buildPost(app, { user, accountId: account.id });
    const [before] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, account.id));
    const token = app.platform.sealer.open(before?.accessToken ?? '');
    expect((await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token })).body).toEqual({
      message: 'X account disconnected.',
    });
    const [after] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, account.id));
    expect(after).toMatchObject({ accessToken: null, refreshToken: null, selected: false });
    expect(after?.disconnectedAt).not.toBeNull();
    const me = await fetch(`${app.sandboxUrl}/x/2/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(me.status).toBe(401);
    const { body } = await call<{ posts: object[] }>(app, 'GET', '/api/posts', { token: user.token });
    expect(body.posts).toMatchObject([
      { id: String(post.id), status: 'Pending', holdReason: 'disconnected' },
    ]);
    expect(await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token })).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED' },
    });
  });

  test('ACC-17 ACC-31 ACC-47 a removal deletes what is pending or failed, keeps what is posted, and starts the wait', async () => {
    const own = await buildApp();
    const user = await buildUser(own);
    await subscribe(own, user, { plan: 'pro' });
    const [kept, removed] = [await connectX(own, user), await connectX(own, user, 'removed')];
    const other = await buildPost(own, { user, accountId: kept.id });
    const posted = await buildPost(own, { user, accountId: removed.id, status: 'posted' });
    for (const status of ['pending', 'failed'] as const)
      await buildPost(own, { user, accountId: removed.id, status });
    const path = `/api/twitter/accounts/${removed.id}`;
    const [now, whose] = [own.clock.now(), sql`${user.id}, ${removed.id}`];
    await own.platform.db.execute(sql`
      insert into voices (user_id, account_id, language, tone, topics, avoided_topics, banned_words, sign_off, samples, points, updated_at)
      values (${whose}, 'en', '', '{}', '{}', '{}', '', '{}', '{}', ${now})`);
    await own.platform.db.execute(sql`
      insert into facts (user_id, account_id, kind, text, created_at, updated_at) values (${whose}, 'price', '$19', ${now}, ${now})`);
    await call(own, 'PUT', path, { token: user.token, body: { selected: true } });
    const [before] = await own.platform.db.select().from(xAccounts).where(eq(xAccounts.id, removed.id));

    const stranger = await buildUser(own);
    const notFound = { status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } };
    expect(await call(own, 'DELETE', path, { token: stranger.token })).toMatchObject(notFound);
    expect(await call(own, 'DELETE', path, { token: user.token })).toMatchObject({
      status: 200,
      body: { message: 'X account removed, with 2 unpublished posts.' },
    });
    expect(await call(own, 'DELETE', path, { token: user.token })).toMatchObject(notFound);

    const { body } = await call<{ posts: { id: string }[] }>(own, 'GET', '/api/posts', { token: user.token });
    expect(body.posts.map((post) => post.id).sort()).toEqual([String(other.id), String(posted.id)].sort());
    expect(await accounts(user, own)).toMatchObject([{ id: String(kept.id), selected: true }]);
    for (const table of ['voices', 'voice_lessons', 'facts', 'fact_feeds'])
      expect((await own.platform.db.execute(`select 1 from ${table}`)).rowCount, table).toBe(0);
    const me = await fetch(`${own.sandboxUrl}/x/2/users/me`, {
      headers: { authorization: `Bearer ${own.platform.sealer.open(before?.accessToken ?? '')}` },
    });
    expect(me.status).toBe(401);
    const { page } = await walk(own, stranger, { username: 'removed' });
    expect((await page()).body).toContain(failure('twitter_recently_disconnected'));
    const last = await call(own, 'DELETE', `/api/twitter/accounts/${kept.id}`, { token: user.token });
    expect(last.body).toEqual({ message: 'X account removed, with 1 unpublished post.' });
    const audit = sql`select action, target_type, target_id, details from audit_log
      where actor_user_id = ${user.id} and action like 'accounts.%' order by id`;
    const entry = (action: string, { id }: { id: number }, details: object = {}) => ({
      action: `accounts.${action}`,
      target_type: 'x_account',
      target_id: String(id),
      details,
    });
    expect((await own.platform.db.execute(audit)).rows).toEqual([
      entry('connected', kept),
      entry('connected', removed),
      entry('removed', removed, { deletedPosts: 2 }),
      entry('removed', kept, { deletedPosts: 1 }),
    ]);
  });

  test('an account is disconnected although X does not take the grant back', async () => {
    const user = await buildUser(app);
    const removed = await connectX(app, user, 'without_posts');
    expect(
      await call(app, 'DELETE', `/api/twitter/accounts/${removed.id}`, { token: user.token }),
    ).toMatchObject({
      status: 200,
      body: { message: 'X account removed.' },
    });
    const { id } = await connectX(app, user, 'not_taken_back');
    await fault(app, 'server_error', { endpoint: 'revoke' });
    expect((await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token })).status).toBe(200);
    await fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });
    expect(await accounts(user)).toEqual([]);
    const { rows } = await app.platform.db.execute(
      sql`select action, target_id, details from audit_log where actor_user_id = ${user.id} and action = 'accounts.disconnected'`,
    );
    expect(rows).toEqual([{ action: 'accounts.disconnected', target_id: String(id), details: {} }]);
  });

  test('another person’s account cannot be disconnected', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'not_yours');
    const stranger = await buildUser(app);
    const body = { twitterAccountId: account.id };
    expect(await call(app, 'POST', '/api/oauth/x/disconnect', { token: stranger.token, body })).toMatchObject(
      {
        status: 404,
        body: { code: 'X_ACCOUNT_NOT_FOUND', message: 'This X account is not connected to you.' },
      },
    );
    expect(await accounts(user)).toHaveLength(1);
  });

  test('ACC-19 the profile is that of the selected account, without its tokens; without one there is none', async () => {
    const user = await buildUser(app);
    const profile = () => call(app, 'GET', '/api/twitter/profile', { token: user.token });
    expect(await profile()).toMatchObject({ status: 409, body: { code: 'X_NOT_CONNECTED' } });
    await connectX(app, user, 'profiled');
    const answer = await profile();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        account: {
          username: 'profiled',
          selected: true,
          twitter_user_id: expect.any(String),
          profile_image_url: expect.any(String),
        },
      },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/token/i);
  });

  test('ACC-45 ACC-46 the picture is read again from X; where X fails, the message says so', async () => {
    const user = await buildUser(app);
    await connectX(app, user, 'pictured');
    const refresh = () => call(app, 'POST', '/api/twitter/profile/refresh', { token: user.token });
    await app.platform.db.execute(
      sql`update x_accounts set username = 'former', profile_image_url = null where user_id = ${user.id}`,
    );
    const fresh = { username: 'pictured', profile_image_url: expect.stringContaining('pictured') };
    expect(await refresh()).toMatchObject({ status: 200, body: { account: fresh } });
    expect(await accounts(user)).toMatchObject([fresh]);
    await sandboxControl(app, '/sandbox/x/faults', {
      kind: 'server_error',
      count: 1,
      endpoint: 'me',
      username: 'pictured',
    });
    expect(await refresh()).toMatchObject({
      status: 502,
      body: { code: 'PROVIDER_FAILED', message: 'Failed to refresh profile picture. Please try again.' },
    });
  });
});

describe('tokens', () => {
  /** The accounts dependencies of a worker process. */
  function deps(): AccountsDeps {
    const { platform, config, clock } = app;
    const holding = { ...platform, publicUrl: config.publicUrl };
    return {
      ...holding,
      x: createXClient(config.x, clock),
      renewals: createRenewals(),
      holds: {
        hold: (tx, accountId, reason) => holdAccount(holding, tx, accountId, reason),
        release: async (tx, accountId, reason) => void (await releaseAccount(holding, tx, accountId, reason)),
        waitForOpen: () => Promise.reject(new Error('nothing is disconnected here')),
      },
      deleteSources: () => Promise.reject(new Error('nothing is removed here')),
      deleteUnpublished: () => Promise.reject(new Error('nothing is removed here')),
      eraseVoice: () => Promise.reject(new Error('nothing is removed here')),
    };
  }

  test('two workers that need the same account’s token renew it once: neither loses the grant', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'raced');
    await app.platform.db
      .update(xAccounts)
      .set({ tokenExpiresAt: app.clock.now() })
      .where(eq(xAccounts.id, account.id));
    const answers = await Promise.all(
      [1, 2, 3].map(async () => (await getAccess(deps(), [account.id])).get(account.id)),
    );
    const access = await Promise.all(answers);
    expect(new Set(access.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(access[0]).toMatchObject({ kind: 'token' });
    expect(await accounts(user)).toMatchObject([{ needs_reconnect: false }]);
  });

  test('a grant that X no longer knows asks for a reconnect: posts are held, the owner has mail', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'dead_grant');
    await buildPost(app, { user, accountId: account.id });
    await sandboxControl(app, '/sandbox/x/revoke', { username: 'dead_grant' });
    await app.platform.db
      .update(xAccounts)
      .set({ tokenExpiresAt: app.clock.now() })
      .where(eq(xAccounts.id, account.id));
    expect(await (await getAccess(deps(), [account.id])).get(account.id)).toEqual({ kind: 'dead' });
    expect(await (await getAccess(deps(), [account.id])).get(account.id)).toEqual({ kind: 'gone' });
    expect(await accounts(user)).toMatchObject([{ needs_reconnect: true }]);
    expect(await postsOf(app, user)).toMatchObject([{ holdReason: 'disconnected' }]);
    expect((await call(app, 'GET', '/api/oauth/x/status', { token: user.token })).body).toEqual({
      connected: false,
    });
    expect(await mailTo(app, user.email)).toMatchObject([
      {
        subject: 'Reconnect @dead_grant to keep posting',
        text: expect.stringContaining("X has revoked Drumbeat's access to @dead_grant."),
        links: expect.arrayContaining(['http://localhost:3000/dashboard']),
      },
    ]);
    // It takes no room of the plan: it can be connected anew, and its posts go on.
    await connectX(app, user, 'dead_grant');
    expect(await accounts(user)).toMatchObject([{ needs_reconnect: false, selected: true }]);
    expect(await postsOf(app, user)).toMatchObject([{ holdReason: null }]);
  });
});
