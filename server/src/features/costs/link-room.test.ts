import { randomUUID } from 'node:crypto';
import type { LinkUsage } from '@drumbeat/contract/costs/costs.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, call } from '../../../test/factories.ts';
import { buildWriter, connect, generateAtOnce, type Writer } from '../generation/generation.fixture.ts';
import { ask, type OwnAnswer } from '../posts/own/own-posts.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

const LINK = 'Read more at example.com';
const REACHED = 'LINKS_PER_CYCLE_REACHED';
/** A plan with so many links and room for many posts. */
const withLinks = (links: number) =>
  buildWriter(app, { metadata: { tier: 'pro', posts_per_day: '40', links_per_cycle: String(links) } });
const inDays = (days: number, hour = 15) =>
  new Date(Date.parse('2026-11-21T00:00:00Z') + days * 86_400_000 + hour * 3_600_000).toISOString();
const create = (writer: Writer, content: string, more: object = {}) =>
  ask(app, writer, 'own', { key: randomUUID(), content, scheduledTime: inDays(2), ...more });
const edit = (writer: Writer, id: number | string, body: object) =>
  call<OwnAnswer>(app, 'PATCH', `/api/posts/${id}`, { token: writer.token, body });
const usage = async (writer: { token: string }) =>
  (await call<LinkUsage>(app, 'GET', '/api/links', { token: writer.token })).body;
const used = async (writer: { token: string }) => (await usage(writer)).cycles.map((cycle) => cycle.used);
const plant = (writer: Writer, given: object = {}) =>
  buildPost(app, {
    user: { id: writer.id, email: '', token: writer.token },
    accountId: writer.accountId,
    content: LINK,
    scheduledAt: new Date(inDays(1)),
    ...given,
  });

test('COST-05 one link more than the plan has is refused, with what to do, and nothing is saved', async () => {
  const writer = await withLinks(2);
  await plant(writer, { status: 'failed' });
  const answers = [];
  for (const text of ['a.com', 'https://b.org/x', 'c.org', 'no link'])
    answers.push(await create(writer, `See ${text}`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 200]);
  expect(answers[2]?.body).toMatchObject({
    code: REACHED,
    message:
      'Your plan has 2 posts with a link a cycle, and all are used. Remove the link, or choose a plan that has more.',
    data: { limit: 2, used: 2, wanted: 1 },
  });
  expect(await used(writer)).toEqual([2, 0]);
  const none = await withLinks(0);
  expect((await create(none, LINK)).body.message).toBe(
    'Your plan has no posts with a link. Remove the link, or choose a plan that has some.',
  );
  // Somebody else's links count for nobody.
  expect((await create(await withLinks(1), LINK)).status).toBe(200);
});

test('COST-05 an edit may not bring a link in where none is left; one that is taken out gives its place back', async () => {
  const writer = await withLinks(1);
  const [linked, plain] = [await create(writer, LINK), await create(writer, 'Plain')];
  const refused = await edit(writer, plain.body.post.id, { content: 'Now with example.org' });
  expect(refused).toMatchObject({ status: 409, body: { code: REACHED } });
  expect((await edit(writer, linked.body.post.id, { content: 'Another example.com link' })).status).toBe(200);
  expect((await edit(writer, linked.body.post.id, { content: 'No link' })).status).toBe(200);
  expect(await used(writer)).toEqual([0, 0]);
  expect((await edit(writer, plain.body.post.id, { content: 'Now with example.org' })).status).toBe(200);
  expect(await used(writer)).toEqual([1, 0]);
});

test('a plan that became smaller keeps what is planned: its texts and times within the cycle can still be changed', async () => {
  const writer = await withLinks(0);
  const post = await plant(writer);
  expect((await edit(writer, post.id, { content: 'Still example.com' })).status).toBe(200);
  expect((await edit(writer, post.id, { scheduledTime: inDays(3) })).status).toBe(200);
  expect((await ask(app, writer, 'bulk/move', { ids: [post.id], days: 1 })).body).toMatchObject({
    refused: [],
  });
  expect((await ask(app, writer, `${post.id}/publish-now`)).status).toBe(200);
});

test('COST-05 a post that comes from another cycle, or goes out again, needs a place in the new one', async () => {
  const writer = await withLinks(1);
  await plant(writer);
  // The paid period began a moment ago, so this one belongs to the cycle before.
  const failed = await plant(writer, { status: 'failed', scheduledAt: new Date(inDays(-2)) });
  const retry = await ask(app, writer, `${failed.id}/retry`);
  expect(retry).toMatchObject({ status: 409, body: { code: REACHED } });
  expect(await edit(writer, failed.id, { scheduledTime: inDays(4) })).toMatchObject({
    status: 409,
    body: { code: REACHED },
  });
  const moved = await ask(app, writer, 'bulk/move', { ids: [failed.id], days: 5 });
  expect(moved.body.refused).toMatchObject([{ id: String(failed.id), code: REACHED }]);
  expect(
    await ask(app, writer, `${failed.id}/duplicate`, { key: randomUUID(), scheduledTime: inDays(4) }),
  ).toMatchObject({ status: 409, body: { code: REACHED } });
  expect(await used(writer)).toEqual([1, 0]);
  // Of two that go out again together only one finds a place.
  const other = await withLinks(1);
  const ids = [await plant(other, { status: 'failed' }), await plant(other, { status: 'failed' })].map(
    ({ id }) => id,
  );
  const both = (await ask(app, other, 'bulk/move', { ids, days: 5 })).body;
  expect(both).toMatchObject({ posts: [{}], refused: [{ code: REACHED }] });
  // As long as the other stays failed its words need none.
  const words = { content: 'Another example.com link' };
  expect((await edit(other, both.refused[0]?.id ?? 0, words)).status).toBe(200);
});

test('COST-05 among posts that are moved together, one takes the place that another leaves', async () => {
  const writer = await withLinks(1);
  const paidUntil = new Date('2027-01-21T12:00:00Z');
  await app.platform.db.execute(
    sql`update subscriptions set period_end = ${paidUntil} where user_id = ${writer.id}`,
  );
  const late = await plant(writer, { isPaused: true, scheduledAt: new Date(inDays(-1)) });
  const last = await plant(writer, { scheduledAt: new Date(inDays(29)) });
  const move = async (ids: number[]) => (await ask(app, writer, 'bulk/move', { ids, days: 2 })).body;
  expect((await move([late.id])).refused).toMatchObject([{ code: REACHED }]);
  expect((await move([late.id, last.id])).refused).toEqual([]);
  expect(await used(writer)).toEqual([1, 1]);
});

test('COST-05 what was deleted comes back only where its link has room', async () => {
  const writer = await withLinks(1);
  const post = await create(writer, LINK);
  await call(app, 'DELETE', `/api/posts/${post.body.post.id}`, { token: writer.token });
  const other = await create(writer, 'Then b.example.com');
  expect(await ask(app, writer, `${post.body.post.id}/restore`)).toMatchObject({
    status: 409,
    body: { code: REACHED },
  });
  await call(app, 'DELETE', `/api/posts/${other.body.post.id}`, { token: writer.token });
  const both = [post.body.post.id, other.body.post.id];
  const answer = await ask(app, writer, 'bulk/restore', { ids: both });
  expect([answer.body.posts.length, answer.body.refused.map(({ code }) => code)]).toEqual([1, [REACHED]]);
  expect(await used(writer)).toEqual([1, 0]);
});

test('COST-05 a file is imported whole or not at all, and its dry run says why', async () => {
  const writer = await withLinks(2);
  const rows = [1, 2, 3].map((hour) => `2026-11-25 0${hour}:00,"Link ${hour} a.com/${hour}"`);
  const csv = ['time,content', ...rows].join('\n');
  for (const dryRun of [true, false]) {
    const answer = await call<{ refusal: unknown }>(app, 'POST', '/api/posts/import', {
      token: writer.token,
      body: { key: randomUUID(), csv, dryRun },
    });
    expect(answer.body.refusal).toMatchObject({
      code: REACHED,
      message:
        'Your plan has 2 posts with a link a cycle and 2 left, but 3 of these posts have a link. Remove one link, or choose a plan that has more.',
    });
  }
  expect(await used(writer)).toEqual([0, 0]);
});

test('COST-05 generated posts are scheduled only with as many links as are left; those that they replace leave theirs', async () => {
  const writer = await buildWriter(app, { metadata: { tier: 'standard', links_per_cycle: '1' } });
  await plant(writer);
  const job = await generateAtOnce(app, writer, { skipWeekends: false, replace: true });
  const posts = job.result?.posts ?? [];
  const save = (links: number) =>
    call<{ code: string }>(app, 'POST', '/api/posts', {
      token: writer.token,
      body: {
        jobId: job.jobId,
        finalize: true,
        posts: posts.map((post, at) => ({
          ...post,
          content: at < links ? `${at} example.com` : post.content,
        })),
      },
    });
  expect(await save(2)).toMatchObject({ status: 409, body: { code: REACHED } });
  expect(await used(writer)).toEqual([1, 0]);
  expect((await save(1)).status).toBe(200);
  expect(await used(writer)).toEqual([1, 0]);
});

test('COST-05 requests at once, on several accounts, never take more places than there are', async () => {
  const writer = await withLinks(3);
  const second = await connect(app, writer.id);
  const plain = [];
  for (let hour = 0; hour < 4; hour += 1)
    plain.push(
      await plant(writer, {
        content: `Plain ${hour}`,
        accountId: hour % 2 === 0 ? writer.accountId : second,
      }),
    );
  const answers = await Promise.all([
    ...plain.map(({ id }) => edit(writer, id, { content: `${id} example.com` })),
    ...[1, 2, 3, 4].map((hour) =>
      create(writer, `${hour} example.org`, {
        scheduledTime: inDays(5, hour),
        twitterAccountId: hour % 2 === 0 ? writer.accountId : second,
      }),
    ),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === REACHED)).toHaveLength(5);
  expect(await used(writer)).toEqual([3, 0]);
  const { rows } = await app.platform.db.execute(
    sql`select count(*)::int as n from posts where user_id = ${writer.id} and has_link`,
  );
  expect(rows).toEqual([{ n: 3 }]);
});
