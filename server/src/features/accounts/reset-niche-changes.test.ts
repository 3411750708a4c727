import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

const act = (id: number, what: string, body?: object) =>
  call<{ change_id: string | null }>(app, 'POST', `/api/admin/users/${id}/${what}`, {
    token: support.token,
    ...(body ? { body } : {}),
  });
const changeNiche = (user: BuiltUser, niche: string) =>
  call(app, 'PATCH', '/api/user', { token: user.token, body: { niche } });
type View = { nicheUpdateRemaining: number; nicheUpdatePeriodEnd: string | null };
const viewOf = async (user: BuiltUser) =>
  (await call<View>(app, 'GET', '/api/user', { token: user.token })).body;
const left = async (user: BuiltUser) => (await viewOf(user)).nicheUpdateRemaining;

test('ADM-CUS-11 ADM-CON-36 an account gets its niche changes back; a reset is undone while none was used since', async () => {
  const user = await buildUser(app);
  await subscribe(app, user);
  const { id } = await connectX(app, user);
  const { id: other } = await connectX(app, user);
  const all = await left(user);
  await changeNiche(user, 'Travel');
  expect(await left(user)).toBe(all - 1);
  const { nicheUpdatePeriodEnd: periodEnd } = await viewOf(user);
  expect(periodEnd).toMatch(/Z$/);
  const path = `reset-niche-retries?twitter_account_id=${id}`;
  const told: string[] = [];
  onTestFinished(
    app.platform.events.on(
      'person_changed',
      ({ userId, kind }) => void (userId === user.id && told.push(kind)),
    ),
  );
  const reset = await act(user.id, path, { reason: 'A misclick' });
  expect(reset).toMatchObject({ status: 200, body: { message: 'All niche changes are available again.' } });
  await expect.poll(() => told).toContain('accounts_changed');
  expect(await left(user)).toBe(all);
  const none = { message: 'Nothing changed: no niche changes had been used.', change_id: null };
  expect((await act(user.id, path)).body).toEqual(none);
  expect((await viewOf(user)).nicheUpdatePeriodEnd).toBeNull();
  expect(await act(user.id, 'undo', reset.body)).toMatchObject({ status: 200 });
  expect(await viewOf(user)).toMatchObject({
    nicheUpdateRemaining: all - 1,
    nicheUpdatePeriodEnd: periodEnd,
  });
  const { rows } = await app.platform.db.execute(sql`
    select action, actor_user_id as by, details -> 'before' ->> 'count' as was, details -> 'after' ->> 'count' as "is"
    from audit_log where action like 'accounts.niche_changes_%' and target_id = ${String(user.id)} order by id`);
  const by = support.id;
  expect(rows).toEqual([
    { action: 'accounts.niche_changes_reset', by, was: '1', is: '0' },
    { action: 'accounts.niche_changes_restored', by, was: '0', is: '1' },
  ]);

  const second = await act(user.id, path);
  await act(user.id, `reset-niche-retries?twitter_account_id=${other}`);
  await changeNiche(user, 'Coffee');
  expect(await act(user.id, 'undo', second.body)).toMatchObject({
    status: 409,
    body: { code: 'STALE_VERSION', message: 'The niche has changed since, so nothing was undone.' },
  });
  expect(await left(user)).toBe(all - 1);
});
