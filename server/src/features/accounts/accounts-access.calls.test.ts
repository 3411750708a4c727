import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX, sandboxControl, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { XError } from '../../providers/x/x.ts';
import { createXClient } from '../../providers/x/x-client.ts';
import { deleteSources } from '../facts/facts.queries.ts';
import { deleteUnpublished } from '../posts/delete-post.ts';
import { holdAccount, releaseAccount } from '../publishing/hold-account.ts';
import { fault } from '../publishing/publishing.fixture.ts';
import { eraseVoice } from '../voice/erase-voices.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { rowOf } from './accounts.fixture.ts';
import * as queries from './accounts.queries.ts';
import { createAccountTokens } from './create-account-tokens.ts';
import { deactivateSurplus } from './deactivate-surplus.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { createRenewals } from './renewals.ts';
import { revokeGrants } from './revoke-grants.ts';

/** What the composition root gives to accounts. */
function depsOf(app: TestApp): AccountsDeps {
  const deps = { ...app.platform, publicUrl: app.config.publicUrl };
  return {
    ...deps,
    x: createXClient(app.config.x, app.clock),
    renewals: createRenewals(),
    holds: {
      hold: (tx, id, reason) => holdAccount(deps, tx, id, reason),
      release: async (tx, id, reason) => void (await releaseAccount(deps, tx, id, reason)),
      waitForOpen: async () => 0,
    },
    deleteSources,
    deleteUnpublished,
    eraseVoice,
  };
}

const token = { kind: 'token' };

test('docs/calls/accounts-access.md says what access to X accounts does, and how it ends', async () => {
  const page = await openKeptPage();
  const { app } = page;
  const { db, sealer } = app.platform;
  const run = (statement: SQL) => page.prepare(() => db.execute(statement));
  const deps = depsOf(app);
  const tokens = createAccountTokens(deps);
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  await subscribe(app, ada, { plan: 'pro_plus' });
  const names = ['adax', 'brewx', 'cafex', 'dinex', 'eggsx'];
  const ids: number[] = [];
  for (const name of names) ids.push((await connectX(app, ada, name)).id);
  const [adax, brewx, cafex, dinex, eggsx] = ids as [number, number, number, number, number];
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const bobx = (await connectX(app, bob, 'bobx')).id;
  await buildPost(app, { user: ada, accountId: brewx, content: 'Waits' });
  const endsAt = (id: number, at: string) =>
    run(sql`update x_accounts set token_expires_at = ${at} where id = ${id}`);
  /** What is known of an account's access, and all that asking for it does. */
  const access = (note: string, id: number, expected: object) =>
    page.step(`a token is asked for, ${note}`, async () =>
      expect(await (await tokens.accessFor([id])).get(id)).toMatchObject(expected),
    );

  await run(sql`update x_accounts set needs_reconnect = true where id = ${dinex}`);
  await run(sql`update x_accounts set is_active = false where id = ${cafex}`);
  await run(sql`update x_accounts set disconnected_at = '2020-11-01' where id = ${eggsx}`);
  await page.step('tokens of several accounts are asked for', async () => {
    const found = await tokens.accessFor([...ids, 999]);
    const kinds = await Promise.all([...found].map(async ([id, each]) => [id, (await each).kind]));
    expect(kinds.sort()).toEqual([
      [adax, 'token'],
      [brewx, 'token'],
      [cafex, 'gone'],
      [dinex, 'gone'],
      [eggsx, 'gone'],
    ]);
  });
  await run(sql`update x_accounts set needs_reconnect = false, is_active = true, disconnected_at = null`);
  await endsAt(adax, '2020-11-20T10:00:59Z');
  await access('it ends within a minute', adax, token);
  await endsAt(adax, '2020-11-20T10:01:00Z');
  await access('it ends in a minute', adax, token);
  const held = { by: crypto.randomUUID(), until: '2020-11-20T10:00:01Z' };
  await endsAt(adax, '2020-11-20T10:00:00Z');
  await run(
    sql`update x_accounts set refreshing_by = ${held.by}, refreshing_until = ${held.until} where id = ${adax}`,
  );
  page.advance(1_000);
  await access('the other process has not finished in time', adax, token);

  const current = sealer.open((await rowOf(app, adax)).accessToken ?? '');
  await page.step('X refuses a token that is no longer the current one', async () =>
    expect(await tokens.renew(adax, 'a former token')).toEqual({
      ...token,
      accessToken: current,
      twitterUserId: expect.any(String),
    }),
  );
  await page.step('X refuses the current token', async () =>
    expect(await tokens.renew(adax, current)).toMatchObject({
      ...token,
      accessToken: expect.not.stringContaining(current),
    }),
  );
  await page.prepare(() => fault(app, 'server_error', { endpoint: 'token' }));
  await endsAt(brewx, '2020-11-20T09:00:00Z');
  await access('X does not answer', brewx, { kind: 'unavailable' });
  await page.prepare(() => sandboxControl(app, '/sandbox/x/revoke', { username: 'brewx' }));
  await access('the person took the access back', brewx, { kind: 'dead' });
  await access('the account needs a reconnect', brewx, { kind: 'gone' });
  await page.step('a token of an account that needs a reconnect is refused', async () =>
    expect(await tokens.renew(brewx, 'x')).toEqual({ kind: 'gone' }),
  );
  await run(sql`update x_accounts set refresh_token = 'v1.unknown' where id = ${cafex}`);
  await endsAt(cafex, '2020-11-20T09:00:00Z');
  await access('no key of ours opens what renews it', cafex, { kind: 'dead' });

  /** While X is asked, something else happens to the account. */
  const meanwhile = (work: SQL, answer: () => unknown) =>
    createAccountTokens({
      ...deps,
      renewals: createRenewals(),
      x: {
        ...deps.x,
        refreshTokens: async () => {
          await db.execute(work);
          return answer() as never;
        },
      },
    });
  const given = { accessToken: 'late', refreshToken: 'late', expiresInSeconds: 7200 };
  const dead = () => {
    throw new XError('grant_dead', 'X no longer knows this grant');
  };
  const replaced = sql`update x_accounts set refresh_token = ${sealer.seal('new')} where id = ${dinex}`;
  const mine = sealer.open((await rowOf(app, dinex)).accessToken ?? '');
  for (const [note, work, answer, expected] of [
    ['another grant came meanwhile', replaced, () => given, { ...token, accessToken: mine }],
    [
      'the account was switched off meanwhile',
      sql`update x_accounts set is_active = false,
      refresh_token = ${sealer.seal('off')} where id = ${dinex}`,
      () => given,
      { kind: 'gone' },
    ],
    ['it is dead, but another grant came meanwhile', replaced, dead, { ...token, accessToken: mine }],
    [
      'it is dead, but the account was switched off meanwhile',
      sql`update x_accounts set is_active = false
      where id = ${dinex}`,
      dead,
      { kind: 'gone' },
    ],
  ] as const) {
    await run(
      sql`update x_accounts set is_active = true, refreshing_until = null, refreshing_by = null where id = ${dinex}`,
    );
    await endsAt(dinex, '2020-11-20T09:00:00Z');
    await page.step(`a token is renewed, ${note}`, async () =>
      expect(await meanwhile(work, answer).renew(dinex, mine)).toMatchObject(expected),
    );
  }

  await run(
    sql`update x_accounts set is_active = true, needs_reconnect = false, refreshing_until = null, refreshing_by = null`,
  );
  await endsAt(adax, '2020-11-20T10:25:00Z');
  await endsAt(bobx, '2020-11-20T10:25:01Z');
  await run(sql`update x_accounts set is_active = false where id = ${eggsx}`);
  await endsAt(eggsx, '2020-11-20T10:00:00Z');
  await page.step('tokens that end within 25 minutes are renewed', () =>
    tokens.renewEnding([adax, bobx, eggsx], 1_500_000),
  );
  await page.prepare(() => fault(app, 'timeout', { endpoint: 'token', delayMs: 1 }));
  await endsAt(adax, '2020-11-20T10:00:00Z');
  await page.step('a token that ends is renewed, but X does not answer', () =>
    tokens.renewEnding([adax], 1_500_000),
  );
  await run(sql`update x_accounts set refreshing_by = ${held.by}, refreshing_until = '2020-11-20T10:01:00Z'
    where id in (${adax}, ${bobx})`);
  await run(sql`update x_accounts set refreshing_by = gen_random_uuid(), refreshing_until = '2020-11-20T10:01:00Z'
    where id = ${cafex}`);
  await page.step('renewals of a process that died are released', async () =>
    expect(await tokens.releaseOf([held.by])).toBe(2),
  );
  await page.step('X refuses an account for good', () => tokens.lose(adax));
  await page.step('X refuses it again', () => tokens.lose(adax));

  const surplus = (note: string, limit: number, userId = ada.id) =>
    page.step(`a plan with ${note}`, () =>
      db.transaction((tx) => deactivateSurplus(deps, tx, userId, limit)),
    );
  // One after the other: the unique index never sees two selected ones, whichever row comes first.
  await run(sql`update x_accounts set is_active = true, needs_reconnect = false, selected = false
    where user_id = ${ada.id}`);
  await run(sql`update x_accounts set selected = true where id = ${dinex}`);
  await run(sql`update x_accounts set connected_at = '2020-11-19' where id in (${cafex}, ${dinex})`);
  await run(sql`update x_accounts set is_active = false where id = ${eggsx}`);
  await surplus('as many accounts as there are', 4);
  await surplus('three accounts: the newest is switched off', 3);
  await surplus('one account: the selected one is switched off', 1);
  await surplus('no account', 0, bob.id);

  await page.step('accounts are looked up', async () => {
    expect(await queries.findAccount(db, ada.id, brewx)).toMatchObject({ id: brewx });
    await expect(queries.findAccount(db, bob.id, brewx)).rejects.toThrow('not among the connected ones');
    expect(await queries.findUsableAccount(db, ada.id)).toMatchObject({ id: cafex });
    expect(await queries.findUsableAccount(db, bob.id)).toBeUndefined();
    expect(await queries.ownsAccountNow(db, bob.id, brewx)).toBe(false);
    expect(await queries.listXUsers(db, bob.id)).toHaveLength(1);
    expect(await queries.isNicheOfAccount(db, 'Gaming')).toBe(true);
    expect(await queries.isNicheOfAccount(db, 'Travel')).toBe(false);
    expect((await queries.findAccountsByIds(db, [dinex, adax])).map(({ id }) => id).sort()).toEqual([
      adax,
      dinex,
    ]);
    expect(await queries.findAccountsByIds(db, [])).toEqual([]);
    expect(await queries.findAccountsByUsername(db, 'ADAX', 5)).toMatchObject([{ id: adax }]);
  });
  await run(sql`insert into x_oauth_states (state_hash, user_id, browser_hash, code_verifier, created_at, expires_at)
    select u::text, u, 'b', 'c', '2020-11-20', '2020-11-21' from unnest(array[${ada.id}, ${bob.id}]::bigint[]) u`);
  await run(
    sql`update x_accounts set disconnected_at = '2020-11-01', refresh_token = null where id = ${eggsx}`,
  );
  await run(sql`update x_accounts set refresh_token = ${(await rowOf(app, adax)).refreshToken}
    where id in (${cafex}, ${dinex})`);
  const grants = await page.step('a person’s accounts are erased', () =>
    db.transaction((tx) => eraseAccounts(deps, tx, ada.id)),
  );
  expect(grants).toHaveLength(4);
  await page.prepare(() => fault(app, 'server_error', { endpoint: 'revoke' }));
  await page.step('grants are revoked, one of them in vain', () =>
    expect(revokeGrants(deps, grants.slice(0, 1))).rejects.toThrow(XError),
  );
  await page.step('grants are revoked', () => revokeGrants(deps, grants));
  await page.expectKept('accounts-access');
});
