import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { windowFault } from './maintenance.rules.ts';

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

test('MNT-18 MNT-19 MNT-20 MNT-21 MNT-26 a window is planned, told, and cancelled once; both are on record', async () => {
  const [startsAt, endsAt] = [inHours(1), inHours(2)];
  // Not announced yet.
  const later = (await schedule({ startsAt: inHours(24 * 8), message: 'Later' })).body.window;
  const planned = await schedule({
    startsAt,
    endsAt,
    message: '  New disks  ',
    reason: ' The disks are old. ',
  });
  expect(planned).toMatchObject({
    status: 200,
    body: { window: { starts_at: startsAt, ends_at: endsAt, message: 'New disks', canceled_at: null } },
  });
  const { window } = planned.body;
  expect(window).toEqual({
    id: expect.stringMatching(/^\d+$/),
    starts_at: startsAt,
    ends_at: endsAt,
    message: 'New disks',
    holds_publishing: false,
    canceled_at: null,
  });
  const { id } = window;
  const status = await call(app, 'GET', '/api/maintenance/status');
  expect(status.body).toEqual({ active: false, isAdmin: false, window });
  expect((await list()).body.windows).toEqual([later, window]);

  const first = await cancel(id);
  const canceled = { ...window, canceled_at: app.clock.now().toISOString() };
  expect(first.body.window).toEqual(canceled);
  expect((await list()).body.windows).toEqual([later, canceled]);
  app.clock.advance(60_000);
  expect((await cancel(id)).body).toEqual(first.body);
  expect((await call(app, 'GET', '/api/maintenance/status')).body).toMatchObject({ window: null });
  const { rows } = await app.platform.db.execute(
    sql`select action, actor_user_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, details->'before' as before, details->'after' as after, details->>'reason' as reason from audit_log where target_type = 'maintenance_window' and target_id = ${id} order by id`,
  );
  expect(rows).toEqual([
    {
      action: 'maintenance.scheduled',
      actor_user_id: staffId,
      at: '2027-01-01 12:00',
      before: null,
      after: { startsAt, endsAt, message: 'New disks', holdsPublishing: false },
      reason: 'The disks are old.',
    },
    {
      action: 'maintenance.canceled',
      actor_user_id: staffId,
      at: '2027-01-01 12:00',
      before: { canceledAt: null },
      after: { canceledAt: first.body.window.canceled_at },
      reason: 'no reason given',
    },
  ]);
  await cancel(later.id);
  for (const message of [null, undefined, '', '   ']) {
    const quiet = await schedule({ startsAt: inHours(1), endsAt: inHours(2), message });
    expect(quiet.body.window.message).toBeNull();
    await cancel(quiet.body.window.id, 'Too early.');
    const { rows: reasons } = await app.platform.db.execute(
      sql`select details->>'reason' as reason from audit_log where action = 'maintenance.canceled' and target_id = ${quiet.body.window.id}`,
    );
    expect(reasons).toEqual([{ reason: 'Too early.' }]);
  }
});

test('MNT-30 the end is optional, after the start, and not past; windows may overlap', async () => {
  const refused = { status: 400, body: { code: 'VALIDATION_FAILED' } };
  expect(await schedule({ startsAt: inHours(2), endsAt: inHours(2) })).toMatchObject({
    ...refused,
    body: { message: 'The end must be after the start.' },
  });
  expect(await schedule({ startsAt: inHours(-3), endsAt: inHours(-2) })).toMatchObject({
    ...refused,
    body: { message: 'The end must be in the future.' },
  });
  for (const body of [
    {},
    { startsAt: 'tomorrow' },
    { startsAt: 5 },
    { startsAt: inHours(1), message: 'x'.repeat(501) },
  ])
    expect(await schedule(body)).toMatchObject(refused);
  const open = await schedule({ startsAt: inHours(30) });
  const other = await schedule({ startsAt: inHours(29), endsAt: inHours(31) });
  expect([open.status, other.status]).toEqual([200, 200]);
  expect(open.body.window.ends_at).toBeNull();
  const holding = await schedule({ startsAt: inHours(30), endsAt: inHours(31), holdsPublishing: true });
  expect(holding.body.window).toEqual({
    id: expect.stringMatching(/^\d+$/),
    starts_at: inHours(30),
    ends_at: inHours(31),
    message: null,
    holds_publishing: true,
    canceled_at: null,
  });
  await cancel(holding.body.window.id);
  for (const { body } of [open, other]) await cancel(body.window.id);
});

test('whatever the times, a window that is accepted ends after it starts and is not over', () => {
  const now = new Date(Date.UTC(2027, 0, 1));
  const instants = fc.date({ noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.option(instants), (startsAt, endsAt) => {
      const accepted = windowFault({ startsAt, endsAt }, now) === undefined;
      expect(accepted).toBe(endsAt === null || (endsAt > startsAt && endsAt > now));
    }),
  );
});

test('a window that there is not cannot be cancelled', async () => {
  expect(await cancel('999999')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'There is no such maintenance window.' },
  });
});

test('MNT-18 MNT-27 pages have 10, 25, 50 or 100 windows, and tell the next one', async () => {
  const { windows: former } = (await list('?limit=100')).body;
  for (let hour = 100; hour < 150 - former.length; hour += 1) {
    const { body } = await schedule({ startsAt: inHours(hour), endsAt: inHours(hour + 1) });
    await cancel(body.window.id);
  }
  const all = await list('?limit=100');
  expect(all.body.nextPage).toBeNull();
  const first = await list();
  expect(first.body.windows).toHaveLength(25);
  expect(first.body.nextPage).toBe(2);
  const small = await list('?page=2&limit=10');
  expect(small.body.windows).toEqual(all.body.windows.slice(10, 20));
  const last = await list('?page=2');
  expect([last.body.windows.length, last.body.nextPage]).toEqual([25, null]);
  // Of those that start together the one planned last is first.
  const order = all.body.windows.map(({ starts_at, id }) => `${starts_at} ${id.padStart(12, '0')}`);
  expect(order).toEqual(order.toSorted().reverse());
  const { rows: planners } = await app.platform.db.execute(
    sql`select distinct created_by from maintenance_windows`,
  );
  expect(planners).toEqual([{ created_by: staffId }]);
  for (const query of ['?limit=11', '?limit=0', '?page=0', '?page=x', '?page=1.5'])
    expect((await list(query)).status, query).toBe(400);
});
