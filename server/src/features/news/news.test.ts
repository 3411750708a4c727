import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, sandboxControl } from '../../../test/factories.ts';
import type { JobContext } from '../../platform/jobs.ts';
import type { NewsModel, SummaryAnswer } from '../../providers/llm/llm.ts';
import type { NewsReading, NewsSource } from '../../providers/news/news.ts';
import { getNews } from './get-news.ts';
import { claimAt } from './news.rules.ts';
import { selectNews, updateClaim } from './news.store.ts';
import { refreshNews } from './refresh-news.ts';

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
const niches =
  'Chess Coffee Gaming Travel Fitness Books Music Design Art Pets Wine Fishing Hiking Yoga Poetry Dogs'.split(
    ' ',
  );
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
    await db.execute(sql`select purpose, user_id, account_id, tier, model, input_tokens > output_tokens as has_read,
    output_tokens > 0 as has_written, cost_micros > 0 as costs, at = ${app.clock.now()} as is_now from cost_entries`);
  const ofNobody = { purpose: 'news', user_id: null, account_id: null, tier: 'news' };
  const { model } = app.config.llm;
  expect(rows).toEqual([
    { ...ofNobody, model, has_read: true, has_written: true, costs: true, is_now: true },
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
  expect(fresh).toEqual({
    news: fresh.news,
    fresh: true,
    fromCache: true,
    message: 'These are the latest stories.',
    dailyLimitReached: false,
  });
  expect(fresh.news.length).toBeGreaterThan(2);
  for (const item of fresh.news) {
    expect(Object.keys(item).sort()).toEqual(['publishedAt', 'summary', 'title']);
    expect(item.summary).toMatch(/\S/);
  }
  // Neither call has it fetched again before it is old, however often it is asked for.
  app.clock.advance(3 * 3_600_000 - 1);
  expect([await summarized(), await check(), await check('?force=false')]).toEqual([fresh, fresh, fresh]);
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
  for (const refreshes of [1, 10]) {
    if (refreshes > 1) await app.platform.db.execute(sql`update news set refreshes = ${refreshes - 1}`);
    await check('?force=true');
    await work();
    app.clock.advance(60_000 - 1);
    // Younger than a minute it is not fetched again.
    await check('?force=true');
    expect(await work()).toBe(0);
    app.clock.advance(1);
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
  expect(await record()).toMatchObject({ refreshes: 1, day: app.clock.now().toISOString().slice(0, 10) });
});

test('if the model fails, stories use the feed’s own words', async () => {
  for (const kind of ['server_error', 'refusal']) {
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
  const niche = String((await record())?.niche);
  const claimedAt = app.clock.now();
  const claim = await selectNews(app.platform.db, niche);
  expect(claim).toMatchObject({ claimedAt, refreshes: 1 });
  app.clock.advance(120_000 - 1);
  await summarized();
  expect(await selectNews(app.platform.db, niche)).toEqual(claim);
  app.clock.advance(1);
  // Staff who look at somebody's account have nothing fetched.
  const view = { staffId: person.id, endsAt: app.clock.now() };
  const deps = { ...app.platform, model: undefined as never, source: undefined as never as NewsSource };
  const source = { read: () => Promise.reject(new Error('read in a view')) };
  expect(await getNews({ ...deps, source }, { userId: person.id, view }, { force: true })).toMatchObject({
    news: [],
    fresh: false,
    message: 'Fresh stories are on their way.',
  });
  expect(await selectNews(app.platform.db, niche)).toEqual(claim);
  await summarized();
  expect(await record()).toMatchObject({ refreshes: 2 });
  await work();
  const items = (await summarized()).news;
  expect(await selectNews(app.platform.db, niche)).toMatchObject({ items, claimedAt: null });
});

const story = (title: string) => ({
  title,
  text: `The feed’s own words about ${title}.`,
  publishedAt: new Date(Date.parse(start) - 1),
});
const itemOf = (title: string, summary = story(title).text) => ({
  title,
  summary,
  publishedAt: story(title).publishedAt.toISOString(),
});
const changed = (...titles: string[]): NewsReading => ({
  ok: true,
  changed: true,
  stories: titles.map(story),
  version: { etag: '"v2"', lastModified: 'today' },
});

/** Claims a niche now, and refreshes it by a feed and a model that answer this; what both were asked, and the log. */
async function refresh(
  niche: string,
  given: { reading?: NewsReading; summaries?: SummaryAnswer; meanwhile?: () => Promise<unknown> },
): Promise<{ asked: unknown[]; warned: unknown[] }> {
  const { db, clock } = app.platform;
  const [asked, warned]: [unknown[], unknown[]] = [[], []];
  const at = clock.now();
  await updateClaim(db, { niche, now: at, ...claimAt(at, true) });
  const source: NewsSource = {
    async read(of, { etag, lastModified }) {
      asked.push({ of, etag, lastModified });
      await given.meanwhile?.();
      return given.reading ?? { ok: true, changed: false };
    },
  };
  const model: NewsModel = {
    async summarizeNews(request, until) {
      expect(until).toBe(signal);
      asked.push(request);
      return (
        given.summaries ?? { ok: true, texts: request.stories.map(({ title }) => `Summary of ${title}`) }
      );
    },
  };
  const log = { warn: (...told: unknown[]) => warned.push(told) } as unknown as JobContext['log'];
  const signal = new AbortController().signal;
  await refreshNews({ db, clock, model, source }, { niche, at }, { log, signal });
  return { asked, warned };
}
const rowOf = async (niche: string) => {
  const row = await selectNews(app.platform.db, niche);
  return row && { items: row.items, etag: row.etag, lastModified: row.lastModified, at: row.refreshedAt };
};

test('a refresh asks with the version that it knows; without a change the news stays, and is fresh', async () => {
  await refresh('Tea', { reading: changed('One', 'Two') });
  const known = {
    items: [itemOf('One', 'Summary of One'), itemOf('Two', 'Summary of Two')],
    etag: '"v2"',
    lastModified: 'today',
  };
  expect(await rowOf('Tea')).toEqual({ ...known, at: app.clock.now() });
  app.clock.advance(61_000);
  const { asked } = await refresh('Tea', {});
  expect(asked).toEqual([{ of: 'Tea', etag: '"v2"', lastModified: 'today' }]);
  expect(await rowOf('Tea')).toEqual({ ...known, at: app.clock.now() });
  expect(await record()).toMatchObject({ claimed_at: null });
});

test('a feed that is out of reach leaves what is known', async () => {
  await refresh('Tea', { reading: changed('One') });
  const known = await rowOf('Tea');
  app.clock.advance(61_000);
  const { warned } = await refresh('Tea', { reading: { ok: false, problem: 'no_answer', detail: 'cut' } });
  expect(warned).toHaveLength(1);
  expect(await rowOf('Tea')).toEqual(known);
});

test('without a feed, or a niche, news is switched off, and nothing is fetched', async () => {
  const off = {
    news: [],
    fresh: true,
    fromCache: true,
    message: 'News is switched off.',
    dailyLimitReached: false,
  };
  const { platform } = app;
  const deps = { ...platform, model: undefined as never, source: undefined };
  const actor = { userId: person.id };
  expect(await getNews(deps, actor, { force: true })).toEqual(off);
  await platform.db.execute(sql`update users set niche = '' where id = ${person.id}`);
  expect([await summarized(), await check('?force=true')]).toEqual([off, off]);
  expect([await work(), await record()]).toEqual([0, undefined]);
});
