import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltAccount,
  type BuiltUser,
  buildUser,
  call,
  connectX,
  sandboxControl,
  subscribe,
} from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { accountsOf, authorize, rowOf } from '../accounts.fixture.ts';
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
  await app.platform.db
    .update(xAccounts)
    .set({ ...kept, ...renewal, username: 'rc_former' })
    .where(eq(xAccounts.id, account.id));
  const before = await rowOf(app, account.id);
  expect(await reconnect(user, account, 'rc_ada')).toContain('"success":true');
  expect(await accounts(user)).toEqual([
    { id: String(account.id), username: 'rc_ada', needs_reconnect: false },
  ]);
  expect(await rowOf(app, account.id)).toMatchObject({
    ...kept,
    accessToken: expect.not.stringContaining(before.accessToken ?? ''),
    refreshToken: expect.not.stringContaining(before.refreshToken ?? ''),
    refreshingBy: null,
    refreshingUntil: null,
  });
});

test('another account is not added, and the page names it', async () => {
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
