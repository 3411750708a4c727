import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildMaintenanceWindow, buildUser, call } from '../../../test/factories.ts';
import type { Db } from '../../platform/database/database.ts';
import { createMaintenanceGuard } from './refuse-during-maintenance.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

// Each test has its own month, so that windows of different tests do not overlap.
let month = 0;
beforeEach(() => {
  month += 1;
  app.clock.set(new Date(Date.UTC(2027, month, 1, 12)));
});

function at(hours: number): Date {
  return new Date(Date.UTC(2027, month, 1, 12 + hours));
}

type Status = { active: boolean; isAdmin: boolean; window: Record<string, unknown> | null };

async function status(token?: string): Promise<Status> {
  const answer = await call<Status>(app, 'GET', '/api/maintenance/status', token ? { token } : {});
  expect(answer.status).toBe(200);
  return answer.body;
}

const refusal = {
  status: 503,
  body: { code: 'MAINTENANCE', message: 'Service is under maintenance. Please check back soon.' },
};

test('MNT-14 MNT-15 MNT-16 MNT-22 a window is active from its start until its end', async () => {
  expect(await status()).toEqual({ active: false, isAdmin: false, window: null });
  const id = await buildMaintenanceWindow(app, { startsAt: at(1), endsAt: at(2), message: 'New disks' });
  const window = {
    id: String(id),
    starts_at: at(1).toISOString(),
    ends_at: at(2).toISOString(),
    message: 'New disks',
    holds_publishing: false,
    canceled_at: null,
  };
  expect(await status()).toEqual({ active: false, isAdmin: false, window });
  app.clock.set(at(1));
  expect(await status()).toEqual({ active: true, isAdmin: false, window });
  app.clock.set(at(2));
  expect(await status()).toEqual({ active: false, isAdmin: false, window: null });
});

test('MNT-24 the next window is announced a week ahead, but an active one comes first', async () => {
  await buildMaintenanceWindow(app, { startsAt: at(7 * 24), endsAt: at(7 * 24 + 1) });
  app.clock.set(at(-0.01));
  expect((await status()).window).toBeNull();
  app.clock.set(at(0));
  expect((await status()).window).toMatchObject({ starts_at: at(7 * 24).toISOString() });
  await buildMaintenanceWindow(app, { startsAt: at(-1), endsAt: at(1) });
  expect(await status()).toMatchObject({ active: true, window: { starts_at: at(-1).toISOString() } });
});

test('MNT-21 MNT-30 a window without an end lasts until it is cancelled', async () => {
  await buildMaintenanceWindow(app, { startsAt: at(0), endsAt: at(1), canceledAt: at(-1) });
  expect((await status()).active).toBe(false);
  const open = await buildMaintenanceWindow(app, { startsAt: at(0), endsAt: null });
  app.clock.set(at(10));
  expect(await status()).toMatchObject({ active: true, window: { ends_at: null, message: null } });
  await app.platform.db.execute(
    sql`update maintenance_windows set canceled_at = ${at(10)} where id = ${open}`,
  );
  expect((await status()).active).toBe(false);
});

test('MNT-10 MNT-11 while a window is active, admins and testers pass and others get 503', async () => {
  const [person, support] = [await buildUser(app), await buildUser(app, { roles: ['support', 'ops'] })];
  const [admin, tester] = [
    await buildUser(app, { roles: ['admin'] }),
    await buildUser(app, { roles: ['tester'] }),
  ];
  await buildMaintenanceWindow(app, { startsAt: at(0), endsAt: at(1) });
  for (const token of [person.token, support.token]) {
    expect(await call(app, 'GET', '/api/user', { token })).toMatchObject(refusal);
    expect((await status(token)).isAdmin).toBe(false);
  }
  for (const token of [admin.token, tester.token]) {
    expect((await call(app, 'GET', '/api/user', { token })).status).toBe(200);
    expect((await status(token)).isAdmin).toBe(true);
  }
  expect(await call(app, 'GET', '/api/niches/popular')).toMatchObject(refusal);
});

test('MNT-17 MNT-31 auth, health, flags and the status itself stay open', async () => {
  await buildMaintenanceWindow(app, { startsAt: at(0), endsAt: at(1) });
  const { token } = await buildUser(app);
  expect((await status()).active).toBe(true);
  expect((await call(app, 'GET', '/api/public/flags')).status).toBe(200);
  expect((await call(app, 'GET', '/api/health')).status).toBe(200);
  const signIn = await call(app, 'POST', '/api/auth/signin', {
    body: { email: 'a@b.example', password: 'x' },
  });
  expect(signIn.status).toBe(401);
  expect((await call(app, 'POST', '/api/auth/signout', { token })).status).toBe(200);
});

test('an unknown call stays a 404, and oddly written paths open nothing', async () => {
  await buildMaintenanceWindow(app, { startsAt: at(0), endsAt: at(1) });
  expect((await call(app, 'GET', '/api/no-such-call')).status).toBe(404);
  const { token } = await buildUser(app);
  for (const path of ['/api/%75ser', '/api/user?x=/api/auth/', '/api/auth/../user']) {
    expect((await call(app, 'GET', path, { token })).status, path).not.toBe(200);
  }
});

test('calls are answered within three seconds of the end, and a failed look is not kept', async () => {
  const { token } = await buildUser(app);
  const window = await buildMaintenanceWindow(app, { startsAt: at(0), endsAt: at(1) });
  expect((await call(app, 'GET', '/api/user', { token })).status).toBe(503);
  app.clock.set(at(1));
  expect((await call(app, 'GET', '/api/user', { token })).status).toBe(200);

  app.clock.set(at(0));
  const { db, clock } = app.platform;
  const deps = { db: {} as Db, clock };
  const refuse = createMaintenanceGuard(deps);
  const findActor = vi.fn(async () => undefined);
  await expect(refuse(findActor)).rejects.toThrow(TypeError);
  deps.db = db;
  await expect(refuse(findActor)).rejects.toMatchObject({ code: 'MAINTENANCE' });
  await db.execute(sql`update maintenance_windows set canceled_at = ${at(0)} where id = ${window}`);
  app.clock.advance(2_999);
  await expect(refuse(findActor)).rejects.toMatchObject({ code: 'MAINTENANCE' });
  app.clock.advance(1);
  await refuse(findActor);
  expect(findActor).toHaveBeenCalledTimes(2);
});
