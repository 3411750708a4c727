import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
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
const left = async (user: BuiltUser) =>
  (await call<{ nicheUpdateRemaining: number }>(app, 'GET', '/api/user', { token: user.token })).body
    .nicheUpdateRemaining;

test('ADM-CUS-11 ADM-CON-36 an account gets its niche changes back; a reset is undone while none was used since', async () => {
  const user = await buildUser(app);
  await subscribe(app, user);
  const { id } = await connectX(app, user);
  const all = await left(user);
  await changeNiche(user, 'Travel');
  expect(await left(user)).toBe(all - 1);
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
  const { rows } = await app.platform.db.execute(
    sql`select details from audit_log where action = 'accounts.niche_changes_reset' and target_id = ${String(user.id)}`,
  );
  expect(rows).toMatchObject([
    {
      details: {
        accountId: id,
        before: { count: 1 },
        after: { count: 0, periodEnd: null },
        reason: 'A misclick',
      },
    },
  ]);
  expect((await act(user.id, 'undo', reset.body)).status).toBe(200);
  expect(await left(user)).toBe(all - 1);

  const second = await act(user.id, path);
  await changeNiche(user, 'Coffee');
  await changeNiche(user, 'Gaming');
  expect((await act(user.id, 'undo', second.body)).status).toBe(409);
  expect(await left(user)).toBe(all - 2);
});

test('an account that is not this customer’s is not found', async () => {
  const [user, other] = [await buildUser(app), await buildUser(app)];
  const { id } = await connectX(app, other);
  expect((await act(user.id, `reset-niche-retries?twitter_account_id=${id}`)).status).toBe(404);
  expect((await act(user.id, 'reset-niche-retries')).status).toBe(400);
  await call(app, 'POST', '/api/oauth/x/disconnect', { token: other.token });
  expect((await act(other.id, `reset-niche-retries?twitter_account_id=${id}`)).status).toBe(404);
});
