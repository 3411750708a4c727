import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../../test/factories.ts';
import { selectTold } from '../../../platform/person-changes.ts';

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
