import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { buildWriter, generate, type Writer } from '../generation/generation.fixture.ts';

let app: TestApp;
let writer: Writer;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  writer = await buildWriter(app);
  const sheet = 'Pro costs $19 a month\nWe have 3 shops';
  await send('POST', '/api/facts', { kind: 'price', sheet });
});

type Answer = { post: { id: string }; posts: { id: string }[]; sources: PostSource[]; code: string };
const send = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', url: string, body?: object, who = writer) =>
  call<Answer>(app, method, url, { token: who.token, ...(body ? { body } : {}) });

async function claimsOf(postId: string): Promise<[claim: string, label: string][]> {
  const { body } = await send('GET', `/api/posts/${postId}/sources`);
  return body.sources.map(({ claim, label }) => [claim, label]);
}

async function write(content: string): Promise<string> {
  const { body } = await send('POST', '/api/posts/own', { key: crypto.randomUUID(), content });
  return body.post.id;
}

test('FACT-14 the drafts of a job that is completed say what supports them, and so do the saved posts', async () => {
  const { jobId, result } = await generate(app, writer, {});
  const [first, second] = result?.posts ?? [];
  for (const draft of result?.posts ?? [])
    expect('sources' in draft, draft.content).toBe(/\$19|3 shops/.test(draft.content));
  const supported = JSON.stringify(['Pro is $19 a month, and worth it.', second?.content]);
  await app.platform.db.execute(
    sql`update generation_jobs set drafts = ${supported}::jsonb || (drafts - 0 - 0) where id = ${jobId}`,
  );
  const { body } = await call<{ result: { posts: { content: string; sources?: PostSource[] }[] } }>(
    app,
    'GET',
    `/api/posts/generation-status/${jobId}`,
    { token: writer.token },
  );
  const link = {
    claim: '$19',
    label: 'Pro costs $19 a month',
    url: null,
    sourceId: expect.stringMatching(/^fact:\d+$/),
  };
  expect(body.result.posts[0]?.sources).toEqual([link]);

  const drafts = [
    { ...first, content: 'Pro is $19 a month, and worth it.' },
    { ...second, content: 'Our 3 shops are open, and Pro is $19.' },
  ];
  const saved = await send('POST', '/api/posts', { jobId, posts: drafts });
  expect(saved.status).toBe(200);
  const [one, two] = saved.body.posts.map(({ id }) => id);
  expect((await send('GET', `/api/posts/${one}/sources`)).body.sources).toEqual([link]);
  expect(await claimsOf(two as string)).toEqual([
    ['3 shops', 'We have 3 shops'],
    ['$19', 'Pro costs $19 a month'],
  ]);
});

test('FACT-14 sources follow the words of the post, and stay as they were when the fact changes or goes', async () => {
  const id = await write('Pro is $19.');
  expect(await claimsOf(id)).toEqual([['$19', 'Pro costs $19 a month']]);
  await send('PUT', `/api/posts/${id}`, { content: 'Visit our 3 shops.' });
  expect(await claimsOf(id)).toEqual([['3 shops', 'We have 3 shops']]);
  const { body } = await call<{ facts: { id: string }[] }>(app, 'GET', '/api/facts', { token: writer.token });
  for (const fact of body.facts) await send('DELETE', `/api/facts/${fact.id}`);
  const content = 'Visit our 3 shops.';
  const scheduledTime = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString();
  expect((await send('PUT', `/api/posts/${id}`, { content, scheduledTime })).status).toBe(200);
  expect(await claimsOf(id)).toEqual([['3 shops', 'We have 3 shops']]);
  await send('PUT', `/api/posts/${id}`, { content: 'Visit all our 3 shops.' });
  expect(await claimsOf(id)).toEqual([]);
});

test('FACT-14 a restored post, a copy and an import have their sources, and the export lists one person’s alone', async () => {
  const id = await write('Pro is $19.');
  await send('DELETE', `/api/posts/${id}`);
  expect((await send('GET', `/api/posts/${id}/sources`)).body).toMatchObject({ code: 'POST_NOT_FOUND' });
  await send('POST', `/api/posts/${id}/restore`);
  const price: [string, string] = ['$19', 'Pro costs $19 a month'];
  const copy = await send('POST', `/api/posts/${id}/duplicate`, { key: crypto.randomUUID() });
  const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const csv = `time,content\n${tomorrow} 11:00,Imported: $19\n`;
  const imported = await send('POST', '/api/posts/import', { key: crypto.randomUUID(), csv, dryRun: false });
  const ids = [id, copy.body.post.id, imported.body.posts[0]?.id as string];
  for (const each of ids) expect(await claimsOf(each)).toEqual([price]);
  const stranger = await buildWriter(app);
  await send('POST', '/api/facts', { kind: 'price', sheet: 'Pro costs $19 a month' }, stranger);
  await send('POST', '/api/posts/own', { key: crypto.randomUUID(), content: 'Pro is $19.' }, stranger);
  const { body } = await call<{ postSources: { postId: string }[] }>(app, 'GET', '/api/user/export', writer);
  expect(body.postSources.map(({ postId }) => postId)).toEqual(ids);
});

test('FACT-14 nobody sees what supports another’s post', async () => {
  const id = await write('Pro is $19.');
  const stranger = await buildUser(app);
  const asked = await call(app, 'GET', `/api/posts/${id}/sources`, { token: stranger.token });
  expect(asked).toMatchObject({ status: 404, body: { code: 'POST_NOT_FOUND' } });
});
