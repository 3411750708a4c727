import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call } from '../../../../test/factories.ts';
import { adPosts, postEdits, postExports, postImports } from '../../../platform/limits.ts';
import { buildWriter } from '../../generation/generation.fixture.ts';

test('who has used up their share of changes, imports, exports or ad posts is refused each call that counts', async () => {
  const app = await buildApp({ shared: true });
  const { db, limits } = app.platform;
  const writer = await buildWriter(app);
  const admin = await buildUser(app, { roles: ['admin'] });
  const post = await buildPost(app, { user: writer, accountId: writer.accountId });
  for (const limit of [postEdits, postExports, postImports]) await limits.consume(limit, writer.id);
  await limits.consume(adPosts, admin.id);
  await db.execute(sql`update rate_limits set points = 1000`);

  const [key, ids, content] = [randomUUID(), [post.id], 'Other words'];
  const answers: Record<string, number> = {};
  for (const [method, path, body] of [
    ['POST', 'own', { key, content }],
    ['POST', `${post.id}/duplicate`, { key }],
    ['PATCH', String(post.id), { content }],
    ['PUT', String(post.id), { content }],
    ['POST', `${post.id}/publish-now`],
    ['POST', `${post.id}/restore`],
    ['POST', 'bulk/delete', { ids }],
    ['POST', 'bulk/restore', { ids }],
    ['POST', 'bulk/move', { ids, days: 1 }],
    ['POST', 'bulk/pause', { ids, paused: true }],
    ['POST', 'feed'],
    ['POST', 'import', { key, csv: 'time,content', dryRun: true }],
    ['GET', 'export'],
  ] as const) {
    const answer = await call(app, method, `/api/posts/${path}`, { token: writer.token, body });
    answers[`${method} ${path}`] = answer.status;
  }
  answers.ads = (
    await call(app, 'POST', '/api/admin/ad-posts/generate', { token: admin.token, body: {} })
  ).status;
  expect(new Set(Object.values(answers)), JSON.stringify(answers)).toEqual(new Set([429]));
  await app.close();
});
