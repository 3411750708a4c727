import type { AuditEntryView } from '@drumbeat/contract/audit/audit.admin.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { systemActor } from '../../platform/actor.ts';
import { recordAudit } from './record-audit.ts';

let app: TestApp;
let admin: BuiltUser;
let ops: BuiltUser;
let person: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-01T12:00:00Z' });
  admin = await buildUser(app, { roles: ['admin'] });
  ops = await buildUser(app, { roles: ['ops'] });
  person = await buildUser(app);
  // Older ones, enough for the longest page.
  await app.platform.db.execute(sql`insert into audit_entries (created_at, action, details)
    select '2026-01-01', 'old.entry', '{}' from generate_series(1, 400)`);
  for (let n = 0; n < 120; n += 1)
    await recordAudit(
      app.platform.db,
      { userId: person.id, origin: { ip: '203.0.113.9' }, requestId: REQUEST },
      {
        at: app.clock.now(),
        action: n % 2 ? 'audit.odd' : 'audit.even',
        target: { type: 'thing', id: n },
        details: { n, note: 'ann@example.com has cus_Nff' },
      },
    );
});
afterAll(() => app.close());

const REQUEST = '0f1e2d3c-0000-4000-8000-000000000001';
type List = { logs: AuditEntryView[]; nextBefore: string | null };
const list = (query = '', who = admin) =>
  call<List>(app, 'GET', `/api/admin/audit${query}`, { token: who.token });
const numbers = async (query: string) => (await list(query)).body.logs.map(({ details }) => details.n);

test('ADM-AUD-02 ADM-AUD-03 ADM-AUD-04 ADM-CON-15 ADM-CON-16 the newest entries come first, 100 by default, and masked', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.logs).toHaveLength(100);
  expect(body.logs[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    created_at: '2026-03-01T12:00:00.000Z',
    actor_user_id: String(person.id),
    action: 'audit.odd',
    target_type: 'thing',
    target_id: '119',
    details: { n: 119, note: 'a***@example.com has cus_********' },
    ip: '203.0.***.***',
    request_id: REQUEST,
  });
  for (const limit of [50, 200, 500]) expect((await list(`?limit=${limit}`)).body.logs).toHaveLength(limit);
  expect(await list('?limit=501')).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test('pages go on below an entry, to the end, without a gap', async () => {
  const all = (await list('?limit=500&action=audit.even')).body;
  expect([all.logs.length, all.nextBefore]).toEqual([60, null]);
  const first = (await list('?limit=50&action=audit.even')).body;
  const rest = (await list(`?limit=50&action=audit.even&before=${first.nextBefore}`)).body;
  expect([...first.logs, ...rest.logs].map(({ id }) => id)).toEqual(all.logs.map(({ id }) => id));
  expect(rest.nextBefore).toBeNull();
});

test('it is narrowed to a request, the beginning of an action, and a person by address', async () => {
  expect(await numbers(`?q=${REQUEST.toUpperCase()}&target=8`)).toEqual([8]);
  expect(await numbers('?q=audit.o&target=8')).toEqual([]);
  expect(await numbers('?q=AUDIT.O&target=9')).toEqual([9]);
  expect(await numbers(`?q=${person.email.toUpperCase()}&target=9`)).toEqual([9]);
  // A thing with the number of a person is not the person.
  await recordAudit(app.platform.db, systemActor('worker'), {
    at: new Date('2026-02-01T12:00:00Z'),
    action: 'audit.decoy',
    target: { type: 'thing', id: ops.id },
  });
  const about = (await list(`?q=${ops.email}`)).body.logs;
  expect(about).toMatchObject([{ action: 'users.role_set', target_id: String(ops.id), actor_user_id: null }]);
});

test('ADM-CON-15 ADM-CON-16 an admin may see what is behind the masks, which is recorded; ops always sees masks', async () => {
  const open = await list('?sensitive=true&limit=1&action=audit.odd');
  expect(open.body.logs).toMatchObject([
    { ip: '203.0.113.9', details: { note: 'ann@example.com has cus_Nff' } },
  ]);
  // It is recorded also where there is nothing to see.
  expect((await list('?sensitive=true&q=nobody@people.example')).body).toEqual({
    logs: [],
    nextBefore: null,
  });
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, details from audit_log where action = 'admin.sensitive_shown' order by id`,
  );
  const shown = { actor_user_id: admin.id, details: { view: 'audit' } };
  expect(rows).toEqual([shown, shown]);
  expect((await list('?limit=1', ops)).body.logs).toMatchObject([{ ip: '127.0.***.***' }]);
  expect(await list('?sensitive=true', ops)).toMatchObject({
    status: 403,
    body: { message: 'Your role cannot view sensitive data.' },
  });
});

test('a period has all its entries, also those whose ids are not in the order of their times', async () => {
  const own = await buildApp({ now: '2026-03-01T12:00:00Z' });
  const { token } = await buildUser(own, { roles: ['admin'] });
  await own.platform.db.execute(sql`
    insert into audit_entries (created_at, action, details)
    select '2026-06-01'::timestamptz + (n + case when n % 7 = 0 then -50 when n % 5 = 0 then 50 else 0 end) * interval '1 minute',
      (array['time.one', 'time.two', 'timer.set', 'tim'])[1 + n % 4], jsonb_build_object('n', n)
    from generate_series(1, 2000) n`);
  const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 0, minutes)).toISOString();
  for (const [from, to] of [
    [-500, -400],
    [700, 745],
    [1990, 4000],
  ] as const)
    for (const start of ['time.', 'tim']) {
      const query = `?q=${start}&from=${at(from)}&to=${at(to)}&limit=500`;
      const { body } = await call<List>(own, 'GET', `/api/admin/audit${query}`, { token });
      const { rows } = await own.platform.db.execute(sql`
        select (details->>'n')::int as n from audit_entries
        where action like ${`${start}%`} and created_at between ${at(from)} and ${at(to)} order by id desc`);
      expect(
        body.logs.map(({ details }) => details.n),
        query,
      ).toEqual(rows.map(({ n }) => n));
    }
});

test('the pages of the list and each of its filters are read from indexes', async () => {
  const { db } = app.platform;
  await db.execute(sql`insert into audit_entries (created_at, actor_user_id, action, target_type, target_id, details)
    select now(), n % 5000, 'made.' || n % 40, 'user', n % 5000, '{}' from generate_series(1, 20000) n`);
  await db.execute(sql`insert into audit_names (entry_id, ip, ip_salt) select id, '192.0.2.1', 'salt' from audit_entries
    on conflict do nothing`);
  await db.execute('analyze audit_entries');
  await db.execute('analyze audit_names');
  for (const where of [
    'true',
    "action = 'made.7'",
    'actor_user_id = 77',
    "target_type = 'user' and target_id = '77'",
    "target_type = 'flag'",
    'id < 2010000',
  ]) {
    const { rows } = await db.execute(
      `explain (format json) select * from audit_log where ${where} order by id desc limit 101`,
    );
    expect(JSON.stringify(rows), where).not.toContain('"Seq Scan"');
  }
});
