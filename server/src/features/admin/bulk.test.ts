import { type BulkAction, bulkActions, singleCallOf } from '@drumbeat/contract/admin/bulk.rules.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
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

/** The single action on a person, once for each of their failed posts where it takes a post. Gives back whether it was refused. */
async function actSingly(action: BulkAction, by: BuiltUser, user: BuiltUser): Promise<boolean> {
  const [method, path] = singleCallOf[action].split(' ') as ['POST' | 'DELETE', string];
  const failed = sql`select id from posts where user_id = ${user.id} and status = 'failed' order by id`;
  const postIds = path.includes(':postId') ? (await app.platform.db.execute(failed)).rows : [{ id: 0 }];
  let isRefused = false;
  for (const { id } of postIds) {
    const url = path.replace(':id', String(user.id)).replace(':postId', String(id));
    let answered = false;
    const answer = call(app, method, url, { token: by.token, body: { reason: 'As one' } }).finally(() => {
      answered = true;
    });
    while (!answered) {
      if (postIds.length > 1) await runEngine(app);
      await new Promise((resolve) => setImmediate(resolve));
    }
    isRefused ||= (await answer).status >= 400;
  }
  return isRefused;
}

describe.each(bulkActions)('ADM-CON-33 %s in bulk', (action) => {
  test.each(situations[action])(
    '$name: the dry run, the run and the single call agree',
    async (situation) => {
      const [person, twin, by] = [await situation.build(app), await situation.build(app), await staff()];
      const tables = await digestOfTables(app);
      const looked = await bulk(app, by, { action, ids: [person.id, twin.id] });
      expect(looked.status).toBe(200);
      expect(await digestOfTables(app)).toEqual(tables);
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
  const cycle = new Date('2026-11-12T09:00:00Z');
  await app.platform.db.execute(sql`update users set last_scheduling_cycle = ${cycle} where id = ${user.id}`);
  const changes: Partial<Record<BulkAction, [string, string]>> = {
    pause_posts: ['Going out', 'Paused'],
    grant_generation: ['Last calendar 12 Nov 2026', 'A calendar can be made now'],
    reset_generation: ['0 used', '0 used'],
    end_sessions: ['1 session', 'Signed out'],
    retry_failed: ['1 failed', '1 queued again'],
  };
  for (const action of bulkActions) {
    const change = changes[action];
    if (!change) continue;
    const { body } = await bulk(app, by, { action, ids: [user.id] });
    expect(body.people).toEqual([
      {
        id: String(user.id),
        email: 'm***@people.example',
        would: 'change',
        before: change[0],
        after: change[1],
        why: null,
        outcome: null,
        change_id: null,
      },
    ]);
  }
});

test('whoever has changed since the dry run is left alone, and nobody else is held up', async () => {
  const by = await staff();
  const people = await several(3);
  const leaver = await buildUser(app);
  await app.platform.db.execute(sql`update users set deleted_at = now() where id = ${leaver.id}`);
  const ids = [...idsOf(people), 999_999_999, leaver.id];
  const plan = await planOf(app, by, 'pause_posts', ids);
  await actSingly('pause_posts', by, people[1] as BuiltUser);
  const { body } = await bulk(app, by, { action: 'pause_posts', ids, plan, reason: 'Outage' });
  const unknown = ['left', 'There is no customer with this id.', undefined, null, null];
  expect(
    body.people.map(({ outcome, why, email, before, after }) => [
      outcome,
      why,
      email?.slice(1, 4),
      before,
      after,
    ]),
  ).toEqual([
    ['done', null, '***', 'Going out', 'Paused'],
    ['changed_since', 'Changed since the check.', '***', null, null],
    ['done', null, '***', 'Going out', 'Paused'],
    unknown,
    unknown,
  ]);
  const entries = (await Promise.all(people.map(({ id }) => entriesOf(app, id)))).map(([first]) => first);
  expect(entries.map((entry) => entry?.reason)).toEqual(['Outage', 'As one', 'Outage']);
  expect(entries[0]?.bulkId).toBe(entries[2]?.bulkId);
  expect(entries[1]?.bulkId).toBeNull();
});

test('of a person’s failed posts a plan looks at the first 500', async () => {
  const [by, user] = [await staff(), await buildUser(app)];
  const { id: accountId } = await connectX(app, user);
  const now = app.clock.now();
  await app.platform.db.execute(sql`
    insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, created_at, updated_at)
    select ${user.id}, ${accountId}, 'Post ' || n, ${now}, '2026-11-21T12:00:00', ${now}, 'failed', ${now}, ${now}
    from generate_series(1, 501) n`);
  const { body } = await bulk(app, by, { action: 'retry_failed', ids: [user.id] });
  expect(body.people).toMatchObject([
    { before: '100 failed', why: '400 more are left: not connected, or too many at once.' },
  ]);
});

test('a failed post more, a session more, another email: each is a change since', async () => {
  const by = await staff();
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  await buildPost(app, { user, accountId, status: 'failed' });
  const ids = [user.id];
  const [retry, sessions] = [
    await planOf(app, by, 'retry_failed', ids),
    await planOf(app, by, 'end_sessions', ids),
  ];
  await buildPost(app, { user, accountId, status: 'failed' });
  await app.platform.db.execute(sql`
    insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
    select user_id, token_hash || 'x', created_at, last_seen_at, expires_at from sessions where user_id = ${user.id}`);
  for (const [action, plan] of [
    ['retry_failed', retry],
    ['end_sessions', sessions],
  ] as const)
    expect((await bulk(app, by, { action, ids, plan })).body.people[0]?.outcome).toBe('changed_since');
  expect(await entriesOf(app, user.id)).toEqual([]);

  // A session that is used is no other session.
  const used = await planOf(app, by, 'end_sessions', ids);
  const newest = sql`select max(id) from sessions where user_id = ${user.id}`;
  for (const [which, minutes] of [
    [sql`id = (${newest})`, 5],
    [sql`id < (${newest})`, 1],
  ] as const) {
    const at = new Date(app.clock.now().getTime() - minutes * 60_000);
    await app.platform.db.execute(
      sql`update sessions set last_seen_at = ${at} where user_id = ${user.id} and ${which}`,
    );
  }
  const ended = await bulk(app, by, { action: 'end_sessions', ids, plan: used });
  expect(ended.body.people[0]).toMatchObject({ before: '2 sessions', after: 'Signed out', outcome: 'done' });

  for (const action of ['grant_generation', 'reset_generation'] as const) {
    const granted = await planOf(app, by, action, ids);
    app.clock.advance(1_000);
    await actSingly(action, by, user);
    const late = await bulk(app, by, { action, ids, plan: granted });
    expect(late.body.people[0]?.outcome, action).toBe('changed_since');
  }

  const stranger = await buildUser(app, { verified: false });
  const mail = await planOf(app, by, 'resend_verification', [stranger.id]);
  await actSingly('resend_verification', by, stranger);
  app.clock.advance(60_000);
  const answer = await bulk(app, by, { action: 'resend_verification', ids: [stranger.id], plan: mail });
  expect(answer.body.people[0]?.outcome).toBe('changed_since');
  expect(await mailTo(app, stranger.email)).toHaveLength(1);
});

test.each([
  ['resend_verification', 'auth.verification_resent'],
  ['grant_generation', 'generation.cycle_cleared'],
] as const)(
  '%s: one plan sent twice at once, and later again, does each person once',
  async (action, entry) => {
    const by = await staff();
    const people = await several(4, action !== 'resend_verification');
    if (action === 'grant_generation') for (const person of people) await connectX(app, person);
    const ids = idsOf(people);
    const plan = await planOf(app, by, action, ids);
    const runs = await Promise.all([
      bulk(app, by, { action, ids, plan }),
      bulk(app, by, { action, ids: [...ids].reverse(), plan }),
    ]);
    app.clock.advance(31_000);
    const later = await bulk(app, by, { action, ids, plan });
    for (const { body } of [...runs, later])
      expect(body.people.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done']);
    for (const person of people) {
      expect((await entriesOf(app, person.id)).map((each) => each.action)).toEqual([entry]);
      if (action === 'resend_verification') expect(await mailTo(app, person.email)).toHaveLength(1);
    }
    const change_id = action === 'grant_generation' ? expect.stringMatching(/^\d+$/) : null;
    expect(later.body.people[0]).toEqual({
      id: String(ids[0]),
      email: `${people[0]?.email[0]}***@people.example`,
      would: expect.any(String),
      before: null,
      after: null,
      why: 'Already done in an earlier run of this plan.',
      outcome: 'done',
      change_id,
    });
  },
);

test('a plan does not come back to life when what it did was undone', async () => {
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

test('a resumption is undone by a pause, for the reason that is given; what else was done stays', async () => {
  const by = await staff();
  const user = await buildUser(app);
  const act = (what: string, body: object = {}) =>
    call<{ change_id: string; message: string }>(app, 'POST', `/api/admin/users/${user.id}/${what}`, {
      token: by.token,
      body,
    });
  await act('pause-posts');
  const { change_id } = (await act('unpause-posts')).body;
  const undone = await act('undo', { change_id, reason: 'Wrong person' });
  const { rows } = await app.platform.db.execute(sql`select max(id)::text as id from audit_log`);
  expect(undone).toMatchObject({ status: 200, body: { message: 'Undone.', change_id: rows[0]?.id } });
  expect(await isPaused(user.id)).toBe(true);
  expect((await entriesOf(app, user.id)).at(-1)).toMatchObject({
    action: 'posts.paused_by_staff',
    reason: 'Wrong person',
  });
  expect(await act('undo', { change_id })).toMatchObject({
    status: 409,
    body: { code: 'STALE_VERSION', message: 'This has changed since, so nothing was undone.' },
  });
  const account = await connectX(app, user);
  await call(app, 'PATCH', '/api/user', { token: user.token, body: { niche: 'Travel' } });
  for (const what of [
    'grant-generate',
    'reset-post-generation',
    `reset-niche-retries?twitter_account_id=${account.id}`,
  ]) {
    const done = (await act(what)).body;
    expect((await act('undo', { change_id: done.change_id, reason: `Undo ${what}` })).status, what).toBe(200);
    expect((await entriesOf(app, user.id)).at(-1)?.reason).toBe(`Undo ${what}`);
  }
  const actor = actorAs(by, 'support');
  const target = { type: 'user', id: user.id };
  const change = { at: app.clock.now(), action: 'users.tested', target, before: 1, after: 2 } as const;
  const other = await recordChange(app.platform.db, actor, change);
  expect(await act('undo', { change_id: String(other) })).toMatchObject({
    status: 409,
    body: { code: 'STALE_VERSION', message: 'This change cannot be undone.' },
  });
});

test('a failure of one stops nobody: each has a transaction of their own, and is on record at once', async () => {
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
  // The third waits for us; by then the first is done and on record.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${ids[2]} for update`);
    await held;
  });
  const logged = vi.spyOn(app.platform.log, 'error');
  onTestFinished(() => logged.mockRestore());
  const running = bulk(app, by, { action: 'pause_posts', ids, plan });
  await expect.poll(() => entriesOf(app, ids[0] as number)).toHaveLength(1);
  expect(await isPaused(ids[0] as number)).toBe(true);
  release();
  await holding;
  const { body } = await running;
  await db.execute(sql`drop function refuse_person cascade`);
  expect(logged.mock.calls).toEqual([
    [
      { err: expect.any(Error), userId: ids[1], bulkId: expect.stringMatching(/^[\da-f-]{36}$/) },
      'bulk action failed for one customer; continuing with the others',
    ],
  ]);
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

test('ADM-CON-25 the right is that of the single call, whoever reaches the use case', async () => {
  const actor = actorAs(await staff(), 'ops');
  const deps = app.platform as unknown as BulkDeps;
  for (const action of bulkActions) {
    await expect(checkBulk(deps, actor, { action, ids: [7] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const run = changeInBulk(deps, actor, { action, ids: [7], plan: '' });
    await expect(run).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});

test('when its time is over a run begins with nobody else', async () => {
  const by = await staff();
  const user = await buildUser(app);
  const wish = { action: 'pause_posts', ids: [user.id] } as const;
  const plan = await planOf(app, by, wish.action, wish.ids);
  const actor = actorAs(by, 'support');
  const { people } = await changeInBulk(app.platform as unknown as BulkDeps, actor, { ...wish, plan }, 0);
  expect(people).toEqual([
    {
      id: String(user.id),
      email: null,
      would: 'refused',
      before: null,
      after: null,
      why: 'Time ran out. Check again, then run the rest.',
      outcome: 'failed',
      change_id: null,
    },
  ]);
  expect(await isPaused(user.id)).toBe(false);
});

test('a run begins with nobody after twenty seconds', async () => {
  const by = await staff();
  const wish = { action: 'pause_posts', ids: [900_000_001, 900_000_002, 900_000_003] } as const;
  const plan = await planOf(app, by, wish.action, wish.ids);
  // Time is read when the plan is opened, then with each person.
  const passed = [0, 0, 19_999, 20_000];
  let looks = 0;
  const timer = vi.spyOn(performance, 'now').mockImplementation(() => passed[looks] ?? 0);
  onTestFinished(() => timer.mockRestore());
  const clock = {
    ...app.clock,
    now() {
      looks += 1;
      return app.clock.now();
    },
  };
  const deps = { ...app.platform, clock } as unknown as BulkDeps;
  const { people } = await changeInBulk(deps, actorAs(by, 'support'), { ...wish, plan });
  expect(people.map(({ outcome }) => outcome)).toEqual(['left', 'left', 'failed']);
});

test('a plan is for whoever looked, for that action, those people and that hour', async () => {
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
  for (const text of ['', 'nonsense', `${plan.slice(0, -2)}AA`, app.platform.sealer.seal('{}')])
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

test.each([
  ['no ids', { ids: [] }, 'Choose at least one person.'],
  ['101 ids', { ids: Array.from({ length: 101 }, (_, at) => at + 1) }, 'Choose at most 100 people.'],
  ['somebody twice', { ids: [7, '7'] }, 'Name each person once.'],
  ['an action that there is not', { action: 'delete' }, 'There is no such bulk action.'],
  ['a run without a plan', { dry_run: false }, 'A run needs the plan of a dry run. Check first.'],
  ['too short a reason', { reason: 'x' }, 'A reason has at least 3 characters.'],
])('%s is refused in words', async (_, wrong, message) => {
  const body = { action: 'pause_posts', ids: [7], dry_run: true, ...wrong };
  const answer = await call(app, 'POST', '/api/admin/users/bulk', { token: (await staff()).token, body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(JSON.stringify(answer.body)).toContain(message);
});

test('100 people are one call, and only so many calls are taken in ten minutes', async () => {
  const by = await staff();
  const ids = Array.from({ length: 100 }, (_, at) => 900_000_000 + at);
  const plan = await planOf(app, by, 'retry_failed', ids);
  const run = await bulk(app, by, { action: 'retry_failed', ids, plan });
  expect(run.body.people.map(({ id, outcome }) => [Number(id), outcome])).toEqual(
    ids.map((id) => [id, 'left']),
  );
  const one = { action: 'end_sessions', ids: [900_000_000] };
  for (let calls = 2; calls < 60; calls += 1) expect((await bulk(app, by, one)).status).toBe(200);
  expect((await bulk(app, by, one)).status).toBe(429);
});

test.each(['ops', 'tester'] as const)('ADM-CON-25 %s may not', async (role) => {
  const by = await buildUser(app, { roles: [role] });
  expect((await bulk(app, by, { action: 'pause_posts', ids: [7] })).status).toBe(403);
});
