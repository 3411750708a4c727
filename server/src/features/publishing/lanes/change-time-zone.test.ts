import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  subscribe,
} from '../../../../test/factories.ts';
import { rowsOf } from '../../posts/own/own-posts.fixture.ts';

let app: TestApp;
let person: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  person = await buildUser(app, { timeZone: 'Europe/Paris' });
  accountId = (await connectX(app, person)).id;
});

type Post = { id: string; scheduledTime: string; scheduledTimeLocal: string; status: string };

const post = (at: string, over: object = {}) =>
  buildPost(app, { user: person, accountId, scheduledAt: new Date(at), ...over });
const change = (body: object) =>
  call<{ timeZone: string; postsMoved?: number }>(app, 'PATCH', '/api/user/preferences', {
    token: person.token,
    body,
  });

async function times(): Promise<string[][]> {
  const { body } = await call<{ posts: Post[] }>(app, 'GET', '/api/posts', { token: person.token });
  return body.posts.map((each) => [each.scheduledTime, each.scheduledTimeLocal]);
}

async function historyOf(id: number): Promise<Record<string, unknown>[]> {
  const { rows } = await app.platform.db.execute(
    sql`select kind, detail from post_events where post_id = ${id} order by id`,
  );
  return rows;
}

test('USER-17 another zone keeps the moments of posts unless something else is asked for', async () => {
  await post('2026-03-02T08:00:00Z');
  const answer = await change({ timeZone: 'Pacific/Auckland' });
  expect(answer).toMatchObject({ status: 200, body: { timeZone: 'Pacific/Auckland', postsMoved: 0 } });
  expect(await times()).toEqual([['2026-03-02T08:00:00.000Z', '2026-03-02T21:00:00']]);
});

test('posts that keep their clock times move, the engine is told, and their history says so', async () => {
  const first = await post('2026-03-03T08:00:00Z');
  const posted = await post('2026-02-28T08:00:00Z', {
    status: 'posted',
    tweetId: '1',
    scheduledLocal: '2001-01-01T00:00:00',
  });
  const told: number[] = [];
  app.platform.events.on('posts_due', ({ at }) => told.push(at));
  const before = await rowsOf(app, person.id);
  app.clock.advance(1_000);
  const answer = await change({ timeZone: 'Pacific/Auckland', posts: 'clock_times' });
  expect(answer.body).toMatchObject({ timeZone: 'Pacific/Auckland', postsMoved: 1 });
  expect(await times()).toEqual([
    [posted.scheduledAt.toISOString(), '2001-01-01T00:00:00'],
    ['2026-03-02T20:00:00.000Z', '2026-03-03T09:00:00'],
  ]);
  expect(await historyOf(first.id)).toEqual([
    {
      kind: 'edited',
      detail: {
        from: '2026-03-03T08:00:00.000Z',
        to: '2026-03-02T20:00:00.000Z',
        local: '2026-03-03T09:00:00',
        zone: 'Pacific/Auckland',
      },
    },
  ]);
  expect(await rowsOf(app, person.id)).toEqual([
    {
      ...before[0],
      scheduled_at: '2026-03-02 20:00:00+00',
      scheduled_local: '2026-03-03T09:00:00',
      due_at: '2026-03-02 20:00:00+00',
      updated_at: '2026-03-01 12:00:01+00',
    },
    before[1],
  ]);
  await expect.poll(() => told).toContain(Date.parse('2026-03-02T20:00:00Z'));
});

test('every account moves together or none does, and only those of the person', async () => {
  await subscribe(app, person, { plan: 'pro_plus' });
  const second = (await connectX(app, person)).id;
  await post('2026-03-03T08:00:00Z');
  await post('2026-03-03T17:00:00Z', { accountId: second });
  const stranger = await buildPost(app, { scheduledAt: new Date('2026-03-03T08:00:00Z') });
  await change({ timeZone: 'UTC', posts: 'clock_times' });
  expect(await times()).toEqual([
    ['2026-03-03T09:00:00.000Z', '2026-03-03T09:00:00'],
    ['2026-03-03T18:00:00.000Z', '2026-03-03T18:00:00'],
  ]);
  const { rows: told } = await app.platform.db.execute(
    sql`select user_id, kind, at from person_changes where kind = 'settings_changed' and user_id in (${person.id}, ${stranger.userId})`,
  );
  expect(told).toEqual([{ user_id: person.id, kind: 'settings_changed', at: '2026-03-01 12:00:00+00' }]);
  const { rows } = await app.platform.db.execute(
    sql`select scheduled_local from posts where id = ${stranger.id}`,
  );
  expect(rows).toEqual([{ scheduled_local: '2026-03-03T08:00:00' }]);
  const { rows: audit } = await app.platform.db.execute(sql`
    select created_at, action, target_type, target_id, ip, details from audit_log
    where actor_user_id = ${person.id} and action like 'users.%'`);
  expect(audit).toEqual([
    {
      created_at: '2026-03-01 12:00:00+00',
      action: 'users.time_zone_changed',
      target_type: 'user',
      target_id: String(person.id),
      ip: '127.0.0.1',
      details: { from: 'Europe/Paris', to: 'UTC', posts: 'clock_times', moved: 2 },
    },
  ]);
});

test('a change that is repeated, at once or later, moves nothing twice', async () => {
  await post('2026-03-03T08:00:00Z');
  const wish = { timeZone: 'UTC', posts: 'clock_times' };
  const answers = await Promise.all([change(wish), change(wish), change(wish)]);
  expect(answers.map(({ body }) => body.postsMoved).sort()).toEqual([0, 0, 1]);
  expect(await times()).toEqual([['2026-03-03T09:00:00.000Z', '2026-03-03T09:00:00']]);
});

test('a post that a worker has in hand is left as it is', async () => {
  await post('2026-03-01T12:00:00Z', { status: 'processing', scheduledLocal: '2001-01-01T00:00:00' });
  expect((await change({ timeZone: 'UTC', posts: 'clock_times' })).body).toMatchObject({ postsMoved: 0 });
  expect(await times()).toEqual([['2026-03-01T12:00:00.000Z', '2001-01-01T00:00:00']]);
});

test('a choice that there is not is a 400, and changes nothing', async () => {
  const answer = await change({ timeZone: 'UTC', posts: 'both' });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  const { body } = await call(app, 'GET', '/api/user', { token: person.token });
  expect(body).toMatchObject({ timeZone: 'Europe/Paris' });
});
