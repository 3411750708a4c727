import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { systemActor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { queues } from '../../platform/queues.ts';
import { eraseNames, exportActivity } from './audit.queries.ts';
import { recordAudit, recordChange } from './record-audit.ts';
import { sealAudit, startSealer } from './seal-audit.ts';

const worker = systemActor('worker');
async function write(app: TestApp, count = 1, db: Db = app.platform.db, at = app.clock.now()): Promise<void> {
  for (let n = 0; n < count; n += 1) await recordAudit(db, worker, { at, action: 'audit.tested' });
}
const idsOf = async (app: TestApp): Promise<number[]> =>
  (await app.platform.db.execute(sql`select id from audit_entries order by id`)).rows.map(({ id }) =>
    Number(id),
  );
/** What somebody does who owns the database, past every trigger. */
const tamper = (app: TestApp, statement: string) =>
  inTransaction(app.platform.db, async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute(statement);
  });

test('ADM-AUD-07 nobody changes, deletes or empties the log or its seals, not even the owner', async () => {
  const app = await buildApp();
  expect(await app.verifyAudit()).toEqual({
    isWhole: true,
    sentence: '0 entries verified; 0 not sealed yet. No seals yet.',
  });
  await write(app);
  await sealAudit(app.platform);
  const refused = { cause: { message: 'The audit log is append-only' } };
  for (const table of ['audit_entries', 'audit_seals'])
    for (const statement of [
      table === 'audit_entries' ? `update ${table} set action = 'x.y'` : `update ${table} set previous = ''`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(app.platform.db.execute(statement), statement).rejects.toMatchObject(refused);
  expect(await app.verifyAudit()).toMatchObject({ isWhole: true });
});

test('ADM-AUD-07 committed entries are sealed once each, in chained stretches, in any order of their commits', async () => {
  const app = await buildApp();
  const { db } = app.platform;
  await write(app, 1_001);
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = inTransaction(db, async (tx) => {
    await write(app, 1, tx);
    begun.resolve();
    await gate.promise;
  });
  await begun.promise;
  await write(app, 1);
  const [first, second] = await Promise.all([sealAudit(app.platform), sealAudit(app.platform)]);
  expect(first + second).toBe(1_002);
  expect(await app.verifyAudit()).toMatchObject({ isWhole: true });
  gate.resolve();
  await late;
  expect((await app.verifyAudit()).sentence).toMatch(/^1002 entries verified; 1 not sealed yet/);
  expect(await sealAudit(app.platform)).toBe(1);
  expect(await sealAudit(app.platform)).toBe(0);
  const { rows } = await db.execute(
    sql`select number, cardinality(entry_ids) as entries, entry_ids[1] as first from audit_seals order by number`,
  );
  // The oldest first.
  const ids = await idsOf(app);
  expect(rows).toEqual([
    { number: 1, entries: 1_000, first: ids[0] },
    { number: 2, entries: 2, first: ids[1_000] },
    { number: 3, entries: 1, first: ids[1_001] },
  ]);
  const verdict = await app.verifyAudit();
  expect(verdict.isWhole).toBe(true);
  expect(verdict.sentence).toMatch(
    /^1003 entries .*; 0 not sealed yet. The last seal, 3, has the hash [\da-f]{64}\.$/,
  );
});

test('ADM-AUD-07 verifying names the first entry that was changed, taken away or given other names', async () => {
  const app = await buildApp();
  await write(app, 4);
  await sealAudit(app.platform);
  const [first, second, third, fourth] = await idsOf(app);
  const other = 'has different personal data than when it was sealed.';
  for (const [id, words, statement] of [
    [fourth, other, `insert into audit_names values (${fourth}, null, null, '{"name": "Ann"}', 'salt')`],
    [third, other, `insert into audit_names values (${third}, '192.0.2.9', 'salt', null, null)`],
    [second, 'is missing.', `delete from audit_entries where id = ${second}`],
    [first, 'was changed.', `update audit_entries set actor_user_id = 7 where id = ${first}`],
  ] as const) {
    await tamper(app, statement);
    const sentence = `Entry ${id} of seal 1 ${words}`;
    expect(await app.verifyAudit()).toEqual({ isWhole: false, sentence });
  }
});

test('ADM-AUD-07 verifying finds a seal that is missing or changed, and an entry that was slipped in', async () => {
  const app = await buildApp();
  for (let n = 0; n < 3; n += 1) {
    await write(app);
    await sealAudit(app.platform);
  }
  const { rows } = await app.platform.db.execute(sql`select max(id) + 1 as id from audit_entries`);
  await tamper(
    app,
    `insert into audit_entries (id, created_at, action, details) overriding system value values (${rows[0]?.id}, now(), 'x.y', '{}')`,
  );
  expect(await app.verifyAudit()).toEqual({
    isWhole: false,
    sentence: `Entry ${rows[0]?.id} is neither sealed nor waiting to be sealed.`,
  });
  await tamper(app, `update audit_seals set previous = 'x' where number = 3`);
  expect((await app.verifyAudit()).sentence).toBe('Seal 3 was changed.');
  // Whoever writes a whole seal anew breaks the chain to the next.
  const hash = `audit_seal_hash(number, entry_ids, entry_hashes, 'forged')`;
  await tamper(app, `update audit_seals set previous = 'forged', hash = ${hash} where number = 1`);
  expect((await app.verifyAudit()).sentence).toBe('Seal 2 was changed.');
  await tamper(app, 'delete from audit_seals where number = 2');
  expect((await app.verifyAudit()).sentence).toBe('Seal 2 is missing.');
});

test('ADM-AUD-07 erasing a person leaves no name in the log and breaks no seal', async () => {
  const app = await buildApp();
  const { db } = app.platform;
  const person = await buildUser(app);
  const staff = await buildUser(app, { roles: ['support'] });
  const from = (ip: string, userId: number) => ({ userId, origin: { ip }, requestId: 'request-1' });
  const at = app.clock.now();
  await recordAudit(db, from('203.0.113.9', person.id), { at, action: 'audit.tested' });
  await recordChange(db, from('198.51.100.7', staff.id) as never, {
    at,
    action: 'audit.tested',
    target: { type: 'user', id: person.id },
    details: { count: 3 },
    before: { email: person.email },
    after: null,
    reason: `Ann <${person.email}> called`,
  });
  await recordAudit(db, from('198.51.100.7', staff.id), { at, action: 'audit.other' });
  // What was done to a thing with their number keeps its name.
  const details = { name: 'Dog' };
  const target = { type: 'thing', id: person.id };
  await recordAudit(db, from('198.51.100.7', staff.id), { at, action: 'audit.thing', target, details });
  await sealAudit(app.platform);
  const ip = '203.0.113.9';
  expect(await exportActivity(db, person.id)).toEqual([{ at: at.toISOString(), action: 'audit.tested', ip }]);
  await inTransaction(db, (tx) => eraseNames(tx, person.id));
  const { rows } = await db.execute(sql`
    select e.*, n.ip, n.details as named from audit_entries e left join audit_names n on n.entry_id = e.id`);
  const text = JSON.stringify(rows);
  for (const name of [person.email, 'Ann', ip]) expect(text).not.toContain(name);
  const log = await db.execute(
    sql`select action, details, ip from audit_log where action like 'audit.%' order by id`,
  );
  expect(log.rows).toEqual([
    { action: 'audit.tested', details: {}, ip: null },
    { action: 'audit.tested', details: { count: 3, after: null }, ip: null },
    { action: 'audit.other', details: {}, ip: '198.51.100.7' },
    { action: 'audit.thing', details, ip: '198.51.100.7' },
  ]);
  expect(await app.verifyAudit()).toMatchObject({ isWhole: true });
});

test('a failed sign-in keeps no email, and its address ends after 30 days without breaking a seal', async () => {
  const app = await buildApp();
  const { db, jobs } = app.platform;
  const person = await buildUser(app);
  const fail = (email: string) =>
    call(app, 'POST', '/api/auth/signin', { body: { email, password: 'Wrong-horse-9' } });
  for (const email of ['gone@people.example', 'gone@people.example', person.email])
    expect((await fail(email)).status).toBe(401);
  await sealAudit(app.platform);
  const named = async () =>
    (
      await db.execute(sql`select target_id, ip, details ->> 'mark' as mark from audit_log
        where action = 'auth.sign_in_failed' order by id`)
    ).rows;
  const kept = await db.execute(sql`select row(e, n)::text as text from audit_entries e
    left join audit_names n on n.entry_id = e.id where action = 'auth.sign_in_failed'`);
  for (const email of ['gone@people.example', person.email])
    expect(JSON.stringify(kept.rows)).not.toContain(email);
  const mark = expect.stringMatching(/^[\w-]{43}$/);
  const stranger = { target_id: 'unknown', ip: '127.0.0.1', mark };
  const known = { target_id: String(person.id), ip: '127.0.0.1', mark: null };
  expect(await named()).toEqual([stranger, stranger, known]);
  expect(new Set((await named()).map((row) => row.mark)).size).toBe(2);

  const end = async () => {
    await jobs.enqueue(db, queues.endOldAudit, {});
    await jobs.drain();
    return named();
  };
  app.clock.advance(30 * 86_400_000 - 1_000);
  expect(await end()).toEqual([stranger, stranger, known]);
  app.clock.advance(1_000);
  const nobody = { target_id: 'unknown', ip: null, mark: null };
  expect(await end()).toEqual([nobody, nobody, known]);
  expect(await app.verifyAudit()).toMatchObject({ isWhole: true });
});

test('ADM-AUD-07 whole sealed stretches are deleted after three years, and the chain still verifies', async () => {
  const app = await buildApp();
  const { db, jobs } = app.platform;
  const old = new Date('2019-01-01T00:00:00Z');
  await db.execute(sql`insert into audit_seals (number, entry_ids, entry_hashes, previous, hash, sealed_at)
    select n, '{}', '{}', '', '', ${old} from generate_series(1, 120) n`);
  await write(app, 2, db, old);
  await sealAudit(app.platform);
  await write(app, 1, db, old);
  await write(app, 1);
  await sealAudit(app.platform);
  await write(app, 1, db, old);
  await sealAudit(app.platform);
  await jobs.enqueue(db, queues.endOldAudit, {});
  await jobs.drain();
  expect(await idsOf(app)).toHaveLength(3);
  const { rows } = await db.execute(sql`select number from audit_seals order by number`);
  expect(rows).toEqual([{ number: 122 }, { number: 123 }]);
  expect(await app.verifyAudit()).toMatchObject({ isWhole: true });
  await db.execute(sql`select end_audit_stretches(now() + interval '9 years', 100)`);
  expect(await idsOf(app)).toHaveLength(3);
});

test('ADM-AUD-07 the log is sealed every five seconds, also after a round that failed', async () => {
  const app = await buildApp();
  const { db, clock } = app.platform;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.fn();
  let isBroken = true;
  const sealer = startSealer({
    get db() {
      if (isBroken) throw new Error('no database');
      return db;
    },
    clock,
    log: { ...app.platform.log, warn } as unknown as Logger,
  });
  await write(app);
  vi.advanceTimersByTime(4_999);
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await expect.poll(() => warn).toHaveBeenCalledOnce();
  isBroken = false;
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(5_000);
  await sealer.stop();
  expect((await app.verifyAudit()).sentence).toMatch(/^1 entries verified; 0 not sealed yet/);
});
