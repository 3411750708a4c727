import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltAccount,
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  postsOf,
  sandboxControl,
  subscribe,
} from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { accountsOf, authorize, rowOf } from '../accounts.fixture.ts';
import {
  exportAccounts,
  findAccount,
  findAccountsByIds,
  findAccountsByUsername,
  findUsableAccount,
  isConnected,
  isNicheOfAccount,
  listAccounts,
  listEveryAccount,
  listXUsers,
  ownsAccountNow,
} from '../accounts.queries.ts';
import { xAccounts } from '../accounts.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

async function accounts(user: BuiltUser) {
  const all = await accountsOf(app, user);
  return all.map(({ id, username, needs_reconnect }) => ({ id, username, needs_reconnect }));
}

/** A person whose account X no longer accepts. */
async function lost(username: string, plan?: 'pro') {
  const user = await buildUser(app);
  if (plan) await subscribe(app, user, { plan });
  const account = await connectX(app, user, username);
  await app.platform.db.update(xAccounts).set({ needsReconnect: true }).where(eq(xAccounts.id, account.id));
  return { user, account };
}

/** Reconnects this account, but authorises the one of that name on X; returns the last page. */
async function reconnect(user: BuiltUser, account: BuiltAccount, username: string): Promise<string> {
  const { answer, back } = await authorize(app, user, { username, reconnect: account.id });
  expect(answer.status).toBe(200);
  return (await call<string>(app, 'GET', back)).body;
}

test('the account that was asked for is reconnected: its niche and its age stay, a renewal under way is over', async () => {
  const { user, account } = await lost('rc_ada');
  const kept = { niche: 'Travel', connectedAt: new Date('2026-01-02T03:04:05Z') };
  const renewal = { refreshingBy: crypto.randomUUID(), refreshingUntil: new Date('2100-01-01') };
  const own = eq(xAccounts.id, account.id);
  const counted = { nicheUpdateCount: 2, nicheUpdatePeriodEnd: new Date('2100-01-01'), postsPaused: true };
  await app.platform.db
    .update(xAccounts)
    .set({ ...kept, ...counted, ...renewal, username: 'rc_former', profileImageUrl: null })
    .where(own);
  const before = await rowOf(app, account.id);
  expect(await reconnect(user, account, 'rc_ada')).toContain('"success":true');
  expect(await accounts(user)).toEqual([
    { id: String(account.id), username: 'rc_ada', needs_reconnect: false },
  ]);
  const after = await rowOf(app, account.id);
  expect(after).toEqual({
    ...before,
    username: 'rc_ada',
    profileImageUrl: expect.stringContaining('rc_ada'),
    needsReconnect: false,
    accessToken: expect.not.stringContaining(before.accessToken ?? ''),
    refreshToken: expect.not.stringContaining(before.refreshToken ?? ''),
    tokenExpiresAt: new Date(after.updatedAt.getTime() + 2 * 3_600_000),
    refreshingBy: null,
    refreshingUntil: null,
    updatedAt: expect.any(Date),
  });
  expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
});

test('switching a lost account off and on again does not let its posts out', async () => {
  const { user, account } = await lost('rc_switched');
  const refreshed = await call(app, 'POST', '/api/twitter/profile/refresh', { token: user.token });
  expect(refreshed).toMatchObject({
    status: 409,
    body: { code: 'X_NOT_CONNECTED', message: 'Connect your Twitter/X account first.' },
  });
  await buildPost(app, { user, accountId: account.id });
  for (const is_active of [false, true])
    await call(app, 'PUT', `/api/twitter/accounts/${account.id}`, { token: user.token, body: { is_active } });
  expect(await postsOf(app, user)).toMatchObject([{ holdReason: 'disconnected' }]);
});

test('another account is not taken for it: nothing is added, the page is told which it was', async () => {
  const { user, account } = await lost('rc_ada2', 'pro');
  const page = await reconnect(user, account, 'rc_grace2');
  expect(page).toContain('"error":"twitter_other_account","otherUsername":"rc_grace2"');
  expect(page).toContain('error=twitter_other_account&other_username=rc_grace2');
  expect(await accounts(user)).toEqual([
    { id: String(account.id), username: 'rc_ada2', needs_reconnect: true },
  ]);
  // Its grant went back to X: no grant is left there to be revoked. And somebody else can connect it at once.
  const left = await sandboxControl<{ revoked: number }>(app, '/sandbox/x/revoke', { username: 'rc_grace2' });
  expect(left.revoked).toBe(0);
  await connectX(app, await buildUser(app), 'rc_grace2');
});

test('another account that is connected already stays so, with its new grant', async () => {
  const { user, account } = await lost('rc_ada3', 'pro');
  await connectX(app, user, 'rc_grace3');
  const selected = async () => (await accountsOf(app, user)).map((each) => each.selected);
  expect(await selected()).toEqual([true, false]);
  const page = await reconnect(user, account, 'rc_grace3');
  expect(page).toContain('"otherUsername":"rc_grace3","otherIsConnected":true');
  expect(await selected()).toEqual([true, false]);
  expect(await accounts(user)).toEqual([
    { id: String(account.id), username: 'rc_ada3', needs_reconnect: true },
    { id: expect.any(String), username: 'rc_grace3', needs_reconnect: false },
  ]);
  await call(app, 'PUT', `/api/twitter/accounts/${(await accounts(user))[1]?.id}`, {
    token: user.token,
    body: { selected: true },
  });
  expect((await call(app, 'POST', '/api/test-tweet', { token: user.token })).status).toBe(200);
});

test('an account of another person, or a removed one, cannot be reconnected', async () => {
  const { user, account } = await lost('rc_mine');
  const ask = (who: BuiltUser) =>
    call(app, 'POST', '/api/oauth/x/authorize', { token: who.token, body: { reconnect: account.id } });
  const notFound = { status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } };
  expect(await ask(await buildUser(app))).toMatchObject(notFound);
  await call(app, 'DELETE', `/api/twitter/accounts/${account.id}`, { token: user.token });
  expect(await ask(user)).toMatchObject(notFound);
  const [row] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, account.id));
  expect(row?.needsReconnect).toBe(false);
  // Nor is there a way from one of a person's accounts to another that they have not.
  const begun = await app.platform.db.execute(
    sql`select 1 from x_oauth_states where reconnect_id = ${account.id}`,
  );
  expect(begun.rowCount).toBe(0);
});

test('the other one, kept as an account of its own, counts against the plan', async () => {
  const { user, account } = await lost('rc_ada4');
  expect(await reconnect(user, account, 'rc_grace4')).toContain('twitter_other_account');
  expect(await reconnect(user, account, 'rc_ada4')).toContain('"success":true');
  expect(await call(app, 'POST', '/api/oauth/x/authorize', { token: user.token })).toMatchObject({
    body: { code: 'ACCOUNT_LIMIT_REACHED' },
  });
});

test('lost access is mailed once an incident, however often X refuses', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'rc_mail');
  const refused = async () => {
    await sandboxControl(app, '/sandbox/x/revoke', { username: 'rc_mail' });
    const ended = { tokenExpiresAt: app.clock.now() };
    await app.platform.db.update(xAccounts).set(ended).where(eq(xAccounts.id, account.id));
    await call(app, 'POST', '/api/twitter/profile/refresh', { token: user.token });
  };
  await refused();
  await refused();
  expect(await accounts(user)).toMatchObject([{ needs_reconnect: true }]);
  expect(await mailTo(app, user.email)).toHaveLength(1);
  expect(await reconnect(user, account, 'rc_mail')).toContain('"success":true');
  await refused();
  expect(await mailTo(app, user.email)).toHaveLength(2);
});

test('by a name the account that is connected is found first, then who left last, in any case', async () => {
  const { db } = app.platform;
  const now = app.clock.now();
  const tokens = { accessToken: 'sealed', refreshToken: 'sealed', tokenExpiresAt: now };
  const ids: number[] = [];
  for (const daysAgo of [3, null, 1, 1]) {
    const { id: userId } = await buildUser(app);
    const disconnectedAt = daysAgo === null ? null : new Date(now.getTime() - daysAgo * 86_400_000);
    const account = { userId, twitterUserId: `name_${ids.length}`, username: 'Rc_Name', disconnectedAt };
    const rows = await db
      .insert(xAccounts)
      .values({ ...account, ...(daysAgo === null ? tokens : {}), connectedAt: now, updatedAt: now })
      .returning();
    ids.push(rows[0]?.id ?? 0);
  }
  const [first, connected, last, newest] = ids;
  const found = async (limit: number) =>
    (await findAccountsByUsername(db, 'RC_name', limit)).map((account) => account.id);
  expect(await found(10)).toEqual([connected, newest, last, first]);
  expect(await found(2)).toEqual([connected, newest]);
});

test('of a person’s accounts other features get the connected ones, every one, or one that can post', async () => {
  const { db } = app.platform;
  const user = await buildUser(app, { niche: 'Juggling' });
  const { id: first, twitterUserId } = await connectX(app, user, 'rc_first');
  const now = app.clock.now();
  const insert = async (given: Partial<typeof xAccounts.$inferInsert>) => {
    const rows = await db
      .insert(xAccounts)
      .values({
        userId: user.id,
        twitterUserId: `rc_${given.username}`,
        username: '',
        accessToken: 'sealed',
        refreshToken: 'sealed',
        tokenExpiresAt: now,
        connectedAt: now,
        updatedAt: now,
        ...given,
      })
      .returning();
    return rows[0]?.id ?? 0;
  };
  const gone = { accessToken: null, refreshToken: null, tokenExpiresAt: null, disconnectedAt: now };
  const left = await insert({ username: 'left', niche: 'Left', ...gone });
  const second = await insert({ username: 'second', niche: 'Juggling' });
  const { id: stranger } = await buildUser(app);
  const theirs = await insert({ userId: stranger, username: 'theirs', niche: 'Theirs' });
  const ids = (records: { id: number | string }[]) => records.map(({ id }) => Number(id));

  expect(ids(await listAccounts(db, user.id))).toEqual([first, second]);
  expect(ids(await listEveryAccount(db, user.id))).toEqual([first, left, second]);
  expect(await listXUsers(db, user.id)).toEqual([twitterUserId, 'rc_left', 'rc_second']);
  expect(ids(await findAccountsByIds(db, [theirs, left])).toSorted()).toEqual([left, theirs].toSorted());
  const [shown] = await accountsOf(app, user);
  const [exported, ended] = await exportAccounts(db, user.id);
  const connectedAt = (await rowOf(app, first)).connectedAt.toISOString();
  expect(exported).toEqual({ ...shown, connectedAt, disconnectedAt: null });
  expect(ended).toMatchObject({ username: 'left', disconnectedAt: now.toISOString() });

  const owns = (id: number) => ownsAccountNow(db, user.id, id);
  expect(await Promise.all([first, left, second, theirs].map(owns))).toEqual([true, false, true, false]);
  expect((await findAccount(db, user.id)).id).toBe(first);
  expect((await findAccount(db, user.id, second)).id).toBe(second);
  for (const id of [left, theirs])
    await expect(findAccount(db, user.id, id)).rejects.toMatchObject({ code: 'X_ACCOUNT_NOT_FOUND' });
  const niches = ['Juggling', 'Left', 'Theirs', 'juggling'];
  expect(await Promise.all(niches.map((niche) => isNicheOfAccount(db, niche)))).toEqual([
    true,
    true,
    true,
    false,
  ]);

  // The selected one is switched off: another could still post.
  await db.update(xAccounts).set({ isActive: false }).where(eq(xAccounts.id, first));
  expect([await findUsableAccount(db, user.id), await isConnected(db, user.id)]).toEqual([undefined, true]);
  await db.update(xAccounts).set({ needsReconnect: true }).where(eq(xAccounts.id, second));
  expect(await isConnected(db, user.id)).toBe(false);
  await db.update(xAccounts).set({ isActive: true }).where(eq(xAccounts.id, first));
  expect((await findUsableAccount(db, user.id))?.id).toBe(first);
  await db.update(xAccounts).set({ selected: false }).where(eq(xAccounts.id, first));
  await expect(findAccount(db, user.id)).rejects.toMatchObject({ code: 'X_NOT_CONNECTED' });
});
