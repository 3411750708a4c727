import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../../test/factories.ts';
import { createOpenAiCompatibleModel } from '../../../providers/llm/openai-compatible.ts';
import {
  buildWriter,
  generate,
  generationDeps,
  start,
  statusOf,
  type Writer,
} from '../generation.fixture.ts';
import { writePosts } from '../jobs/write-posts.ts';

let app: TestApp;
let admin: BuiltUser;
let writer: Writer;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T09:00:00Z' });
  admin = await buildUser(app, { roles: ['admin'] });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.platform.db.execute(sql`delete from saved_versions where subject_type = 'prompt'`);
  writer = await buildWriter(app, { niche: 'Gaming', plan: 'trial' });
});

type Seen = { model: string; messages: { role: string; content: string }[] };

/** What the model was told since the last look, oldest first. */
async function promptsSeen(): Promise<Seen[]> {
  const response = await fetch(`${app.sandboxUrl}/sandbox/llm/prompts`);
  return ((await response.json()) as { prompts: Seen[] }).prompts;
}
const textOf = (seen: Seen | undefined, role: string) =>
  seen?.messages.find((message) => message.role === role)?.content;

async function save(key: string, body: object): Promise<void> {
  const path = `/api/admin/prompts/${key}`;
  expect((await call(app, 'PUT', path, { token: admin.token, body })).status).toBe(200);
}
const fallbacks = async (template: string) =>
  (await app.platform.metrics.templateFallbacks.get()).values.find(
    ({ labels }) => labels.template === template,
  )?.value ?? 0;

test('ADM-PRM-13 a published prompt is used by the next generation, and a draft is not', async () => {
  const content = 'Niche: {{ niche }}\nWrite {{ count }} posts\nSound like a captain.';
  await save('generate_posts_user', { content, is_published: false });
  await generate(app, writer);
  expect(textOf((await promptsSeen()).at(-1), 'user')).not.toContain('captain');

  await save('generate_posts_user', { content, model: 'large-1' });
  await save('generate_posts_system', {
    content: 'You are {{ who }}.',
    variables: [{ name: 'who', default: 'Ann' }],
  });
  const next = await buildWriter(app, { niche: 'Gaming', plan: 'trial' });
  expect((await generate(app, next)).status).toBe('completed');
  const last = (await promptsSeen()).at(-1);
  expect(textOf(last, 'user')).toMatch(/^Niche: Gaming\nWrite \d posts\nSound like a captain\.$/);
  expect(textOf(last, 'system')).toBe('You are Ann.');
  expect(last?.model).toBe('large-1');
});

test('a customer never pays for a typo: the built-in prompt is used, logged and counted', async () => {
  const content = '{{ nihce }}';
  const saved = { role: 'user', model: 'large-1', description: '', content, variables: [] };
  await app.platform.db.execute(
    sql`insert into saved_versions (subject_type, subject_id, version, content, saved_at)
        values ('prompt', 'generate_posts_user/en/', 9, ${JSON.stringify(saved)}::jsonb, now())`,
  );
  const seenBefore = (await promptsSeen()).length;
  expect((await generate(app, writer)).status).toBe('completed');
  const first = (await promptsSeen())[seenBefore];
  expect(textOf(first, 'user')).toMatch(/^Niche: "Gaming"\nWrite 5 posts in English\n/);
  expect(first?.model).not.toBe('large-1');
  expect(await fallbacks('generate_posts_user')).toBeGreaterThan(0);
});

/** The sandbox's model behind an endpoint that knows no model but the configured one, as a real one answers. */
async function strictEndpoint(): Promise<string> {
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('end', async () => {
      const known = (JSON.parse(body) as { model: string }).model === app.config.llm.model;
      const answer = known
        ? await fetch(`${app.sandboxUrl}/llm/v1/chat/completions`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        : Response.json({ error: { message: 'The model does not exist' } }, { status: 404 });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test('where a prompt names a model that there is not, the configured one writes, logged and counted', async () => {
  await save('generate_posts_user', {
    content: 'Niche: {{ niche }}\nWrite {{ count }} posts',
    model: 'no-such-model',
  });
  const { body } = await start(app, writer);
  const model = createOpenAiCompatibleModel({ ...app.config.llm, baseUrl: await strictEndpoint() });
  const error = vi.fn();
  const log = { error, warn: vi.fn() } as unknown as typeof app.platform.log;
  const context = { signal: new AbortController().signal, log };
  await writePosts({ ...generationDeps(app), model }, body.jobId, context);
  expect(error.mock.calls).toEqual([
    [
      { model: 'no-such-model', detail: expect.stringContaining('The model does not exist') },
      'the prompt names an unknown model; using the configured one',
    ],
  ]);
  expect((await statusOf(app, writer, body.jobId)).progress).toBeGreaterThan(0);
  expect(await fallbacks('model')).toBe(1);
});
