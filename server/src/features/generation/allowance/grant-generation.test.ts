import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../../test/factories.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import { exportGenerations, listGenerationEvents } from '../generation.queries.ts';
import { countJobs, upsertGrant } from '../generation.store.ts';
import { countGenerations, listGrantedAccounts } from './count-generations.ts';

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
  const { user, accountId } = await scheduled();
  const before = await check(user);
  const cycle = await cycleOf(user);
  expect(before).toMatchObject({ canSchedule: false });
  const granted = await act(user.id, 'grant-generate', { reason: 'Their niche was wrong' });
  expect(granted).toMatchObject({ status: 200, body: { message: 'A new calendar can be made now.' } });
  // Open pages ask anew whether a calendar may be made.
  expect(await selectTold(app.platform.db, user.id, app.clock.now())).toEqual(['accounts_changed']);
  expect(await cycleOf(user)).toBeNull();
  expect(await check(user)).toMatchObject({ canSchedule: true });
  const was = { grants: { [accountId]: null }, lastSchedulingCycle: cycle };
  const is = { grants: { [accountId]: app.clock.now().toISOString() }, lastSchedulingCycle: null };
  app.clock.advance(1000);
  expect((await act(user.id, 'undo', granted.body)).status).toBe(200);
  const { rows } = await app.platform.db.execute(
    sql`select action, actor_user_id as by, target_type as type, details - 'undoes' as details,
          created_at = ${app.clock.now()} as is_now
        from audit_log where action like 'generation.cycle_%' and target_id = ${String(user.id)} order by id`,
  );
  expect(rows).toEqual([
    {
      action: 'generation.cycle_cleared',
      by: support.id,
      type: 'user',
      details: { before: was, after: is, reason: 'Their niche was wrong' },
      is_now: false,
    },
    {
      action: 'generation.cycle_restored',
      by: support.id,
      type: 'user',
      details: { before: is, after: was, reason: expect.stringMatching(/^Undo of change \d+$/) },
      is_now: true,
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

test('more generations than the plan has now leave none, and ad posts are no generation', async () => {
  const { user, accountId } = await scheduled();
  const { remaining, limit } = await usage(user, accountId);
  const more = (kind: string, count: number) =>
    app.platform.db.execute(sql`
      insert into generation_jobs (user_id, account_id, kind, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at)
      select user_id, account_id, ${kind}, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at
      from generation_jobs, generate_series(1, ${count}::int) where account_id = ${accountId} and kind = 'calendar'`);
  await more('ads', 3);
  expect(await usage(user, accountId)).toMatchObject({ remaining, limit });
  await more('calendar', limit);
  expect(await usage(user, accountId)).toMatchObject({ remaining: 0, limit });
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

test('what was generated for a person comes newest first, a page at a time, with how much of it was written', async () => {
  const { user, accountId } = await scheduled();
  const { db } = app.platform;
  const at = new Date(app.clock.now().getTime() - 3_600_000);
  await db.execute(sql`
    insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at, error)
    values (${user.id}, ${accountId}, 'failed', 'Chess', false, '7 days', '[{}, {}, {}]', '["x"]', 1, 0, ${at}, ${at}, 'Too few')`);
  const page = (before: Date) => listGenerationEvents(db, user.id, { before, atMoment: 'none', limit: 1 });
  const [newest] = await page(app.clock.now());
  const savedAt = newest?.at.toISOString();
  expect(newest).toEqual({
    id: expect.any(String),
    at: newest?.at,
    action: 'generation.completed',
    details: { niche: 'Gaming', written: 1, planned: 1, error: null, savedAt },
  });
  expect(await page(newest?.at ?? at)).toEqual([
    {
      id: expect.any(String),
      at,
      action: 'generation.failed',
      details: { niche: 'Chess', written: 1, planned: 3, error: 'Too few', savedAt: null },
    },
  ]);
  const exported = { id: expect.any(String), texts: ['x'] };
  expect(await exportGenerations(db, user.id)).toEqual([
    { ...exported, niche: 'Gaming', status: 'completed', createdAt: newest?.at.toISOString() },
    { ...exported, niche: 'Chess', status: 'failed', createdAt: at.toISOString() },
  ]);
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
    sql`select action, actor_user_id as by, target_type as type, details - 'undoes' as details from audit_log
        where action like 'generation.count_%' and target_id = ${String(user.id)} order by id`,
  );
  const by = { by: support.id, type: 'user' };
  const [none, both] = [
    { [accountId]: null, [other.id]: first },
    { [accountId]: second, [other.id]: second },
  ];
  expect(rows).toEqual([
    {
      ...by,
      action: 'generation.count_reset',
      details: {
        before: { grants: { [other.id]: null } },
        after: { grants: { [other.id]: first } },
        reason: 'no reason given',
      },
    },
    {
      ...by,
      action: 'generation.count_reset',
      details: {
        before: { grants: none },
        after: { grants: both },
        reason: 'They were asked to try again',
      },
    },
    {
      ...by,
      action: 'generation.count_restored',
      details: {
        before: { grants: both },
        after: { grants: none },
        reason: expect.stringMatching(/^Undo of change \d+$/),
      },
    },
  ]);
});

test('ADM-CUS-12 staff read how many the selected account has used, and reset the first account alone', async () => {
  const { user, accountId } = await scheduled();
  const other = await connectX(app, user);
  const select = (id: number) =>
    call(app, 'PUT', `/api/twitter/accounts/${id}`, { token: user.token, body: { selected: true } });
  const used = async () => (await countGenerations(app.platform, user.id))?.used;
  for (const [id, count] of [
    [other.id, 0],
    [accountId, 1],
  ] as const) {
    expect((await select(id)).status).toBe(200);
    expect(await used()).toBe(count);
  }
  expect((await act(user.id, `reset-post-generation?twitter_account_id=${accountId}`)).status).toBe(200);
  expect(await used()).toBe(0);
  expect((await listGrantedAccounts(app.platform, [user.id])).get(user.id)).toMatchObject([
    { accountId, used: 0, countedFrom: app.clock.now() },
    { accountId: other.id, used: 0, countedFrom: null },
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
  // Of others nothing is told, and without a grant there is none.
  const other = await scheduled();
  expect((await listGrantedAccounts(app.platform, [other.user.id])).get(other.user.id)).toEqual([
    { accountId: other.accountId, used: 1, countedFrom: null, scheduledFrom: null },
  ]);
  // Of several accounts the selected one's are counted, and all are told, oldest first.
  const second = await connectX(app, other.user);
  expect(await countGenerations(app.platform, other.user.id)).toEqual({
    used: 1,
    periodEnd: new Date((await usage(other.user, other.accountId)).periodEnd),
  });
  await act(other.user.id, `reset-post-generation?twitter_account_id=${second.id}`);
  expect((await listGrantedAccounts(app.platform, [other.user.id])).get(other.user.id)).toEqual([
    { accountId: other.accountId, used: 1, countedFrom: null, scheduledFrom: null },
    { accountId: second.id, used: 0, countedFrom: app.clock.now(), scheduledFrom: null },
  ]);
  expect(await countGenerations(app.platform, (await buildUser(app)).id)).toBeNull();
});

test('a customer without an X account is told, and nothing changes', async () => {
  const user = await buildUser(app);
  for (const what of ['grant-generate', 'reset-post-generation'])
    expect(await act(user.id, what)).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED', message: 'This customer has no X account connected.' },
    });
});
