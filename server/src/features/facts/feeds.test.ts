import type { RequestListener } from 'node:http';
import { type FeedProblem, feedProblemTexts } from '@drumbeat/contract/facts/facts.rules.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import type { JobContext } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { createFeed } from './create-feed.ts';
import { actorOf, depsWith, factsApi, rss, serveFeed } from './facts.fixture.ts';
import { listSources } from './facts.queries.ts';
import { selectFeed } from './feeds.store.ts';
import { refreshDueFeeds, refreshFeed } from './refresh-feed.ts';

let app: TestApp;
let api: ReturnType<typeof factsApi>;
let person: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({
    shared: true,
    now: '2026-11-21T09:00:00Z',
    env: { FEED_HOSTS: 'localhost:8443, 10.0.0.7, feeds.invalid' },
  });
  api = factsApi(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.platform.db.execute(sql`delete from fact_feeds`);
  person = await buildUser(app);
  accountId = (await connectX(app, person)).id;
});

const feedsOf = async () => (await api.list(person)).body.feeds;
const job = { log: undefined as never, signal: new AbortController().signal };
const quiet = () => ({ ...job, log: app.platform.log });

describe('adding a feed', () => {
  test('FACT-08 FACT-09 the sandbox’s is read through the same code, and shows what it says', async () => {
    const url = `${app.sandboxUrl}/news/facts`;
    const { status, body } = await api.createFeed(person, `${url}#top`);
    const [entry] = body.feed.entries;
    const readAt = app.clock.now().toISOString();
    expect([status, body.feed]).toEqual([
      200,
      {
        id: expect.stringMatching(/^\d+$/),
        url,
        title: 'Company news',
        readAt,
        problem: null,
        entries: [entry, expect.anything(), expect.anything(), expect.anything()],
      },
    ]);
    expect(entry).toEqual({
      id: expect.stringMatching(/^\d+$/),
      title: 'The Pro plan now costs $19 a month',
      url: expect.stringContaining('/news/story/Technology/1'),
      publishedAt: expect.stringMatching(/T00:00:00\.000Z$/),
    });
    expect(await feedsOf()).toEqual([body.feed]);
    const { feedHosts } = (await api.list(person)).body;
    expect(feedHosts).toEqual(['localhost:8443', '10.0.0.7', 'feeds.invalid', new URL(url).host]);
    expect(await listSources(app.platform.db, accountId)).toContainEqual({
      id: `feed:${body.feed.entries[0]?.id}`,
      kind: 'feed',
      label: 'The Pro plan now costs $19 a month',
      text: expect.stringContaining('Until the end of March'),
      url: body.feed.entries[0]?.url,
    });
  });

  test.each<[string, string, FeedProblem]>([
    ['no address', 'not an address', 'not_an_address'],
    ['a host that is not listed', 'https://evil.example/rss', 'host_not_listed'],
    ['a file', 'file:///etc/passwd', 'host_not_listed'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data', 'host_not_listed'],
    ['a listed host without https', 'http://feeds.invalid/rss', 'not_public'],
    ['a listed address of a private network', 'https://10.0.0.7/rss', 'not_public'],
    ['a listed name that leads to this machine', 'https://localhost:8443/rss', 'not_public'],
    ['a password', 'https://me:secret@feeds.invalid/rss', 'not_an_address'],
    ['a name that nobody has', 'https://feeds.invalid/rss', 'no_answer'],
  ])('FACT-09 FACT-10 %s is refused in words, and nothing is stored', async (_what, url, problem) => {
    const answer = await api.createFeed(person, url);
    expect(answer).toMatchObject({ status: 400, body: { code: 'FEED_REFUSED', data: { problem } } });
    expect(answer.body.message).toBe(feedProblemTexts[problem]);
    expect(await feedsOf()).toEqual([]);
  });

  const endless: RequestListener = (_, response) => {
    const more = () =>
      void (response.write(`<rss>${'x'.repeat(65_536)}`) ? setImmediate(more) : response.once('drain', more));
    more();
  };
  test.each<[string, RequestListener, string]>([
    [
      'a page of HTML',
      (_, response) => void response.end('<html><script>alert(1)</script></html>'),
      'not_a_feed',
    ],
    ['an endless feed', endless, 'too_large'],
    ['a feed that drips', (_, response) => void response.write('<rss>'), 'too_slow'],
    [
      'a redirect to the metadata of a cloud',
      (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      'host_not_listed',
    ],
  ])('FACT-10 %s is refused in words, and nothing is stored', async (_what, listener, problem) => {
    const host = await serveFeed(listener);
    const deps = problem === 'too_slow' ? depsWith(app, [host], 100) : depsWith(app, [host]);
    const adding = createFeed(deps, actorOf(person.id), { url: `http://${host}/` });
    await expect(adding).rejects.toMatchObject({ code: 'FEED_REFUSED', data: { problem } });
    expect(await feedsOf()).toEqual([]);
  });

  test('FACT-09 an account has three feeds at most, each once, also when several come at once', async () => {
    const at = (niche: string) => `${app.sandboxUrl}/news/${niche}`;
    const twice = await Promise.all([1, 2].map(() => api.createFeed(person, at('Gaming'))));
    const known = {
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        message: 'You have already added this feed.',
        data: { fields: { url: 'You have already added this feed.' } },
      },
    };
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(twice.find(({ status }) => status === 400)).toMatchObject(known);
    expect(await api.createFeed(person, at('Gaming'))).toMatchObject(known);
    const answers = await Promise.all(
      ['Chess', 'Coffee', 'Travel'].map((niche) => api.createFeed(person, at(niche))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    const feeds = await feedsOf();
    expect(feeds).toHaveLength(3);
    // In the order in which they were added, each with its own entries, however many they are together.
    const added = [...twice, ...answers].flatMap(({ status, body }) => (status === 200 ? body.feed : []));
    expect(feeds).toEqual(added.sort((a, b) => Number(a.id) - Number(b.id)));
    expect(feeds.flatMap(({ entries }) => entries).length).toBeGreaterThan(20);
    expect(await api.createFeed(person, at('Art'))).toMatchObject({
      status: 409,
      body: { code: 'FEED_LIMIT_REACHED', message: 'An account has at most 3 feeds. Remove one first.' },
    });
    // Neither one too many nor one that is there already is read.
    let readings = 0;
    const host = await serveFeed((_, response) => {
      readings += 1;
      response.end(rss());
    });
    const add = () => createFeed(depsWith(app, [host]), actorOf(person.id), { url: `http://${host}/` });
    await expect(add()).rejects.toMatchObject({ code: 'FEED_LIMIT_REACHED' });
    await api.act(person, 'DELETE', `feeds/${feeds[0]?.id}`);
    await add();
    await expect(add()).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(readings).toBe(1);
  });

  test('FACT-09 is for the account that is named, if it is one’s own, and was not removed while it was read', async () => {
    const { db } = app.platform;
    await subscribe(app, person, { plan: 'pro_plus' });
    const second = await connectX(app, person);
    const stranger = await buildUser(app);
    await connectX(app, stranger);
    const add = (who: BuiltUser) =>
      api.act(who, 'POST', 'feeds', {
        url: `${app.sandboxUrl}/news/Chess`,
        twitterAccountId: String(second.id),
      });
    expect((await add(person)).status).toBe(200);
    expect(await feedsOf()).toEqual([]);
    expect((await api.list(person, `?twitterAccountId=${second.id}`)).body.feeds).toHaveLength(1);
    expect((await add(stranger)).body).toMatchObject({ code: 'X_ACCOUNT_NOT_FOUND' });
    const host = await serveFeed(async (_, response) => {
      await db.execute(sql`update x_accounts set disconnected_at = now() where id = ${accountId}`);
      response.end(rss());
    });
    const input = { url: `http://${host}/`, twitterAccountId: accountId };
    const late = createFeed(depsWith(app, [host]), actorOf(person.id), input);
    await expect(late).rejects.toMatchObject({ code: 'X_ACCOUNT_NOT_FOUND' });
    const { rows } = await db.execute(sql`select 1 from fact_feeds where account_id = ${accountId}`);
    expect(rows).toEqual([]);
  });
});

describe('a feed that was added', () => {
  let items = '';
  let listener: RequestListener;
  let host: string;
  let id: number;
  let version = '"v1"';
  const one = (name: string) => `<item><guid>${name}</guid><title>${name}</title></item>`;
  const answer: RequestListener = (_, response) => {
    if (version) response.setHeader('etag', version).setHeader('last-modified', `day of ${version}`);
    response.end(rss(items));
  };
  beforeEach(async () => {
    items = one('A') + one('B');
    version = '';
    listener = answer;
    host = await serveFeed((request, response) => listener(request, response));
    id = (await createFeed(depsWith(app, [host]), actorOf(person.id), { url: `http://${host}/` })).id;
  });
  const titles = async () => (await feedsOf())[0]?.entries.map(({ title }) => title);

  test('FACT-11 is read again after three hours; an entry that stays keeps its id, one that is gone goes', async () => {
    const [before] = await feedsOf();
    const pubDate = '<pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate>';
    items = `<item><guid>C</guid><title>C</title>${pubDate.replace('08', '07')}</item>
      <item><guid>A</guid><title>A anew</title>${pubDate}<link>https://shop.example/a</link>
        <description>New words</description></item>`;
    let readings = 0;
    listener = (request, response) => {
      readings += 1;
      answer(request, response);
    };
    await refreshDueFeeds(depsWith(app, [host]), quiet());
    expect(await titles()).toEqual(['A', 'B']);
    app.clock.advance(3 * 3_600_000);
    await Promise.all([
      refreshDueFeeds(depsWith(app, [host]), quiet()),
      refreshDueFeeds(depsWith(app, [host]), quiet()),
    ]);
    const [after] = await feedsOf();
    expect(after?.entries).toEqual([
      {
        id: before?.entries.find(({ title }) => title === 'A')?.id,
        title: 'A anew',
        url: 'https://shop.example/a',
        publishedAt: '2026-11-21T08:00:00.000Z',
      },
      { id: expect.any(String), title: 'C', url: null, publishedAt: '2026-11-21T07:00:00.000Z' },
    ]);
    expect(Date.parse(after?.readAt ?? '')).toBe(app.clock.now().getTime());
    expect(readings).toBe(1);
    expect((await selectFeed(app.platform.db, id))?.nextReadAt).toEqual(
      new Date(app.clock.now().getTime() + 3 * 3_600_000),
    );
    const sources = await listSources(app.platform.db, accountId);
    expect(sources.map(({ text }) => text)).toEqual(['A anew. New words', 'C']);
    items = '';
    app.clock.advance(3 * 3_600_000);
    await refreshDueFeeds(depsWith(app, [host]), quiet());
    expect(await titles()).toEqual([]);
  });

  test('FACT-11 that fails says why and keeps what it said; it is read again at its time or when asked', async () => {
    listener = (_, response) => void response.end('<html>gone</html>');
    app.clock.advance(3 * 3_600_000);
    const told: unknown[] = [];
    const log = { info: (...line: unknown[]) => told.push(line) } as unknown as JobContext['log'];
    await refreshDueFeeds(depsWith(app, [host]), { ...quiet(), log });
    expect(told).toEqual([
      [{ feedId: id, detail: 'Unrecognized feed format' }, 'could not read a fact feed'],
    ]);
    const [failed] = await feedsOf();
    expect(failed).toMatchObject({ problem: 'not_a_feed', entries: [{ title: 'A' }, { title: 'B' }] });
    expect(Date.parse(failed?.readAt ?? '')).toBe(app.clock.now().getTime() - 3 * 3_600_000);
    const asked = refreshFeed(depsWith(app, [host]), actorOf(person.id), id);
    await expect(asked).rejects.toMatchObject({ code: 'FEED_REFUSED', data: { problem: 'not_a_feed' } });
    listener = answer;
    const mended = await refreshFeed(depsWith(app, [host]), actorOf(person.id), id);
    expect(mended).toMatchObject({ problem: null, readAt: app.clock.now() });
  });

  test('FACT-11 is asked only whether it has changed; then it is read, and what was wrong is over', async () => {
    const asked: unknown[] = [];
    version = '"v1"';
    const url = `http://${host}/other`;
    const added = await createFeed(depsWith(app, [host]), actorOf(person.id), { url });
    listener = (request, response) => {
      const { 'if-none-match': etag, 'if-modified-since': since } = request.headers;
      asked.push([etag, since]);
      if (asked.length === 2) return void response.writeHead(500).end();
      if (etag === '"v2"') return void response.writeHead(304).end();
      version = '"v2"';
      return answer(request, response);
    };
    const refresh = () => refreshFeed(depsWith(app, [host]), actorOf(person.id), added.id);
    await refresh();
    await expect(refresh()).rejects.toMatchObject({ data: { problem: 'refused' } });
    app.clock.advance(60_000);
    expect(await refresh()).toMatchObject({ problem: null, readAt: app.clock.now() });
    await app.platform.db.execute(
      sql`update fact_feeds set next_read_at = now() + interval '1 day' where id = ${id}`,
    );
    app.clock.advance(3 * 3_600_000);
    await refreshDueFeeds(depsWith(app, [host]), quiet());
    const second = ['"v2"', 'day of "v2"'];
    expect(asked).toEqual([['"v1"', 'day of "v1"'], second, second, second]);
    expect((await feedsOf()).map(({ readAt }) => Date.parse(readAt))).toEqual([
      app.clock.now().getTime() - 3 * 3_600_000 - 60_000,
      app.clock.now().getTime(),
    ]);
  });

  test('FACT-08 whose host is no longer listed is not asked', async () => {
    app.clock.advance(3 * 3_600_000);
    let calls = 0;
    listener = () => {
      calls += 1;
    };
    await app.platform.jobs.enqueue(app.platform.db, queues.refreshFeeds, {});
    await app.platform.jobs.drain();
    expect((await feedsOf())[0]?.problem).toBe('host_not_listed');
    expect(calls).toBe(0);
  });

  test('FACT-09 is removed by its owner alone, and so is it read', async () => {
    const stranger = await buildUser(app);
    await connectX(app, stranger);
    for (const [method, path] of [
      ['POST', `feeds/${id}/refresh`],
      ['DELETE', `feeds/${id}`],
    ] as const)
      expect(await api.act(stranger, method, path)).toMatchObject({
        status: 404,
        body: { code: 'FEED_NOT_FOUND' },
      });
    const gone = await api.act(person, 'DELETE', `feeds/${id}`);
    expect([gone.status, gone.body]).toEqual([200, { message: 'Feed removed.' }]);
    expect(await feedsOf()).toEqual([]);
    const { rows } = await app.platform.db.execute(sql`select 1 from feed_entries`);
    expect(rows).toEqual([]);
    const log = await app.platform.db.execute(
      sql`select action, target_type as type, target_id as id, details from audit_log
        where actor_user_id = ${person.id} and action like 'facts.%' order by id`,
    );
    const target = { type: 'fact_feed', id: String(id) };
    expect(log.rows).toEqual([
      { action: 'facts.feed_added', ...target, details: { host } },
      { action: 'facts.feed_deleted', ...target, details: {} },
    ]);
    expect((await call(app, 'DELETE', `/api/facts/feeds/${id}`)).status).toBe(401);
  });
});
