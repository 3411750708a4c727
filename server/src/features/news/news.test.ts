import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, sandboxControl } from '../../../test/factories.ts';

type News = {
  news: { title: string; summary: string; publishedAt: string }[];
  fresh: boolean;
  fromCache: boolean;
  message: string;
  dailyLimitReached: boolean;
};

let app: TestApp;
let person: BuiltUser;
// The sandbox's stories are of today, so the clock is as well.
const start = new Date().toISOString();
const niches = ['Chess', 'Coffee', 'Gaming', 'Travel', 'Fitness', 'Books', 'Music', 'Design', 'Art', 'Pets'];
beforeAll(async () => {
  app = await buildApp({ shared: true, now: start });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(start);
  await app.platform.db.execute(sql`delete from news`);
  person = await buildUser(app, { niche: niches.pop() ?? 'Gaming' });
});

const summarized = (user = person) =>
  call<News>(app, 'GET', '/api/news/summarized', { token: user.token }).then(({ body }) => body);
const check = (query = '', user = person) =>
  call<News>(app, 'GET', `/api/news/check-fresh${query}`, { token: user.token }).then(({ body }) => body);
const work = () => app.platform.jobs.drain();

async function record(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await app.platform.db.execute(sql`select * from news`);
  return rows[0];
}

test('what summaries cost is in the ledger of model calls, of nobody', async () => {
  const { db } = app.platform;
  await db.execute(sql`delete from cost_entries`);
  await summarized();
  await work();
  const { rows } =
    await db.execute(sql`select purpose, user_id, account_id, tier, model, input_tokens > 0 as has_read,
    output_tokens > 0 as has_written, cost_micros > 0 as costs from cost_entries`);
  const ofNobody = { purpose: 'news', user_id: null, account_id: null, tier: 'news' };
  expect(rows).toEqual([
    { ...ofNobody, model: expect.any(String), has_read: true, has_written: true, costs: true },
  ]);
});

test('NEWS-01 NEWS-02 NEWS-03 NEWS-04 news is fetched and summarised in the background, then comes from the cache', async () => {
  expect(await summarized()).toEqual({
    news: [],
    fresh: false,
    fromCache: false,
    message: 'Fresh stories are on their way.',
    dailyLimitReached: false,
  });
  expect(await check()).toMatchObject({ news: [], fresh: false });
  expect(await work()).toBe(1);
  const fresh = await check();
  expect(fresh).toMatchObject({ fresh: true, fromCache: true, message: 'These are the latest stories.' });
  expect(fresh.news.length).toBeGreaterThan(2);
  for (const item of fresh.news) {
    expect(Object.keys(item).sort()).toEqual(['publishedAt', 'summary', 'title']);
    expect(item.summary).toMatch(/\S/);
  }
  expect(await summarized()).toEqual(fresh);
  expect(await work()).toBe(0);
});

test('two people of one niche, and one who asks twice, cause one refresh', async () => {
  const other = await buildUser(app, { niche: (await record())?.niche as string });
  await app.platform.db.execute(
    sql`update users set niche = 'Linux' where id in (${person.id}, ${other.id})`,
  );
  await Promise.all([summarized(), summarized(other), check(), check('', other), check('?force=true')]);
  expect(await work()).toBe(1);
  expect(await record()).toMatchObject({ niche: 'Linux', refreshes: 1 });
  expect((await summarized(other)).news).toEqual((await summarized()).news);
});

test('NEWS-18 a niche is fetched ten times a day; then its last news stays until tomorrow', async () => {
  for (let times = 0; times < 10; times += 1) {
    await check('?force=true');
    await work();
    app.clock.advance(61_000);
  }
  expect(await check('?force=true')).toMatchObject({ dailyLimitReached: true, fresh: true });
  expect(await work()).toBe(0);
  app.clock.advance(3 * 3_600_000);
  const spent = await check();
  // Late in the evening three hours later is tomorrow.
  await work();
  if (start.slice(0, 10) === app.clock.now().toISOString().slice(0, 10))
    expect(spent).toMatchObject({
      dailyLimitReached: true,
      fresh: false,
      message: 'That was today’s last update. New stories come tomorrow.',
    });
  app.clock.advance(24 * 3_600_000);
  await check();
  expect(await work()).toBe(1);
});

test('news is fetched again after three hours, and what was known is shown until then', async () => {
  await summarized();
  await work();
  const first = await summarized();
  app.clock.advance(3 * 3_600_000 + 1);
  const old = await summarized();
  expect(old).toMatchObject({ fresh: false, fromCache: true });
  expect(old.news).toEqual(first.news);
  expect(await work()).toBe(1);
  expect(await check()).toMatchObject({ fresh: true });
});

test('where the model fails, the stories are told in the feed’s own words', async () => {
  for (const kind of ['server_error', 'malformed', 'refusal']) {
    await sandboxControl(app, '/sandbox/llm/faults', { kind });
    await check('?force=true');
    await work();
    const answer = await check();
    expect(answer.fresh, kind).toBe(true);
    expect(
      answer.news.every(({ summary }) => summary.length > 10),
      kind,
    ).toBe(true);
    app.clock.advance(121_000);
  }
});

test('a worker that died is followed by another after two minutes, and can no longer write', async () => {
  await summarized();
  const claim = await record();
  expect(claim).toMatchObject({ refreshes: 1, refreshed_at: null });
  app.clock.advance(119_000);
  await summarized();
  expect(await record()).toMatchObject({ refreshes: 1 });
  app.clock.advance(2_000);
  await summarized();
  expect(await record()).toMatchObject({ refreshes: 2 });
  await work();
  expect(await record()).toMatchObject({ claimed_at: null });
});

test('NEWS-09 news is for those who have signed in', async () => {
  expect((await call(app, 'GET', '/api/news/summarized')).status).toBe(401);
  expect((await call(app, 'GET', '/api/news/check-fresh', { token: 'made-up-token' })).status).toBe(401);
});

test('a feed that is out of reach leaves the rest of the product alone, and what is known', async () => {
  const cut = await buildApp({
    now: start,
    env: { NEWS_FEED_URL: 'https://feeds.invalid/{niche}', NEWS_HOSTS: 'feeds.invalid' },
  });
  const { token } = await buildUser(cut);
  const ask = () => call<News>(cut, 'GET', '/api/news/check-fresh', { token });
  expect(await ask()).toMatchObject({ status: 200, body: { news: [], fresh: false } });
  await cut.platform.jobs.drain();
  expect(await ask()).toMatchObject({ status: 200, body: { news: [], fresh: false } });
  expect(await cut.platform.jobs.drain()).toBe(0);
});
