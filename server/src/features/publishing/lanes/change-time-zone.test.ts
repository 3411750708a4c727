import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  subscribe,
} from '../../../../test/factories.ts';
import { findPost } from '../../post/post.queries.ts';
import { selectHistory } from './history.store.ts';

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

test('USER-17 another zone keeps the instants of posts unless clock times are asked for', async () => {
  await post('2026-03-02T08:00:00Z');
  const answer = await change({ timeZone: 'Pacific/Auckland' });
  expect(answer).toMatchObject({ status: 200, body: { timeZone: 'Pacific/Auckland', postsMoved: 0 } });
  expect(await times()).toEqual([['2026-03-02T08:00:00.000Z', '2026-03-02T21:00:00']]);
});

test('posts that keep their clock times move in all accounts of the person, no other person’s, and the audit log says so', async () => {
  await subscribe(app, person, { plan: 'pro_plus' });
  const second = (await connectX(app, person)).id;
  const first = await post('2026-03-03T08:00:00Z');
  await post('2026-03-03T17:00:00Z', { accountId: second });
  const due: number[] = [];
  onTestFinished(app.platform.events.on('posts_due', ({ at }) => void due.push(at)));
  const other = await buildPost(app, { scheduledAt: new Date('2026-03-03T08:00:00Z') });
  await change({ timeZone: 'UTC', posts: 'clock_times' });
  expect(await times()).toEqual([
    ['2026-03-03T09:00:00.000Z', '2026-03-03T09:00:00'],
    ['2026-03-03T18:00:00.000Z', '2026-03-03T18:00:00'],
  ]);
  await expect.poll(() => due).toContain(Date.parse('2026-03-03T09:00:00Z'));
  const [from, to] = ['2026-03-03T08:00:00.000Z', '2026-03-03T09:00:00.000Z'];
  const detail = { from, to, local: '2026-03-03T09:00:00', zone: 'UTC' };
  expect(await selectHistory(app.platform.db, first.id)).toMatchObject([{ kind: 'edited', detail }]);
  expect(await findPost(app.platform.db, other.id)).toEqual(other);
  const { rows: changes } = await app.platform.db.execute(
    sql`select user_id from person_changes where kind = 'settings_changed' and user_id in (${person.id}, ${other.userId})`,
  );
  expect(changes).toEqual([{ user_id: person.id }]);
  const { rows: audit } = await app.platform.db.execute(sql`
    select action, target_type, target_id, details from audit_log
    where actor_user_id = ${person.id} and action like 'users.%'`);
  const details = { from: 'Europe/Paris', to: 'UTC', posts: 'clock_times', moved: 2 };
  const target = { target_type: 'user', target_id: String(person.id) };
  expect(audit).toEqual([{ action: 'users.time_zone_changed', ...target, details }]);
});

test('a change that is repeated at once moves nothing twice', async () => {
  await post('2026-03-03T08:00:00Z');
  const body = { timeZone: 'UTC', posts: 'clock_times' };
  const answers = await Promise.all([change(body), change(body), change(body)]);
  expect(answers.map((answer) => answer.body.postsMoved).sort()).toEqual([0, 0, 1]);
  expect(await times()).toEqual([['2026-03-03T09:00:00.000Z', '2026-03-03T09:00:00']]);
});
