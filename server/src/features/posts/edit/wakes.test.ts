import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, call } from '../../../../test/factories.ts';
import { buildWriter } from '../../generation/generation.fixture.ts';
import { queueRetry } from '../../publishing/by-hand/retry-post.ts';
import { ask } from '../own/own-posts.fixture.ts';

const NOW = '2026-11-21T12:00:00Z';
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW });
});
afterAll(() => app.close());

test('each call that plans a post or brings it forward wakes the workers for its time', async () => {
  const user = await buildWriter(app, { metadata: { tier: 'pro_plus', posts_per_day: '40' } });
  const at = (hour: number) => new Date(`2026-11-25T${String(hour).padStart(2, '0')}:00:00Z`);
  const heard: string[] = [];
  const off = app.platform.events.on('posts_due', (due) => {
    heard.push(new Date(due.at).toISOString());
  });
  const own = (path: string, body?: object) => ask(app, user, path, body);
  const pressed = (hour?: number) => ({
    key: randomUUID(),
    ...(hour === undefined ? {} : { scheduledTime: at(hour).toISOString() }),
  });
  const built = (hour: number, more: object = {}) =>
    buildPost(app, { user, accountId: user.accountId, scheduledAt: at(hour), ...more });

  const { post } = (await own('own', { content: 'Mine', ...pressed(1) })).body;
  await own(`${post.id}/duplicate`, pressed(2));
  const body = { scheduledTime: at(3).toISOString() };
  await call(app, 'PATCH', `/api/posts/${post.id}`, { token: user.token, body });
  const two = [await built(5), await built(4)];
  await own('bulk/move', { ids: two.map(({ id }) => id), days: 1 });
  await own('bulk/delete', { ids: two.map(({ id }) => id) });
  await own('bulk/restore', { ids: two.map(({ id }) => id) });
  const csv = 'time,content\n2026-11-25 07:00,Later\n2026-11-25 06:00,Sooner';
  await own('import', { key: randomUUID(), csv, dryRun: false });
  await own(`${post.id}/publish-now`);
  app.clock.advance(1_000);
  const paused = await built(8, { isPaused: true });
  await own('bulk/pause', { ids: [paused.id], paused: false });
  app.clock.advance(1_000);
  const failed = await built(9, { status: 'failed' });
  await queueRetry(app.platform, { userId: user.id, emailVerifiedAt: app.clock.now() }, failed.id);
  app.clock.advance(1_000);
  // What came back failed keeps its time, which has passed.
  const past = await built(9, { status: 'failed', scheduledAt: new Date('2026-11-20T12:00:00Z') });
  await own('bulk/delete', { ids: [past.id] });
  await own(`${past.id}/restore`);
  app.clock.advance(1_000);
  // Nothing is due earlier after these.
  await own('bulk/pause', { ids: [paused.id], paused: true });
  await own('bulk/pause', { ids: [past.id], paused: false });
  await call(app, 'PATCH', `/api/posts/${paused.id}`, {
    token: user.token,
    body: { content: 'Other words' },
  });
  await own('bulk/delete', { ids: [paused.id] });
  app.clock.advance(1_000);
  const last = await built(10);
  await own(`${last.id}/publish-now`);

  const nextDay = '2026-11-26T04:00:00.000Z';
  const presses = [0, 1, 2, 3, 5].map((seconds) => `2026-11-21T12:00:0${seconds}.000Z`);
  await expect
    .poll(() => heard)
    .toEqual([
      ...[1, 2, 3].map((hour) => at(hour).toISOString()),
      nextDay,
      nextDay,
      at(6).toISOString(),
      ...presses,
    ]);
  off();
});
