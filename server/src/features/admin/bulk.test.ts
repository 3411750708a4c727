import { type BulkAction, bulkActions, singleCallOf } from '@drumbeat/contract/admin/bulk.rules.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { digestOfTables } from '../../../test/digest-of-tables.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { recordChange } from '../audit/record-audit.ts';
import { actorOf } from '../billing/billing.fixture.ts';
import { runEngine } from '../publishing/publishing.fixture.ts';
import type { BulkDeps } from './admin.deps.ts';
import { bulk, entriesOf, planOf, situations } from './bulk.fixture.ts';
import { changeInBulk } from './change-in-bulk.ts';
import { checkBulk } from './check-bulk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const staff = () => buildUser(app, { roles: ['support'] });
const several = (count: number, verified = true) =>
  Promise.all(Array.from({ length: count }, () => buildUser(app, { verified })));
const idsOf = (people: readonly BuiltUser[]) => people.map(({ id }) => id);
const isPaused = async (id: number) =>
  (await app.platform.db.execute(sql`select posts_paused as paused from users where id = ${id}`)).rows[0]
    ?.paused;

/** A retry answers once a worker has published the post. */
async function publishUntil(answer: Promise<unknown>): Promise<void> {
  let answered = false;
  void answer.finally(() => {
    answered = true;
  });
  while (!answered) await runEngine(app);
}

/** The single action on a person, once for each of their failed posts where it takes a post. Gives back whether it was refused. */
async function actSingly(action: BulkAction, by: BuiltUser, user: BuiltUser): Promise<boolean> {
  const [method, path] = singleCallOf[action].split(' ') as ['POST' | 'DELETE', string];
  const failed = sql`select id from posts where user_id = ${user.id} and status = 'failed' order by id`;
  const postIds = path.includes(':postId') ? (await app.platform.db.execute(failed)).rows : [{ id: 0 }];
  let isRefused = false;
  for (const { id } of postIds) {
    const url = path.replace(':id', String(user.id)).replace(':postId', String(id));
    const answer = call(app, method, url, { token: by.token, body: { reason: 'As one' } });
    if (path.includes(':postId')) await publishUntil(answer);
    isRefused ||= (await answer).status >= 400;
  }
  return isRefused;
}

describe.each(bulkActions)('ADM-CON-33 %s in bulk', (action) => {
  test.each(situations[action])(
    '$name: the dry run, the run and the single call agree',
    async (situation) => {
      const [person, twin, by] = [await situation.build(app), await situation.build(app), await staff()];
      const tables = situation.would === 'change' && (await digestOfTables(app));
      const looked = await bulk(app, by, { action, ids: [person.id, twin.id] });
      expect(looked.status).toBe(200);
      if (tables) expect(await digestOfTables(app)).toEqual(tables);
      for (const seen of looked.body.people) {
        expect(seen).toMatchObject({ would: situation.would, outcome: null, change_id: null });
        expect(seen.before === null).toBe(situation.would !== 'change');
        expect(seen.after === null).toBe(situation.would !== 'change');
        expect(seen.why === null).toBe(situation.would === 'change');
      }

      expect(await actSingly(action, by, twin)).toBe(situation.would === 'refused');
      const single = await entriesOf(app, twin.id);
      expect(single.length > 0).toBe(situation.would === 'change');

      const plan = await planOf(app, by, action, [person.id]);
      const { body } = await bulk(app, by, { action, ids: [person.id], plan, reason: 'As one' });
      const outcome = situation.would === 'change' ? 'done' : 'left';
      expect(body).toMatchObject({ plan: null, people: [{ id: String(person.id), outcome }] });
      const entries = await entriesOf(app, person.id);
      expect(entries.map(({ bulkId: _, ...rest }) => ({ ...rest, bulkId: null }))).toEqual(single);
      for (const entry of entries) expect(entry.bulkId).toMatch(/^[\da-f-]{36}$/);

      const again = await bulk(app, by, { action, ids: [person.id] });
      if (['pause_posts', 'resume_posts', 'end_sessions', 'retry_failed'].includes(action))
        expect(again.body.people[0]?.would).not.toBe('change');
    },
  );
});

test('a dry run says what is and what would be, with the email masked', async () => {
  const by = await staff();
  const user = await buildUser(app, { email: 'mira@people.example' });
  const { id: accountId } = await connectX(app, user);
  await buildPost(app, { user, accountId, status: 'failed' });
  // Somebody else's are not counted.
  await buildPost(app, { status: 'failed' });
  const { body } = await bulk(app, by, { action: 'retry_failed', ids: [user.id] });
  expect(body.people).toEqual([
    {
      id: String(user.id),
      email: 'm***@people.example',
      would: 'change',
      before: '1 failed',
      after: '1 queued again',
      why: null,
      outcome: null,
      change_id: null,
    },
  ]);
});

test('people who changed since the dry run are left alone, and the others are done', async () => {
  const by = await staff();
  const people = await several(3);
  const ids = [...idsOf(people), 999_999_999];
  const plan = await planOf(app, by, 'pause_posts', ids);
  await actSingly('pause_posts', by, people[1] as BuiltUser);
  const { body } = await bulk(app, by, { action: 'pause_posts', ids, plan, reason: 'Outage' });
  expect(body.people.map(({ outcome, why }) => [outcome, why])).toEqual([
    ['done', null],
    ['changed_since', 'Changed since the check.'],
    ['done', null],
    ['left', 'There is no customer with this id.'],
  ]);
  const entries = (await Promise.all(people.map(({ id }) => entriesOf(app, id)))).map(([first]) => first);
  expect(entries.map((entry) => entry?.reason)).toEqual(['Outage', 'As one', 'Outage']);
  expect(entries[0]?.bulkId).toBe(entries[2]?.bulkId);
  expect(entries[1]?.bulkId).toBeNull();
});

test('one plan sent twice at once, and later again, does each person once', async () => {
  const by = await staff();
  const people = await several(4, false);
  const ids = idsOf(people);
  const wish = { action: 'resend_verification', plan: await planOf(app, by, 'resend_verification', ids) };
  const runs = await Promise.all([
    bulk(app, by, { ...wish, ids }),
    bulk(app, by, { ...wish, ids: ids.toReversed() }),
  ]);
  app.clock.advance(31_000);
  const later = await bulk(app, by, { ...wish, ids });
  for (const { body } of [...runs, later])
    expect(body.people.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done']);
  for (const person of people) {
    expect((await entriesOf(app, person.id)).map((each) => each.action)).toEqual([
      'auth.verification_resent',
    ]);
    expect(await mailTo(app, person.email)).toHaveLength(1);
  }
  expect(later.body.people[0]?.why).toBe('Already done in an earlier run of this plan.');
});

test('a plan whose change was undone does not run again', async () => {
  const by = await staff();
  const user = await buildUser(app);
  const wish = { action: 'pause_posts', ids: [user.id] } as const;
  const plan = await planOf(app, by, wish.action, wish.ids);
  const first = await bulk(app, by, { ...wish, plan });
  const change_id = first.body.people[0]?.change_id;
  const undo = { token: by.token, body: { change_id } };
  expect((await call(app, 'POST', `/api/admin/users/${user.id}/undo`, undo)).status).toBe(200);
  expect((await entriesOf(app, user.id)).at(-1)?.reason).toBe(`Undo of change ${change_id}`);
  const second = await bulk(app, by, { ...wish, plan });
  expect(second.body.people).toMatchObject([{ outcome: 'done', change_id }]);
  expect(await isPaused(user.id)).toBe(false);
});

test('a change that has no way back is not undone', async () => {
  const [by, user] = [await staff(), await buildUser(app)];
  const target = { type: 'user', id: user.id };
  const change = { at: app.clock.now(), action: 'users.tested', target, before: 1, after: 2 } as const;
  const id = await recordChange(app.platform.db, actorAs(by, 'support'), change);
  const undo = { token: by.token, body: { change_id: String(id) } };
  expect(await call(app, 'POST', `/api/admin/users/${user.id}/undo`, undo)).toMatchObject({
    status: 409,
    body: { code: 'STALE_VERSION', message: 'This change cannot be undone.' },
  });
});

test('each person has a transaction: a failure of one does not stop the others', async () => {
  const by = await staff();
  const people = await several(3);
  const ids = idsOf(people);
  const { db } = app.platform;
  const plan = await planOf(app, by, 'pause_posts', ids);
  await db.execute(sql`
    create function refuse_person() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`);
  await db.execute(
    sql.raw(`create trigger refuse_person before update on users for each row
    when (new.id = ${ids[1]}) execute function refuse_person()`),
  );
  const { body } = await bulk(app, by, { action: 'pause_posts', ids, plan });
  await db.execute(sql`drop function refuse_person cascade`);
  expect(body.people.map(({ outcome, why }) => [outcome, why])).toEqual([
    ['done', null],
    ['failed', 'Something went wrong on our side. Check again to see the current state.'],
    ['done', null],
  ]);
  expect(await entriesOf(app, ids[1] as number)).toEqual([]);
  // What failed can be repeated with the same plan, which does nobody else again.
  const repeated = await bulk(app, by, { action: 'pause_posts', ids, plan });
  expect(repeated.body.people.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
  for (const id of ids) expect(await entriesOf(app, id)).toHaveLength(1);
});

const actorAs = (by: BuiltUser, role: 'support' | 'ops') => ({
  ...actorOf(by),
  emailVerifiedAt: new Date(),
  twoFactor: true,
  roles: [role],
});

test('ADM-CON-25 the use case asks for the role of the single call', async () => {
  const actor = actorAs(await staff(), 'ops');
  const deps = app.platform as unknown as BulkDeps;
  for (const action of bulkActions) {
    await expect(checkBulk(deps, actor, { action, ids: [7] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const run = changeInBulk(deps, actor, { action, ids: [7], plan: '' });
    await expect(run).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});

test('a plan holds for its maker, its action, its people and one hour', async () => {
  const [by, colleague] = [await staff(), await staff()];
  const [one, other] = idsOf(await several(2)) as [number, number];
  const plan = await planOf(app, by, 'pause_posts', [one]);
  const mine = { action: 'resume_posts', ids: [other] } as const;
  const idle = await planOf(app, by, mine.action, mine.ids);
  const elsewhere = 'This plan is for another action or other people. Check again.';
  for (const [who, body] of [
    [by, { action: 'end_sessions', ids: [one] }],
    [by, { action: 'pause_posts', ids: [other] }],
    [by, { action: 'pause_posts', ids: [one, other] }],
    [colleague, { action: 'pause_posts', ids: [one] }],
  ] as const)
    expect(await bulk(app, who, { ...body, plan })).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', message: elsewhere },
    });
  for (const text of ['', 'nonsense', `${plan.slice(0, -2)}AA`, app.platform.sealer.seal('bulk plan', '{}')])
    expect(await bulk(app, by, { action: 'pause_posts', ids: [one], plan: text })).toMatchObject({
      status: 400,
      body: { message: 'This is not a valid plan. Check again.' },
    });
  const whole = await bulk(app, by, { action: 'pause_posts', ids: [one], dry_run: true, plan });
  expect(whole.body.plan).toEqual(expect.any(String));
  app.clock.advance(25 * 60_000);
  await bulk(app, by, { action: 'pause_posts', ids: [one] });
  app.clock.advance(25 * 60_000);
  await bulk(app, by, { action: 'pause_posts', ids: [one] });
  app.clock.advance(10 * 60_000 - 1);
  const last = await bulk(app, by, { ...mine, plan: idle });
  expect(last.body.people).toMatchObject([{ outcome: 'left', why: 'Already going out.' }]);
  app.clock.advance(1);
  expect(await bulk(app, by, { action: 'pause_posts', ids: [one], plan })).toMatchObject({
    status: 409,
    body: { message: 'This check is more than an hour old. Check again.' },
  });
  expect(await isPaused(one)).toBe(false);
  expect(await isPaused(other)).toBe(false);
});
