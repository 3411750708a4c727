import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAds } from '../../../../test/ad-posts.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  comeBack,
  connectX,
} from '../../../../test/factories.ts';
import { actorOf } from '../../billing/billing.fixture.ts';
import { breakModel, completeJob, generationDeps, mendModel } from '../../generation/generation.fixture.ts';
import { startAds } from '../../generation/jobs/start-ads.ts';
import { createAdPosts } from './create-ad-posts.ts';

let app: TestApp;
let admin: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-11-23T02:00:00Z');
  admin = await buildUser(app, { roles: ['admin'], timeZone: 'Asia/Kolkata' });
  accountId = (await connectX(app, admin)).id;
});

async function saved(): Promise<{ account_id: number; at: string; content: string }[]> {
  const { rows } = await app.platform.db.execute(
    sql`select account_id, scheduled_at as at, content from posts where user_id = ${admin.id} order by scheduled_at`,
  );
  return rows as { account_id: number; at: string; content: string }[];
}
async function prompts(): Promise<string[]> {
  const response = await fetch(`${app.sandboxUrl}/sandbox/llm/prompts`);
  const seen = (await response.json()) as { prompts: { messages: { content: string }[] }[] };
  return seen.prompts.map(({ messages }) => messages.at(-1)?.content ?? '');
}

test('ADM-AD-02 ADM-AD-03 ADM-AD-04 ADM-AD-05 twenty ad posts for the selected account: ten days, two a day', async () => {
  const answer = await createAds(app, admin.token, { reason: 'The launch is near.' });
  expect(answer).toMatchObject({ status: 200, body: { createdCount: 20, requestedCount: 20 } });
  const posts = await saved();
  expect(new Set(posts.map((post) => post.content)).size).toBe(20);
  expect(new Set(posts.map((post) => post.account_id))).toEqual(new Set([accountId]));
  const days = new Map<string, number>();
  for (const { at } of posts) {
    const day = new Date(new Date(at).getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  expect([...days.values()]).toEqual(Array(10).fill(2));
  // The prompt template 'ad_post' asked for them.
  for (const prompt of await prompts())
    expect(prompt).toContain('Each post advertises what this account offers');
  const { rows } = await app.platform.db.execute(
    sql`select target_id, details from audit_log where action = 'posts.ads_created'`,
  );
  const details = { before: null, after: { created: 20, requested: 20 }, reason: 'The launch is near.' };
  expect(rows).toEqual([{ target_id: String(accountId), details }]);
});

test('two calls at once create twenty together, a repeat none, and a later one fills what became free', async () => {
  const [first, second] = await Promise.all([createAds(app, admin.token), createAds(app, admin.token)]);
  expect([first.body, second.body]).toEqual([
    { createdCount: 20, requestedCount: 20 },
    { createdCount: 20, requestedCount: 20 },
  ]);
  expect((await createAds(app, admin.token)).body).toEqual({ createdCount: 0, requestedCount: 20 });
  expect(await saved()).toHaveLength(20);
  await app.platform.db.execute(
    sql`delete from posts where id in (select id from posts where user_id = ${admin.id} order by scheduled_at limit 3)`,
  );
  expect((await createAds(app, admin.token)).body).toEqual({ createdCount: 3, requestedCount: 20 });
});

test('if the model writes none, the answer is 502 and nothing is saved', async () => {
  await breakModel(app, 'refusal');
  const none = await createAds(app, admin.token);
  await mendModel(app);
  const message = 'The AI could not write ad posts. Please try again.';
  expect(none).toMatchObject({ status: 502, body: { code: 'PROVIDER_FAILED', message } });
  expect(await saved()).toEqual([]);
});

test('posts that were written for a caller who left are saved by the next call, at the times still free', async () => {
  const job = await startAds(generationDeps(app), actorOf(admin), {});
  await completeJob(app, job?.id ?? '');
  const [, second, third] = job?.slots.map(({ scheduledTime }) => new Date(scheduledTime)) ?? [];
  if (!second || !third) throw new Error('no slots');
  await buildPost(app, { user: admin, accountId, scheduledAt: third });
  app.clock.set(second);
  await comeBack(app, admin);
  const asked = (await prompts()).length;
  // One time was taken meanwhile, and two have passed.
  expect((await createAds(app, admin.token)).body.createdCount).toBe(17);
  expect(await saved()).toHaveLength(18);
  expect(await prompts()).toHaveLength(asked);
});

test('a call that waits too long for the model answers to come back in a minute', async () => {
  const deps = {
    ...app.platform,
    ...generationDeps(app),
    publicUrl: app.config.publicUrl,
    tweetUrl: (id: string) => id,
    patienceMs: 10,
  };
  await expect(createAdPosts(deps, actorOf(admin), {})).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The AI is still writing. Press the button again in a minute; what it has written is kept.',
    retryAfter: 60,
  });
  expect(await saved()).toEqual([]);
});

test('ADM-AD-01 ADM-AD-05 only an admin with an account may, only for an account of their own, and not while a calendar is written', async () => {
  const post = (user: BuiltUser, body: object = {}) =>
    call<{ code: string }>(app, 'POST', '/api/admin/ad-posts/generate', { token: user.token, body });
  for (const role of ['support', 'ops', 'tester'] as const)
    expect((await post(await buildUser(app, { roles: [role] }))).status).toBe(403);
  expect((await post(await buildUser(app))).status).toBe(403);
  const bare = await buildUser(app, { roles: ['admin'] });
  expect(await post(bare)).toMatchObject({ status: 409, body: { code: 'X_NOT_CONNECTED' } });
  expect(await post(bare, { twitterAccountId: accountId })).toMatchObject({
    status: 404,
    body: { code: 'X_ACCOUNT_NOT_FOUND' },
  });
  await app.platform.db.execute(
    sql`insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots, round, to_ask,
          created_at, updated_at)
        values (${admin.id}, ${accountId}, 'processing', 'Gaming', false, '1 day', '[{}]', 1, 1,
          ${app.clock.now()}, ${app.clock.now()})`,
  );
  expect(await post(admin)).toMatchObject({ status: 409, body: { code: 'GENERATION_NOT_ALLOWED' } });
});
