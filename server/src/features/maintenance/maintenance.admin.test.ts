import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildMaintenanceWindow, buildUser, call } from '../../../test/factories.ts';
import { staysOpen } from './maintenance.rules.ts';

let app: TestApp;

let token: string;

let staffId: number;

beforeAll(async () => {
  app = await buildApp({ shared: true });
  app.clock.set(new Date('2027-01-01T12:00:00.000Z'));
  const staff = await buildUser(app, { roles: ['ops'] });
  token = staff.token;
  staffId = staff.id;
});

afterAll(() => app.close());

type Window = { id: string; starts_at: string; ends_at: string | null; message: string | null };

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();

async function schedule(body: object) {
  return call<{ window: Window & { canceled_at: string | null } }>(app, 'POST', '/api/maintenance/schedule', {
    token,
    body,
  });
}

const cancel = (id: string, reason?: string) =>
  call<{ window: { canceled_at: string | null } }>(app, 'POST', '/api/maintenance/cancel', {
    token,
    body: { id, reason },
  });

const list = (query = '') =>
  call<{ windows: Window[]; nextPage: number | null }>(app, 'GET', `/api/maintenance/list${query}`, {
    token,
  });

test('MNT-18 MNT-19 MNT-20 MNT-21 MNT-26 a window is planned, announced and cancelled once; both are recorded', async () => {
  const [startsAt, endsAt] = [inHours(1), inHours(2)];
  const given = { startsAt, endsAt, message: '  New disks  ', reason: ' The disks are old. ' };
  const { status, body } = await schedule(given);
  const { window } = body;
  expect([status, window]).toEqual([
    200,
    {
      id: expect.stringMatching(/^\d+$/),
      starts_at: startsAt,
      ends_at: endsAt,
      message: 'New disks',
      holds_publishing: false,
      canceled_at: null,
    },
  ]);
  const { id } = window;
  const announced = async () => (await call(app, 'GET', '/api/maintenance/status')).body;
  expect(await announced()).toEqual({ active: false, isAdmin: false, window });
  expect((await list()).body.windows).toEqual([window]);

  const first = await cancel(id);
  const canceled_at = app.clock.now().toISOString();
  expect(first.body.window).toEqual({ ...window, canceled_at });
  app.clock.advance(60_000);
  expect((await cancel(id)).body).toEqual(first.body);
  expect(await announced()).toMatchObject({ window: null });
  const { rows } = await app.platform.db.execute(
    sql`select action, actor_user_id, details from audit_log where target_type = 'maintenance_window' and target_id = ${id} order by id`,
  );
  const after = { startsAt, endsAt, message: 'New disks', holdsPublishing: false };
  const by = { actor_user_id: staffId };
  const canceled = { before: { canceledAt: null }, after: { canceledAt: canceled_at } };
  expect(rows).toMatchObject([
    {
      ...by,
      action: 'maintenance.scheduled',
      details: { before: null, after, reason: 'The disks are old.' },
    },
    { ...by, action: 'maintenance.canceled', details: canceled },
  ]);
});

test('MNT-30 the end is optional, after the start, and not past; windows may overlap', async () => {
  for (const [body, message] of [
    [{ startsAt: inHours(2), endsAt: inHours(2) }, 'The end must be after the start.'],
    [{ startsAt: inHours(-3), endsAt: inHours(-2) }, 'The end must be in the future.'],
  ] as const)
    expect(await schedule(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
  const open = await schedule({ startsAt: inHours(30) });
  const other = await schedule({ startsAt: inHours(29), endsAt: inHours(31), holdsPublishing: true });
  expect(open.body.window).toMatchObject({ ends_at: null, message: null, holds_publishing: false });
  expect(other.body.window).toMatchObject({ ends_at: inHours(31), holds_publishing: true });
  for (const { body } of [open, other]) await cancel(body.window.id);
});

test('an unknown window cannot be cancelled', async () => {
  expect(await cancel('999999')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'There is no such maintenance window.' },
  });
});

test('MNT-18 MNT-27 pages have 10, 25, 50 or 100 windows, and name the next one', async () => {
  await app.platform.db.execute(sql`delete from maintenance_windows`);
  for (let hour = 0; hour < 30; hour += 1)
    await buildMaintenanceWindow(app, {
      startsAt: new Date(inHours(100 + (hour >> 1))),
      canceledAt: app.clock.now(),
    });
  const all = (await list('?limit=100')).body;
  expect([all.windows.length, all.nextPage]).toEqual([30, null]);
  const first = (await list()).body;
  expect([first.windows, first.nextPage]).toEqual([all.windows.slice(0, 25), 2]);
  const small = (await list('?page=2&limit=10')).body;
  expect([small.windows, small.nextPage]).toEqual([all.windows.slice(10, 20), 3]);
  // Of those that start together the one planned last is first.
  const order = all.windows.map(({ starts_at, id }) => `${starts_at} ${id.padStart(12, '0')}`);
  expect(order).toEqual(order.toSorted().reverse());
  for (const query of ['?limit=11', '?page=0']) expect((await list(query)).status, query).toBe(400);
});

test('MNT-31 during maintenance pages, signing in, health, flags and webhooks stay open, and nothing else', () => {
  const open = ['/', '/dashboard', '/api/auth/signin', '/api/health', '/api/health/ready'];
  open.push('/api/maintenance/status', '/api/public/flags', '/api/webhooks/stripe');
  const closed = ['/api/posts', '/api/user', '/api/maintenance/list', '/api/authors', '/api/public/other'];
  expect([...open, ...closed].filter(staysOpen)).toEqual(open);
});
