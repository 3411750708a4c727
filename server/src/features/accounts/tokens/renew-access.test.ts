import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, connectX, sandboxControl } from '../../../../test/factories.ts';
import { inTransaction, openDatabase } from '../../../platform/database/database.ts';
import { INSTANCE } from '../../../platform/instance.ts';
import { createSealer } from '../../../platform/secrets.ts';
import { XError } from '../../../providers/x/x.ts';
import { createXClient } from '../../../providers/x/x-client.ts';
import type { AccountsDeps } from '../accounts.deps.ts';
import { xAccounts } from '../accounts.tables.ts';
import { getAccess, renewEndingTokens } from './get-access.ts';
import { CLAIM_SECONDS, renewAccess } from './renew-access.ts';
import { createRenewals } from './renewals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterEach(() => fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' }));
afterAll(() => app.close());

/** A worker of its own: it shares the database and X with the others, and nothing else. */
function worker(more: Partial<AccountsDeps> & { patienceMs?: number } = {}) {
  const { platform, config, clock } = app;
  const never = () => Promise.reject(new Error('not asked for here'));
  return {
    ...platform,
    publicUrl: config.publicUrl,
    x: createXClient(config.x, clock),
    holds: { hold: never, release: never, waitForOpen: never },
    deleteSources: never,
    deleteUnpublished: never,
    eraseVoice: never,
    renewals: createRenewals(),
    ...more,
  };
}

/** An account whose access token has ended. */
async function expired(username: string) {
  const user = await buildUser(app);
  const account = await connectX(app, user, username);
  await change(account.id, { tokenExpiresAt: app.clock.now() });
  return { ...account, user };
}

async function change(id: number, to: Partial<typeof xAccounts.$inferInsert>): Promise<void> {
  await app.platform.db.update(xAccounts).set(to).where(eq(xAccounts.id, id));
}

async function rowOf(id: number) {
  const [row] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, id));
  if (!row) throw new Error('no such account');
  return row;
}

function hang(username: string) {
  return sandboxControl(app, '/sandbox/x/faults', {
    kind: 'timeout',
    endpoint: 'token',
    username,
    delayMs: 60_000,
    count: 1,
  });
}

async function timesHit(): Promise<number> {
  const response = await fetch(`${app.sandboxUrl}/sandbox/x/faults`);
  const { faults } = (await response.json()) as { faults: unknown[] };
  return 1 - faults.length;
}

test('while X is asked for a token no connection is held, and nobody else asks X', async () => {
  const account = await expired('slow_token');
  await hang('slow_token');
  const database = openDatabase(app.databaseUrl, app.platform.log, 1);
  const first = worker({ db: database.db, patienceMs: 100 });
  const asked = renewAccess(first, account.id);
  await expect.poll(() => timesHit(), { timeout: 30_000 }).toBe(1);
  const { refreshingBy, refreshingUntil } = await rowOf(account.id);
  expect(refreshingBy).toBe(INSTANCE);
  // The clock of this test runs.
  const left = (refreshingUntil?.getTime() ?? 0) - app.clock.now().getTime();
  expect(Math.abs(left - 90_000)).toBeLessThan(30_000);
  expect((await database.db.execute('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(database.pool.waitingCount).toBe(0);
  expect(await asked).toEqual({ kind: 'unavailable' });
  const ask = vi.fn();
  const second = worker({ patienceMs: 100 });
  expect(await renewAccess({ ...second, x: { ...second.x, refreshTokens: ask } }, account.id)).toEqual({
    kind: 'unavailable',
    until: (await rowOf(account.id)).refreshingUntil,
  });
  expect(ask).not.toHaveBeenCalled();
  await database.close();
});

test('one account whose renewal hangs keeps no other waiting', async () => {
  const [slow, fast] = [await expired('slow_one'), await expired('fast_one')];
  await hang('slow_one');
  const access = await getAccess(worker(), [slow.id, fast.id]);
  let isSlowDone = false;
  void access.get(slow.id)?.then(() => {
    isSlowDone = true;
  });
  expect(await access.get(fast.id)).toMatchObject({ kind: 'token', twitterUserId: fast.twitterUserId });
  expect(isSlowDone).toBe(false);
});

test('the renewal of a process that died is taken over when its claim ends, not before', async () => {
  // Longer than the call to X and what follows it may take.
  expect(CLAIM_SECONDS).toBe(90);
  const account = await expired('orphaned');
  const until = new Date(app.clock.now().getTime() + CLAIM_SECONDS * 1000);
  await change(account.id, { refreshingBy: crypto.randomUUID(), refreshingUntil: until });
  const heir = worker({ patienceMs: 100 });
  app.clock.advance((CLAIM_SECONDS - 10) * 1000);
  expect(await renewAccess(heir, account.id)).toEqual({ kind: 'unavailable', until });
  app.clock.advance(10_000);
  const access = await renewAccess(heir, account.id);
  const row = await rowOf(account.id);
  expect(access).toMatchObject({
    kind: 'token',
    accessToken: app.platform.sealer.open('x access', row.accessToken ?? ''),
  });
  expect(row).toMatchObject({ refreshingBy: null, refreshingUntil: null });
});

test('a worker that waits for another’s renewal gets its token', async () => {
  const account = await expired('shared_wait');
  const [one, two] = [worker(), worker()];
  const answers = await Promise.all([renewAccess(one, account.id), renewAccess(two, account.id)]);
  const row = await rowOf(account.id);
  const accessToken = app.platform.sealer.open('x access', row.accessToken ?? '');
  expect(answers[0]).toEqual({ kind: 'token', accessToken, twitterUserId: account.twitterUserId });
  expect(answers[1]).toEqual(answers[0]);
  expect(row).toMatchObject({ needsReconnect: false, refreshingBy: null, refreshingUntil: null });
  // The next renewal is asked for with the token that came last.
  await change(account.id, { tokenExpiresAt: app.clock.now() });
  expect(await renewAccess(one, account.id)).toMatchObject({ kind: 'token' });
});

test('a token that ends within the given time is renewed ahead, if the account can post', async () => {
  const account = await expired('last_minute');
  app.clock.set(app.clock.now());
  const ask = vi.fn(() => Promise.reject(new XError('unavailable', 'X is away')));
  const { x, ...rest } = worker();
  const timesAsked = async (milliseconds: number, isActive: boolean) => {
    const tokenExpiresAt = new Date(app.clock.now().getTime() + milliseconds);
    await change(account.id, { tokenExpiresAt, isActive });
    await renewEndingTokens({ ...rest, x: { ...x, refreshTokens: ask } }, [account.id], 300_000);
    return ask.mock.calls.length;
  };
  expect(await timesAsked(300_000, true)).toBe(0);
  expect(await timesAsked(299_999, false)).toBe(0);
  expect(await timesAsked(299_999, true)).toBe(1);
});

test('a fault of ours while X is asked is thrown, and says nothing of the grant', async () => {
  const account = await expired('our_fault');
  const { x, ...rest } = worker();
  const refreshTokens = () => Promise.reject(new TypeError('tokens is undefined'));
  const asked = renewAccess({ ...rest, x: { ...x, refreshTokens } }, account.id);
  await expect(asked).rejects.toThrow('tokens is undefined');
  expect(await rowOf(account.id)).toMatchObject({
    needsReconnect: false,
    refreshToken: expect.any(String),
  });
});

test('a claim that X ended without a token is given back, even where the database cannot take that at once', async () => {
  const account = await expired('given_back');
  const more = {
    kind: 'connection_reset',
    endpoint: 'token',
    username: 'given_back',
    delayMs: 500,
    count: 1,
  };
  await sandboxControl(app, '/sandbox/x/faults', more);
  const warn = vi.spyOn(app.platform.log, 'warn');
  const refused = () =>
    warn.mock.calls.filter(
      ([, what]) => what === 'could not store the result of a token renewal; trying again',
    );
  const asked = renewAccess(worker({ patienceMs: 20_000 }), account.id);
  await expect.poll(async () => (await rowOf(account.id)).refreshingBy).not.toBeNull();
  await inTransaction(app.platform.db, async (tx) => {
    await tx.select().from(xAccounts).where(eq(xAccounts.id, account.id)).for('update');
    await expect.poll(() => refused()).toHaveLength(1);
  });
  warn.mockRestore();
  expect(await asked).toEqual({ kind: 'unavailable' });
  expect(await rowOf(account.id)).toMatchObject({ refreshingBy: null, needsReconnect: false });
});

/** A worker whose renewals X answers, and each time something happens to the account before it is stored. */
function overtaken(accountId: number, meanwhile: Partial<typeof xAccounts.$inferInsert>) {
  const { x, ...rest } = worker();
  async function refreshTokens(token: string) {
    const tokens = await x.refreshTokens(token);
    await change(accountId, meanwhile);
    return tokens;
  }
  return { ...rest, x: { ...x, refreshTokens } };
}

test('tokens that came with a new connection meanwhile stay, and are used: those of the old renewal are dropped', async () => {
  const account = await expired('reconnected');
  const { sealer } = app.platform;
  const fresh = {
    accessToken: sealer.seal('x access', 'the new one'),
    refreshToken: sealer.seal('x access', 'of the new connection'),
  };
  expect(await renewAccess(overtaken(account.id, fresh), account.id)).toEqual({
    kind: 'token',
    accessToken: 'the new one',
    twitterUserId: account.twitterUserId,
  });
  expect(await rowOf(account.id)).toMatchObject({ ...fresh, needsReconnect: false });
});

test('a grant that X refuses is not given up where another took its place meanwhile', async () => {
  const account = await expired('then_new');
  const { sealer } = app.platform;
  const fresh = {
    accessToken: sealer.seal('x access', 'the new one'),
    refreshToken: sealer.seal('x access', 'its own'),
  };
  const { x, ...rest } = worker();
  async function refreshTokens(): Promise<never> {
    await change(account.id, fresh);
    throw new XError('grant_dead', 'No such grant');
  }
  expect(await renewAccess({ ...rest, x: { ...x, refreshTokens } }, account.id)).toEqual({
    kind: 'token',
    accessToken: 'the new one',
    twitterUserId: account.twitterUserId,
  });
  expect(await rowOf(account.id)).toMatchObject({ ...fresh, needsReconnect: false });
});

test('an account that was disconnected while its token was renewed is gone', async () => {
  const account = await expired('left_meanwhile');
  const { accessToken } = await rowOf(account.id);
  const off = { disconnectedAt: app.clock.now() };
  expect(await renewAccess(overtaken(account.id, off), account.id)).toEqual({ kind: 'gone' });
  expect(await rowOf(account.id)).toMatchObject({ accessToken });
  await change(account.id, { disconnectedAt: null, refreshingBy: null, refreshingUntil: null });
});

test('a new token is kept in memory until the database stores it', async () => {
  const account = await expired('stored_late');
  const { db, log } = app.platform;
  await db.execute(
    "create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$",
  );
  await db.execute(
    'create trigger refuse before update of access_token on x_accounts for each row execute function refuse()',
  );
  const warn = vi.fn();
  const watched = Object.assign(Object.create(log) as typeof log, { warn });
  const renewing = renewAccess(worker({ log: watched }), account.id);
  await expect.poll(() => warn).toHaveBeenCalled();
  await db.execute('drop function refuse cascade');
  const access = await renewing;
  const row = await rowOf(account.id);
  expect(access).toMatchObject({
    kind: 'token',
    accessToken: app.platform.sealer.open('x access', row.accessToken ?? ''),
  });
});

test('a token that X refused is renewed although it has not ended, and one that was renewed since is kept', async () => {
  const user = await buildUser(app);
  const account = await connectX(app, user, 'refused_token');
  const old = app.platform.sealer.open('x access', (await rowOf(account.id)).accessToken ?? '');
  const renewed = await renewAccess(worker(), account.id, old);
  expect(renewed).toMatchObject({ kind: 'token' });
  expect((renewed as { accessToken: string }).accessToken).not.toBe(old);
  expect(await renewAccess(worker(), account.id, old)).toEqual(renewed);
});

test('after APP_SECRET changed, old tokens open by the former one, and each renewal seals with the new one', async () => {
  const account = await expired('rotating');
  const [secret, former] = [
    'the-secret-of-this-year-long-enough',
    'a secret of tests, long enough to be one',
  ];
  const tokens = async () => {
    const { accessToken, refreshToken } = await rowOf(account.id);
    return [accessToken ?? '', refreshToken ?? ''];
  };
  for (const sealed of await tokens())
    expect(() => createSealer(secret).open('x access', sealed)).toThrow('unknown key');
  const renewed = await renewAccess(worker({ sealer: createSealer(secret, [former]) }), account.id);
  expect(renewed).toMatchObject({ kind: 'token' });
  for (const sealed of await tokens()) expect(createSealer(secret).open('x access', sealed)).not.toBe('');
});

test('who asks for a renewal that is under way shares it, and begins another once it is over, however it ended', async () => {
  const { run } = createRenewals();
  const work = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue('renewed');
  const shared = [run('7', work), run('7', work)];
  await expect(Promise.all(shared)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledTimes(1);
  expect(await Promise.all([run('7', work), run('8', work)])).toEqual(['renewed', 'renewed']);
  expect(work).toHaveBeenCalledTimes(3);
});
