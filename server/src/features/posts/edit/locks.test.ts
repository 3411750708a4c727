import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, call } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { buildWriter, connect, generateAtOnce, type Writer } from '../../generation/generation.fixture.ts';
import { queueRetry } from '../../publishing/by-hand/retry-post.ts';
import { lockLanes } from '../../publishing/lanes/lock-lanes.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { OwnAnswer } from '../own/own-posts.fixture.ts';

/* What is decided by what a person has, or by a post's state, is decided under the lock that keeps it so. */

let app: TestApp;
let user: Writer;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
  user = await buildWriter(app, { metadata: { tier: 'pro_plus', posts_per_day: '40' } });
});
afterAll(() => app.close());

const plan = (given: object = {}) => buildPost(app, { user, accountId: user.accountId, ...given });
const ask = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  call<OwnAnswer>(app, method, `/api/${path}`, { token: user.token, body });

type Reply = { status: number; body?: Partial<OwnAnswer> };

/** Makes a call while somebody else holds a lock, and lets go of it, after a change, once the call waits or is over. */
async function meanwhile(
  lock: (tx: Db) => Promise<unknown>,
  work: () => Promise<Reply>,
  change: (tx: Db) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ hasWaited: boolean; answer: Reply }> {
  const { db } = app.platform;
  let isOver = false;
  const { answer, hasWaited } = await inTransaction(db, async (tx) => {
    await lock(tx);
    const begun = work().finally(() => {
      isOver = true;
    });
    await untilBlockedOrDone(db, begun);
    await change(tx);
    return { answer: [begun], hasWaited: !isOver };
  });
  return { hasWaited, answer: (await answer[0]) as Reply };
}

test('each call that counts a person’s posts or links waits for the lock on the person', async () => {
  const waiting: Record<string, boolean> = {};
  async function look(name: string, work: () => Promise<Reply>, userId = user.id): Promise<void> {
    const { hasWaited, answer } = await meanwhile((tx) => lockUser(tx, userId), work);
    expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBe(200);
    waiting[name] = hasWaited;
  }
  const key = () => randomUUID();
  const { id } = await plan();
  const failed = await plan({ status: 'failed' });
  const ids = [id];
  const other = await buildWriter(app, { plan: 'trial' });
  const { jobId, result } = await generateAtOnce(app, other);
  const body = { jobId, finalize: false, posts: result?.posts ?? [] };
  await look(
    'save',
    () => call<OwnAnswer>(app, 'POST', '/api/posts', { token: other.token, body }),
    other.id,
  );
  await look('create', () => ask('POST', 'posts/own', { key: key(), content: 'One of my own' }));
  await look('duplicate', () => ask('POST', `posts/${id}/duplicate`, { key: key() }));
  await look('edit', () => ask('PATCH', `posts/${id}`, { content: 'Other words' }));
  await look('move', () => ask('POST', 'posts/bulk/move', { ids, days: 1 }));
  await look('pause one', () => ask('POST', 'posts/bulk/pause', { ids, paused: true }));
  await look('delete', () => ask('POST', 'posts/bulk/delete', { ids }));
  await look('restore', () => ask('POST', `posts/${id}/restore`));
  await look('publish now', () => ask('POST', `posts/${id}/publish-now`));
  const owner = { userId: user.id, emailVerifiedAt: app.clock.now() };
  await look('retry', () => queueRetry(app.platform, owner, failed.id).then(() => ({ status: 200 })));
  const csv = 'time,content\n2026-11-30 07:00,From a file';
  await look('import', () => ask('POST', 'posts/import', { key: key(), csv, dryRun: false }));
  await look('pause', () => ask('POST', 'posts/pause', {}));
  await look('resume', () => ask('POST', 'posts/unpause', {}));
  await look('time zone', () => ask('PATCH', 'user/preferences', { timeZone: 'Europe/Paris' }));
  expect(Object.entries(waiting).filter(([, hasWaited]) => !hasWaited)).toEqual([]);
});

test('a call that waits while a worker takes the post changes nothing and answers POST_LOCKED', async () => {
  const answers: Record<string, string | undefined> = {};
  async function look(name: string, given: object, work: (id: number) => Promise<Reply>): Promise<void> {
    // An account of its own, on which nothing else is in hand.
    const accountId = await connect(app, user.id);
    const { id } = await plan({ accountId, ...given });
    const { answer } = await meanwhile(
      (tx) => lockLanes(tx, [accountId]),
      () => work(id),
      (tx) =>
        tx.execute(
          sql`update lanes set open_post = ${id}, started_at = ${app.clock.now()} where account_id = ${accountId}`,
        ),
    );
    answers[name] = answer.body?.code ?? answer.body?.refused?.[0]?.code;
  }
  await look('edit', {}, (id) => ask('PATCH', `posts/${id}`, { content: 'Other words' }));
  await look('publish now', {}, (id) => ask('POST', `posts/${id}/publish-now`));
  await look('delete', {}, (id) => ask('DELETE', `posts/${id}`));
  await look('delete several', {}, (id) => ask('POST', 'posts/bulk/delete', { ids: [id] }));
  await look('move', {}, (id) => ask('POST', 'posts/bulk/move', { ids: [id], days: 1 }));
  await look('pause', {}, (id) => ask('POST', 'posts/bulk/pause', { ids: [id], paused: true }));
  expect(new Set(Object.values(answers)), JSON.stringify(answers)).toEqual(new Set(['POST_LOCKED']));
});
