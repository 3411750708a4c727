/** A new calendar replaces the old one in one step: no planned post is deleted before the new ones are saved. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, call } from '../../../../test/factories.ts';
import {
  breakModel,
  buildWriter,
  connect,
  generate,
  generateAtOnce,
  mendModel,
  type Writer,
} from '../../generation/generation.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-18T08:00:00Z' });
});
afterAll(() => app.close());

type Post = { id: string; content: string; status: string; scheduledTime: string };
const statuses = ['pending', 'pending', 'failed', 'processing', 'posted'] as const;

/** A person with an old calendar: posts in every state, the next of them at the first hours of a new one. */
async function buildOld(given: Parameters<typeof buildWriter>[1] = {}): Promise<Writer & { old: number[] }> {
  const writer = await buildWriter(app, given);
  const old: number[] = [];
  for (const [index, status] of statuses.entries()) {
    const scheduledAt = new Date(Date.parse('2026-11-18T18:00:00Z') + index * 86_400_000);
    const post = await buildPost(app, { user: writer, accountId: writer.accountId, status, scheduledAt });
    old.push(post.id);
  }
  return { ...writer, old };
}

async function postsOf(writer: { token: string }): Promise<Post[]> {
  return (await call<{ posts: Post[] }>(app, 'GET', '/api/posts', { token: writer.token })).body.posts;
}

const idsOf = (posts: readonly { id: string | number }[]): string[] =>
  posts.map(({ id }) => String(id)).toSorted();

function save(writer: { token: string }, jobId: string, posts: object[], finalize = true) {
  const body = { jobId, finalize, posts };
  return call<{ posts: Post[]; code: string }>(app, 'POST', '/api/posts', { token: writer.token, body });
}

test('GEN-02 a model that is down takes nothing away', async () => {
  const writer = await buildOld();
  await breakModel(app, 'server_error');
  const job = await generate(app, writer, { replace: true });
  await mendModel(app);
  expect(job.status).toBe('failed');
  expect(idsOf(await postsOf(writer))).toEqual(writer.old.map(String).toSorted());
});

test('GEN-02 GEN-07 saving takes Pending and Failed away and puts the new ones in their place', async () => {
  const writer = await buildOld();
  const job = await generateAtOnce(app, writer, { replace: true });
  const drafts = job.result?.posts ?? [];
  // The hours that the old ones leave are free for the new ones.
  expect(drafts.map((draft) => draft.scheduledTime)).toContain('2026-11-18T18:00:00.000Z');
  expect(await postsOf(writer)).toHaveLength(statuses.length);

  const saved = await save(writer, job.jobId, drafts);
  expect(saved).toMatchObject({ status: 200 });
  const kept = writer.old.slice(3);
  const now = await postsOf(writer);
  expect(idsOf(now)).toEqual([...idsOf(saved.body.posts), ...kept.map(String)].toSorted());
  expect(saved.body.posts).toHaveLength(drafts.length);
  const { rows } = await app.platform.db.execute(
    sql`select way, deleted_by, count(*)::int as n from deleted_posts where user_id = ${writer.id} group by 1, 2`,
  );
  expect(rows).toEqual([{ way: 'replaced', deleted_by: writer.id, n: 3 }]);

  const again = await save(writer, job.jobId, drafts);
  expect(idsOf(again.body.posts)).toEqual(idsOf(saved.body.posts));
  expect(await postsOf(writer)).toEqual(now);
});

test.each([
  ['the confirmation', {}, true],
  ['finalize', { replace: true }, false],
])('GEN-02 without %s all old posts stay', async (_what, request, finalize) => {
  const writer = await buildOld({ metadata: { tier: 'pro', posts_per_day: '3' } });
  const job = await generateAtOnce(app, writer, { postsPerDay: 2, ...request });
  const drafts = job.result?.posts ?? [];
  expect(await save(writer, job.jobId, drafts, finalize)).toMatchObject({ status: 200 });
  const left = idsOf(await postsOf(writer));
  expect(left).toEqual(expect.arrayContaining(writer.old.map(String)));
  // A repeat with `finalize` changes nothing.
  await save(writer, job.jobId, drafts);
  expect(idsOf(await postsOf(writer))).toEqual(left);
});

test("another account's and another person's posts are not touched", async () => {
  const [writer, stranger] = [await buildOld({ metadata: { tier: 'pro' } }), await buildOld()];
  const second = await connect(app, writer.id);
  const other = await buildPost(app, { user: writer, accountId: second });
  const job = await generateAtOnce(app, writer, { replace: true });
  expect(await save(writer, job.jobId, job.result?.posts ?? [])).toMatchObject({ status: 200 });
  expect(idsOf(await postsOf(writer))).toContain(String(other.id));
  expect(idsOf(await postsOf(stranger))).toEqual(stranger.old.map(String).toSorted());
});

test('GEN-07 a connection that dies on the last line leaves the old calendar, and the job can be saved again', async () => {
  const writer = await buildOld();
  const job = await generateAtOnce(app, writer, { replace: true });
  const drafts = job.result?.posts ?? [];
  await app.platform.db.execute(
    sql.raw(`
    create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger die before update of last_scheduling_cycle on users for each row execute function die()`),
  );
  expect(await save(writer, job.jobId, drafts)).toMatchObject({ status: 500 });
  await app.platform.db.execute(sql`drop function die cascade`);
  expect(idsOf(await postsOf(writer))).toEqual(writer.old.map(String).toSorted());

  expect(await save(writer, job.jobId, drafts)).toMatchObject({ status: 200 });
  expect(await postsOf(writer)).toHaveLength(drafts.length + 2);
});
