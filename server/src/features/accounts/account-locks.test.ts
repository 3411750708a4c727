import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltAccount,
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  postsOf,
  sandboxControl,
} from '../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../test/locks.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { createXClient } from '../../providers/x/x-client.ts';
import { actorOf } from '../billing/billing.fixture.ts';
import { holdAccount, releaseAccount } from '../publishing/lanes/hold-account.ts';
import { lockUser } from '../users/users.queries.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { accountsOf, authorize } from './accounts.fixture.ts';
import { findAccountsByIds } from './accounts.queries.ts';
import { selectHistoryForUpdate, updateAccountRow } from './accounts.store.ts';
import { xAccounts } from './accounts.tables.ts';
import type { XAccountRecord } from './accounts.types.ts';
import { disconnectAccount } from './connect/disconnect-account.ts';
import { deactivateSurplus } from './deactivate-surplus.ts';
import { getAccess } from './tokens/get-access.ts';
import { loseAccess, markDead } from './tokens/lose-access.ts';
import { createRenewals } from './tokens/renewals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

/** What a use case of accounts is given, for running one outside HTTP. */
function deps(): AccountsDeps {
  const own = { ...app.platform, publicUrl: app.config.publicUrl };
  const never = () => Promise.reject(new Error('not asked for here'));
  return {
    ...own,
    x: createXClient(app.config.x, app.clock),
    renewals: createRenewals(),
    holds: {
      hold: (tx, accountId, reason) => holdAccount(own, tx, accountId, reason),
      release: async (tx, accountId, reason) => void (await releaseAccount(own, tx, accountId, reason)),
      waitForOpen: async () => 0,
    },
    deleteSources: never,
    deleteUnpublished: never,
    eraseVoice: never,
  };
}

async function recordOf({ id }: BuiltAccount): Promise<XAccountRecord> {
  const [record] = await findAccountsByIds(app.platform.db, [id]);
  if (!record) throw new Error('no such account');
  return record;
}

/** Begins the work while `first` is not committed; returns whether it waited for that, and its result. */
async function whileOpen<T>(
  first: (tx: Db) => Promise<unknown>,
  begin: () => Promise<T>,
): Promise<[boolean, T]> {
  let isDone = false;
  let work: Promise<T> | undefined;
  const waited = await inTransaction(app.platform.db, async (tx) => {
    await first(tx);
    work = begin().finally(() => {
      isDone = true;
    });
    await untilBlockedOrDone(app.platform.db, work);
    return !isDone;
  });
  return [waited, (await work) as T];
}

type Change = (user: BuiltUser, account: BuiltAccount) => Promise<() => Promise<unknown>>;
const change =
  (body: object): Change =>
  async ({ token }, { id }) =>
  () =>
    call(app, 'PUT', `/api/twitter/accounts/${id}`, { token, body });
const changes: [string, Change][] = [
  ['selecting one', change({ selected: true })],
  ['switching one off', change({ is_active: false })],
  [
    'a disconnect',
    async ({ token }) =>
      () =>
        call(app, 'POST', '/api/oauth/x/disconnect', { token }),
  ],
  [
    'the end of a connection',
    async (user, { id, username }) => {
      const { back } = await authorize(app, user, { username, reconnect: id });
      return () => call(app, 'GET', back);
    },
  ],
  [
    'a smaller plan',
    async ({ id }) =>
      () =>
        inTransaction(app.platform.db, (tx) => deactivateSurplus(deps(), tx, id, 1)),
  ],
];

test.each(changes)('%s waits for another change of the accounts of that person', async (_, prepare) => {
  const user = await buildUser(app);
  const begin = await prepare(user, await connectX(app, user));
  const [waited] = await whileOpen((tx) => lockUser(tx, user.id), begin);
  expect(waited).toBe(true);
});

test('ACC-29 of two people who connect one X account at once, one gets it, and the other sees whose it is', async () => {
  const [first, second] = [await buildUser(app, { email: 'first@people.example' }), await buildUser(app)];
  const known = await connectX(app, await buildUser(app), 'both_at_once');
  await app.platform.db.execute(sql`delete from x_accounts where id = ${known.id}`);
  const { back } = await authorize(app, second, { username: known.username });
  const [waited, page] = await whileOpen(
    async (tx) => {
      await selectHistoryForUpdate(tx, known.twitterUserId);
      await tx.execute(sql`
        insert into x_accounts (user_id, twitter_user_id, username, access_token, refresh_token, token_expires_at, connected_at, updated_at)
        values (${first.id}, ${known.twitterUserId}, ${known.username}, 'sealed', 'sealed', now(), now(), now())`);
    },
    () => call<string>(app, 'GET', back),
  );
  expect(waited).toBe(true);
  expect(page.body).toContain('"error":"twitter_already_connected","existingEmail":"f••••@p••••.example"');
});

test('a disconnect gives back the grant that a renewal has stored meanwhile', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user);
  const { sealer } = app.platform;
  const revoke = vi.fn(async () => undefined);
  const own = deps();
  const [waited] = await whileOpen(
    (tx) =>
      updateAccountRow(tx, account.id, {
        refreshToken: sealer.seal('x access', 'fresh'),
        updatedAt: app.clock.now(),
      }),
    () => disconnectAccount({ ...own, x: { ...own.x, revoke } }, actorOf(user), account.id),
  );
  expect(waited).toBe(true);
  expect(revoke.mock.calls).toEqual([['fresh']]);
});

test('an account that X refuses while its owner switches it on again keeps its posts', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user);
  await buildPost(app, { user, accountId: account.id });
  const record = await recordOf(account);
  const on = await change({ is_active: true })(user, account);
  await whileOpen((tx) => markDead(deps(), tx, record), on);
  expect(await postsOf(app, user)).toMatchObject([{ holdReason: 'disconnected' }]);
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
  await loseAccess(deps(), account.id);
  expect(await accountsOf(app, user)).toMatchObject([{ needs_reconnect: true }]);
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
  expect(await accountsOf(app, user)).toMatchObject([{ needs_reconnect: false, selected: true }]);
  expect(await postsOf(app, user)).toMatchObject([{ holdReason: null }]);
});
