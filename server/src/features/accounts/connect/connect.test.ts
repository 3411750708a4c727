import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  comeBack,
  connectX,
  sandboxControl,
  subscribe,
} from '../../../../test/factories.ts';
import { xConnections, xProfileReads } from '../../../platform/rate-limits.ts';
import { fault } from '../../publishing/publishing.fixture.ts';
import { accountsOf, authorize, rowOf } from '../accounts.fixture.ts';
import { xAccounts, xOauthStates } from '../accounts.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
beforeEach(() => app.clock.set('2026-11-21T12:00:00Z'));
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
    const user = await buildUser(app);
    const { authorize } = await walk(app, user);
    const url = new URL(authorize.body.authUrl);
    const { state, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      response_type: 'code',
      client_id: app.config.x.clientId,
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/api/oauth/x/callback',
      scope: 'tweet.read tweet.write users.read offline.access',
    });
    expect(state).toMatch(/^[\w-]{43}$/);
    // What the callback is checked by: hashes, and the sealed verifier of the challenge.
    const sha256 = (text: string | undefined) => createHash('sha256').update(text ?? '');
    const key = /^x_connect=([\w-]+);/.exec(String(authorize.headers['set-cookie']))?.[1];
    const [kept] = await app.platform.db.select().from(xOauthStates).where(eq(xOauthStates.userId, user.id));
    expect(kept).toEqual({
      stateHash: sha256(state).digest('hex'),
      userId: user.id,
      browserHash: sha256(key).digest('hex'),
      codeVerifier: expect.stringMatching(/^v2\./),
      reconnectId: null,
      createdAt: new Date('2026-11-21T12:00:00Z'),
      expiresAt: new Date('2026-11-21T12:10:00Z'),
    });
    const verifier = app.platform.sealer.open('x access', kept?.codeVerifier ?? '');
    expect(sha256(verifier).digest('base64url')).toBe(code_challenge);
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

  test('ACC-11 ends with a page that informs its opener and closes, under its own content policy', async () => {
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
    expect(await accounts(user)).toMatchObject([
      {
        username: 'traveller',
        profile_image_url: expect.stringContaining('traveller'),
        niche: 'Travel',
        is_active: true,
        selected: true,
        needs_reconnect: false,
      },
    ]);
    expect((await call(app, 'GET', '/api/oauth/x/status', { token: user.token })).body).toEqual({
      connected: true,
    });
  });

  test('ACC-25 tokens are sealed in the database, and no answer has them', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'sealed');
    const row = await rowOf(app, account.id);
    const sealed = expect.stringMatching(/^v2\.[0-9a-f]{8}\./);
    // X lets a token be used for two hours.
    const tokenExpiresAt = new Date('2026-11-21T14:00:00Z');
    expect(row).toMatchObject({ accessToken: sealed, refreshToken: sealed, tokenExpiresAt });
    const plain = app.platform.sealer.open('x access', row.accessToken ?? '');
    expect(app.platform.sealer.open('x access', row.refreshToken ?? '')).not.toBe(plain);
    const answers = JSON.stringify([
      await accounts(user),
      (await call(app, 'GET', '/api/user', { token: user.token })).body,
    ]);
    expect(answers).not.toContain(plain);
    expect(answers).not.toContain(row.accessToken);
  });

  test('a state works once, for ten minutes', async () => {
    const once = await walk(app, await buildUser(app), { username: 'once' });
    expect((await once.page()).body).toContain(success);
    expect((await once.page()).body).toContain(failure('twitter_connection_failed'));
    const [last, late] = [
      await walk(app, await buildUser(app), { username: 'last' }),
      await walk(app, await buildUser(app), { username: 'late' }),
    ];
    app.clock.advance(10 * 60_000 - 1);
    expect((await last.page()).body).toContain(success);
    app.clock.advance(1);
    expect((await late.page()).body).toContain(failure('twitter_connection_failed'));
  });

  test('a connection that fails at its end gives the grant back to X', async () => {
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

  test('connections that are begun and profiles that are read are limited', async () => {
    const user = await buildUser(app);
    for (const limit of [xConnections, xProfileReads])
      for (let count = 0; count < limit.points; count += 1) await app.platform.limits.consume(limit, user.id);
    for (const path of ['/api/oauth/x/authorize', '/api/twitter/profile/refresh'])
      expect((await call(app, 'POST', path, { token: user.token })).status, path).toBe(429);
  });

  test('ACC-35 a forged or missing state is twitter_connection_failed, Cancel at X is twitter_cancelled', async () => {
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

  test('on a public address a connection ends only in the browser that began it', async () => {
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
  test('ACC-29 ACC-42 ACC-44 it belongs to one person; another person sees the masked address of the owner', async () => {
    const owner = await buildUser(app, { email: 'owner@people.example' });
    await connectX(app, owner, 'contested');
    const { page } = await walk(app, await buildUser(app), { username: 'contested' });
    const { body } = await page();
    expect(body).toContain(failure('twitter_already_connected'));
    expect(body).toContain('"existingEmail":"o••••@p••••.example"');
    expect(body).not.toContain('owner@people.example');
  });

  test('ACC-30 ACC-31 ACC-43 after a disconnect it rests for 24 hours, for everyone', async () => {
    const user = await buildUser(app, { niche: 'Travel' });
    const { id } = await connectX(app, user, 'resting');
    await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token });
    for (const person of [user, await buildUser(app)]) {
      const { page } = await walk(app, person, { username: 'resting' });
      expect((await page()).body).toContain(failure('twitter_recently_disconnected'));
    }
    // The owner gets it back with its niche.
    app.clock.advance(24 * 3_600_000);
    await app.platform.db.execute(sql`update users set niche = 'Coffee' where id = ${user.id}`);
    await comeBack(app, user);
    const mine = await walk(app, user, { username: 'resting' });
    expect((await mine.page()).body).toContain(success);
    expect(await rowOf(app, id)).toMatchObject({ niche: 'Travel', connectedAt: app.clock.now() });
    await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token });
    app.clock.advance(24 * 3_600_000);
    const again = await walk(app, await buildUser(app), { username: 'resting' });
    expect((await again.page()).body).toContain(success);
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
    const idle = await connectX(app, user, 'sel_d');
    const change = (token: string, body: object) =>
      call(app, 'PUT', `/api/twitter/accounts/${second.id}`, { token, body });
    const answer = await change(user.token, { selected: true });
    expect([answer.status, answer.body]).toEqual([200, { account: (await accounts(user))[1] }]);
    expect((await accounts(user)).map((each) => each.selected)).toEqual([false, true, false]);
    // Open pages hear of all connections and of the choice.
    const heard = () => told.filter((kind) => kind === 'accounts_changed').length;
    await expect.poll(heard).toBe(4);
    // It stays selected when another one is disconnected.
    const leaving = { token: user.token, body: { twitterAccountId: idle.id } };
    expect(await call(app, 'POST', '/api/oauth/x/disconnect', leaving)).toMatchObject({ status: 200 });
    expect((await accounts(user)).map((each) => each.selected)).toEqual([false, true]);
    const off = await change(user.token, { is_active: false });
    expect(off.body).toMatchObject({ account: { is_active: false, selected: true } });
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
    const token = app.platform.sealer.open('x access', (await rowOf(app, account.id)).accessToken ?? '');
    expect((await call(app, 'POST', '/api/oauth/x/disconnect', { token: user.token })).body).toEqual({
      message: 'X account disconnected.',
    });
    expect(await rowOf(app, account.id)).toMatchObject({
      disconnectedAt: app.clock.now(),
      selected: false,
      accessToken: null,
      refreshToken: null,
      tokenExpiresAt: null,
    });
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
      body: { code: 'X_NOT_CONNECTED', message: 'No X account is connected.' },
    });
  });

  test('ACC-17 ACC-31 ACC-47 a removal deletes what is pending or failed, keeps what is posted, and starts the wait', async () => {
    const user = await buildUser(app);
    await subscribe(app, user, { plan: 'pro' });
    const [kept, removed] = [await connectX(app, user), await connectX(app, user, 'removed')];
    const other = await buildPost(app, { user, accountId: kept.id });
    const posted = await buildPost(app, { user, accountId: removed.id, status: 'posted' });
    for (const status of ['pending', 'failed'] as const)
      await buildPost(app, { user, accountId: removed.id, status });
    const path = `/api/twitter/accounts/${removed.id}`;
    for (const { id } of [kept, removed]) {
      await app.platform.db.execute(sql`
        insert into voices (user_id, account_id, language, tone, topics, avoided_topics, banned_words, sign_off, samples, points, updated_at)
        values (${user.id}, ${id}, 'en', '', '{}', '{}', '{}', '', '{}', '{}', now())`);
      await app.platform.db.execute(sql`
        insert into facts (user_id, account_id, kind, text, created_at, updated_at)
        values (${user.id}, ${id}, 'price', '$19', now(), now())`);
    }
    await call(app, 'PUT', path, { token: user.token, body: { selected: true } });
    const [before] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, removed.id));

    const stranger = await buildUser(app);
    const notFound = { status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } };
    expect(await call(app, 'DELETE', path, { token: stranger.token })).toMatchObject(notFound);
    expect(await call(app, 'DELETE', path, { token: user.token })).toMatchObject({
      status: 200,
      body: { message: 'X account removed, with 2 unpublished posts.' },
    });
    expect(await call(app, 'DELETE', path, { token: user.token })).toMatchObject(notFound);

    const { body } = await call<{ posts: { id: string }[] }>(app, 'GET', '/api/posts', { token: user.token });
    expect(body.posts.map((post) => post.id).sort()).toEqual([String(other.id), String(posted.id)].sort());
    expect(await accounts(user, app)).toMatchObject([{ id: String(kept.id), selected: true }]);
    const left = async (table: string) =>
      (await app.platform.db.execute(`select account_id from ${table} where user_id = ${user.id}`)).rows;
    for (const table of ['voices', 'facts'])
      expect(await left(table), table).toEqual([{ account_id: kept.id }]);
    const me = await fetch(`${app.sandboxUrl}/x/2/users/me`, {
      headers: { authorization: `Bearer ${app.platform.sealer.open('x access', before?.accessToken ?? '')}` },
    });
    expect(me.status).toBe(401);
    const { page } = await walk(app, stranger, { username: 'removed' });
    expect((await page()).body).toContain(failure('twitter_recently_disconnected'));
    const last = await call(app, 'DELETE', `/api/twitter/accounts/${kept.id}`, { token: user.token });
    expect(last.body).toEqual({ message: 'X account removed, with 1 unpublished post.' });
  });

  test('another person’s account cannot be disconnected', async () => {
    const user = await buildUser(app);
    const account = await connectX(app, user, 'not_yours');
    const stranger = await buildUser(app);
    const body = { twitterAccountId: account.id };
    expect(await call(app, 'POST', '/api/oauth/x/disconnect', { token: stranger.token, body })).toMatchObject(
      {
        status: 404,
        body: { code: 'X_ACCOUNT_NOT_FOUND', message: 'This X account is not among the connected ones.' },
      },
    );
    expect(await accounts(user)).toHaveLength(1);
  });

  test('ACC-19 the profile is that of the selected account, without its tokens', async () => {
    const user = await buildUser(app);
    const profile = () => call(app, 'GET', '/api/twitter/profile', { token: user.token });
    expect(await profile()).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED', message: 'Connect your Twitter/X account first.' },
    });
    await connectX(app, user, 'profiled');
    const answer = await profile();
    expect([answer.status, answer.body]).toEqual([200, { account: (await accounts(user))[0] }]);
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
