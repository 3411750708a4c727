import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../../test/factories.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import { countJobs, upsertGrant } from '../generation.store.ts';
import { listGrantedAccounts } from './get-generation-usage.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

type Body = { message: string; change_id: string | null };
const act = (id: number, what: string, body?: object) =>
  call<Body>(app, 'POST', `/api/admin/users/${id}/${what}`, {
    token: support.token,
    ...(body ? { body } : {}),
  });

/** A person with a plan and an X account whose calendar of this cycle is made and scheduled. */
async function scheduled(): Promise<{ user: BuiltUser; accountId: number }> {
  const user = await buildUser(app);
  await subscribe(app, user, { trial: false });
  const { id: accountId } = await connectX(app, user);
  const at = app.clock.now();
  await app.platform.db.execute(sql`
    insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at, used_at, finalized_at)
    values (${user.id}, ${accountId}, 'completed', 'Gaming', false, '7 days', '[{}]', '["x"]', 1, 0, ${at}, ${at}, ${at}, ${at})`);
  await app.platform.db.execute(sql`update users set last_scheduling_cycle = ${at} where id = ${user.id}`);
  app.clock.advance(60_000);
  return { user, accountId };
}

const check = async (user: BuiltUser) =>
  (
    await call<{ reason: string | null }>(app, 'POST', '/api/check-scheduling-eligibility', {
      token: user.token,
      body: {},
    })
  ).body;
const cycleOf = async (user: BuiltUser) =>
  (await call<{ lastSchedulingCycle: string | null }>(app, 'GET', '/api/user', { token: user.token })).body
    .lastSchedulingCycle;
const usage = async (user: BuiltUser, accountId: number) =>
  (
    await call<{ remaining: number; limit: number; periodEnd: string }>(
      app,
      'GET',
      `/api/twitter/accounts/${accountId}/usage`,
      { token: user.token },
    )
  ).body;

test('ADM-USR-18 ADM-USR-19 ADM-CON-33 a grant clears the last cycle, and a calendar can be made at once', async () => {
  const { user } = await scheduled();
  const before = await check(user);
  const cycle = await cycleOf(user);
  expect(before).toMatchObject({ canSchedule: false });
  const granted = await act(user.id, 'grant-generate', { reason: 'Their niche was wrong' });
  expect(granted).toMatchObject({ status: 200, body: { message: 'A new calendar can be made now.' } });
  // Open pages ask anew whether a calendar may be made.
  expect(await selectTold(app.platform.db, user.id, app.clock.now())).toEqual(['accounts_changed']);
  expect(await cycleOf(user)).toBeNull();
  expect(await check(user)).toMatchObject({ canSchedule: true });
  app.clock.advance(1000);
  expect((await act(user.id, 'undo', granted.body)).status).toBe(200);
  const { rows } = await app.platform.db.execute(
    sql`select action, actor_user_id as by, details->>'reason' as reason from audit_log
        where action like 'generation.cycle_%' and target_id = ${String(user.id)} order by id`,
  );
  expect(rows).toEqual([
    { action: 'generation.cycle_cleared', by: support.id, reason: 'Their niche was wrong' },
    {
      action: 'generation.cycle_restored',
      by: support.id,
      reason: expect.stringMatching(/^Undo of change \d+$/),
    },
  ]);
  expect(await cycleOf(user)).toBe(cycle);
  expect(await check(user)).toEqual(before);
  expect((await act(user.id, 'undo', granted.body)).status).toBe(409);
});

test('a grant is not taken back over a calendar that was scheduled since', async () => {
  const { user } = await scheduled();
  const granted = await act(user.id, 'grant-generate');
  const at = app.clock.now();
  await app.platform.db.execute(sql`update users set last_scheduling_cycle = ${at} where id = ${user.id}`);
  expect(await act(user.id, 'undo', granted.body)).toMatchObject({
    status: 409,
    body: { code: 'STALE_VERSION', message: 'This has changed since, so nothing was undone.' },
  });
  expect(await cycleOf(user)).toBe(at.toISOString());
});

test('of a cycle the calendars count that were completed in it or are in hand, and one of them may be its schedule', async () => {
  const { accountId, user } = await scheduled();
  const strange = await scheduled();
  const { db } = app.platform;
  await db.execute(sql`delete from generation_jobs where account_id = ${accountId}`);
  const [start, end] = [Date.parse('2026-11-01T00:00:00Z'), Date.parse('2026-12-01T00:00:00Z')];
  const stale = new Date(start + 1000);
  const add = (given: {
    kind?: string;
    status?: string;
    at: number;
    updated?: number;
    finalized?: number;
  }) => {
    const { kind = 'calendar', status = 'completed', at, updated = at, finalized = null } = given;
    const [created, changed, done] = [new Date(at), new Date(updated), finalized && new Date(finalized)];
    return db.execute(sql`
      insert into generation_jobs (user_id, account_id, kind, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask,
        created_at, updated_at, used_at, finalized_at, error)
      values (${user.id}, ${accountId}, ${kind}, ${status}, 'Gaming', false, '7 days', '[{}]', '["x"]', 1, 0,
        ${created}, ${changed}, ${done}, ${done}, ${status === 'failed' ? 'Too few' : null})`);
  };
  const count = async () => (await countJobs(db, [{ accountId, start, end }], stale)).get(accountId);
  expect(await count()).toBeUndefined();
  // Before it, after it, failed, no calendar, and in hand without a sign of life.
  await add({ at: start - 1, finalized: start });
  await add({ at: end, finalized: end });
  await add({ at: start, status: 'failed' });
  await add({ at: start, kind: 'ads', finalized: start });
  await add({ at: start, status: 'pending', updated: stale.getTime() });
  expect(await count()).toBeUndefined();
  await add({ at: start });
  await add({ at: end - 1 });
  await db.execute(
    sql`update generation_jobs set updated_at = ${new Date(stale.getTime() + 1)} where account_id = ${accountId} and status = 'pending'`,
  );
  expect(await count()).toEqual({ used: 3, finalized: false });
  await add({ at: start + 5, finalized: start + 9 });
  expect(await count()).toEqual({ used: 4, finalized: true });
  // From a grant on only what is later counts, for the number and for the schedule each by its own.
  await upsertGrant(db, accountId, { countedFrom: new Date(start) });
  expect(await count()).toEqual({ used: 2, finalized: true });
  await upsertGrant(db, accountId, { scheduledFrom: new Date(start + 9) });
  expect(await count()).toEqual({ used: 2, finalized: false });
  await upsertGrant(db, strange.accountId, { scheduledFrom: new Date(end) });
  await upsertGrant(db, accountId, { countedFrom: null, scheduledFrom: new Date(start + 8) });
  expect(await count()).toEqual({ used: 4, finalized: true });
});

test('ADM-CUS-12 ADM-CUS-14 ADM-CON-36 generations count from 0 again, of one account or of all, and back', async () => {
  const { user, accountId } = await scheduled();
  const other = await connectX(app, user);
  const full = await usage(user, other.id);
  expect(await usage(user, accountId)).toMatchObject({ remaining: full.remaining - 1 });
  const strange = await connectX(app, await buildUser(app));
  expect((await act(user.id, `reset-post-generation?twitter_account_id=${strange.id}`)).status).toBe(404);
  const single = await act(user.id, `reset-post-generation?twitter_account_id=${other.id}`);
  const first = app.clock.now().toISOString();
  expect((await usage(user, accountId)).remaining).toBe(full.remaining - 1);
  app.clock.advance(1000);
  const reset = await act(user.id, 'reset-post-generation', { reason: 'They were asked to try again' });
  const second = app.clock.now().toISOString();
  expect(reset).toMatchObject({
    status: 200,
    body: { message: "This cycle's generation count was reset to 0." },
  });
  expect((await usage(user, accountId)).remaining).toBe(full.remaining);
  // What was changed since is not undone.
  expect((await act(user.id, 'undo', single.body)).status).toBe(409);
  expect((await act(user.id, 'undo', reset.body)).status).toBe(200);
  expect((await usage(user, accountId)).remaining).toBe(full.remaining - 1);
  const { rows } = await app.platform.db.execute(
    sql`select action, actor_user_id as by, details->'after' as after, details->>'reason' as reason from audit_log
        where action like 'generation.count_%' and target_id = ${String(user.id)} order by id`,
  );
  const by = support.id;
  const [none, both] = [
    { grants: { [accountId]: null, [other.id]: first } },
    { grants: { [accountId]: second, [other.id]: second } },
  ];
  const action = 'generation.count_reset';
  expect(rows).toEqual([
    { action, by, after: { grants: { [other.id]: first } }, reason: 'no reason given' },
    { action, by, after: both, reason: 'They were asked to try again' },
    {
      action: 'generation.count_restored',
      by,
      after: none,
      reason: expect.stringMatching(/^Undo of change \d+$/),
    },
  ]);
});

test('a grant of one kind leaves the other as it is', async () => {
  const { user, accountId } = await scheduled();
  await act(user.id, 'reset-post-generation');
  const { remaining } = await usage(user, accountId);
  app.clock.advance(1000);
  await act(user.id, 'grant-generate');
  expect((await usage(user, accountId)).remaining).toBe(remaining);
  const [granted] = (await listGrantedAccounts(app.platform, [user.id])).get(user.id) ?? [];
  const at = app.clock.now();
  expect(granted).toEqual({
    accountId,
    used: 0,
    countedFrom: new Date(at.getTime() - 1000),
    scheduledFrom: at,
  });
});

test('a customer without an X account is told, and nothing changes', async () => {
  const user = await buildUser(app);
  for (const what of ['grant-generate', 'reset-post-generation'])
    expect(await act(user.id, what)).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED', message: 'This customer has no X account connected.' },
    });
});
