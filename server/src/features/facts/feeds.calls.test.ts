import type { RequestListener } from 'node:http';
import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { queues } from '../../platform/queues.ts';
import { rss, serveFeed } from './facts.fixture.ts';
import { listSources } from './facts.queries.ts';

const HOUR = 3_600_000;

/** From now on this host counts as one on this machine whose feeds may be added. */
function listHost({ config }: TestApp, host: string): void {
  for (const hosts of [config.feeds.hosts, config.feeds.localHosts]) (hosts as string[]).push(host);
}

const item = (guid: string, title: string, rest = '') =>
  `<item><guid>${guid}</guid><title>${title}</title>${rest}</item>`;
const dated = (day: number) => `<pubDate>${day} Nov 2020 08:00:00 GMT</pubDate>`;

test('docs/calls/feeds.md says what the calls of the feeds of facts answer and do', async () => {
  const page = await openKeptPage({ FEED_HOSTS: 'feeds.invalid, localhost:8443' });
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const cleo = await buildUser(app, { email: 'cleo@example.com' });
  await subscribe(app, ada);
  await connectX(app, ada, 'ada');
  const { id } = await connectX(app, ada, 'brew');
  const ofBob = await connectX(app, bob, 'bob');

  await page.prepare(() => app.platform.jobs.drain());

  const answers: Record<string, RequestListener> = {};
  const host = await serveFeed((request, response) => answers[request.url ?? '']?.(request, response));
  listHost(app, host);
  const at = (path: string) => `http://${host}${path}`;
  let items: string[] = [];
  let version: Record<string, string> = {};
  /** The last entry says what was asked. */
  answers['/shop'] = ({ headers }, response) => {
    const { accept, 'user-agent': agent, 'if-none-match': match, 'if-modified-since': since } = headers;
    const asked = `asked for ${match ?? 'any version'} since ${since ?? 'ever'} as ${agent}, ${accept}`;
    response.writeHead(200, version).end(rss(...items, item('asked', asked)));
  };
  answers['/none'] = (_, response) => response.writeHead(304).end();
  answers['/error'] = (_, response) => response.writeHead(503).end();
  answers['/page'] = (_, response) => response.end('<html><p>No feed</p></html>');
  answers['/circle'] = (_, response) => response.writeHead(302, { location: '/circle' }).end();
  answers['/away'] = (_, response) => response.writeHead(301, { location: 'https://away.example/' }).end();
  answers['/moved'] = (_, response) => response.writeHead(308, { location: 'atom' }).end();
  answers['/large'] = (_, response) => response.end(rss(item('a', 'x'.repeat(1_000_000))));
  answers['/atom'] = (_, response) =>
    response.writeHead(200, { 'last-modified': 'Thu, 19 Nov 2020 08:00:00 GMT' }).end(
      `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title> </title>
        <entry><id>1</id><title>Older</title><summary>Short</summary><content>Whole</content>
          <link rel="enclosure" href="https://shop.example/mp3"/><link href="https://shop.example/1"/>
          <published>2020-11-01T08:00:00Z</published><updated>2020-11-05T08:00:00Z</updated></entry>
        <entry><id>2</id><title>Newer</title><content>Whole</content><updated>2020-11-02T08:00:00+02:00</updated></entry>
        </feed>`,
    );
  items = [
    item('b', 'Beans from Peru', `${dated(3)}<link>https://shop.example/b</link>`),
    item('c', '&lt;b&gt;Cups&lt;/b&gt; &amp;amp; \u202Esaucers', dated(5)),
    item('a', 'A bag costs $14', '<link>javascript:alert(1)</link>'),
    item('b', 'Beans a second time', dated(2)),
    item('d', ' ', dated(6)),
    item(
      'e',
      'E'.repeat(200),
      `${dated(4)}<description><![CDATA[<style>p {}</style><p>62% of ${'members '.repeat(80)}</p>]]></description>`,
    ),
    ...Array.from({ length: 25 }, (_, n) => item(`n${n}`, `Number ${n}`, dated(1))),
  ];
  version = { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2020 08:00:00 GMT' };

  const add = (url: string) => ({ as: ada, body: { url } });
  await ask('POST', '/api/facts/feeds', { ...add(`${at('/shop')}#top`), note: 'for the selected account' });
  await ask('POST', '/api/facts/feeds', { ...add(at('/shop')), note: 'a second time' });
  items = [item('z', 'Of the other account', '<link>http://shop.example/z</link>')];
  version = {};
  const other = { twitterAccountId: String(id), url: at('/shop') };
  await ask('POST', '/api/facts/feeds', { as: ada, body: other, note: 'the same for another account' });
  await ask('POST', '/api/facts/feeds', { as: bob, body: other, note: 'for an account of somebody else' });
  await ask('POST', '/api/facts/feeds', {
    as: cleo,
    body: { url: at('/shop') },
    note: 'without an X account',
  });
  await ask('POST', '/api/facts/feeds', { as: bob, body: { url: at('/shop') }, note: 'of somebody else' });
  for (const [url, note] of [
    ['no address', 'no address'],
    ['https://me:secret@feeds.invalid/', 'with a password'],
    ['https://away.example/feed', 'of a host that is not listed'],
    ['http://feeds.invalid/', 'of a listed host, without https'],
    ['https://localhost:8443/', 'of a listed name that leads to this machine'],
    [at('/none'), 'that has not changed at the first request'],
    [at('/error'), 'that answers an error'],
    [at('/page'), 'that is none'],
    [at('/circle'), 'that redirects in circles'],
    [at('/away'), 'that redirects to a host that is not listed'],
    [at('/large'), 'that is too large'],
  ] as const)
    await ask('POST', '/api/facts/feeds', { ...add(url), note });
  await ask('POST', '/api/facts/feeds', {
    ...add(at('/moved')),
    note: 'as Atom without a title, redirected',
  });

  const idOf = async (url: string, accountId: number) => {
    const { rows } = await db.execute(
      sql`select id from fact_feeds where url = ${url} and account_id = ${accountId}`,
    );
    return Number(rows[0]?.id);
  };
  const { rows } = await db.execute(
    sql`select min(id) as id, account_id from fact_feeds group by 2 order by 2`,
  );
  const [shop, ofOther, bobs] = rows.map((row) => Number(row.id));
  await ask('GET', '/api/facts', { as: ada, note: 'of the selected account, two feeds' });

  page.advance(60_000);
  version = { etag: '"v2"' };
  items = [
    item(
      'c',
      'Cups anew',
      `${dated(5)}<link>https://shop.example/c</link><description>And mugs</description>`,
    ),
    item('f', 'Filters', dated(7)),
  ];
  await ask('POST', `/api/facts/feeds/${shop}/refresh`, { as: ada, note: 'changed' });
  await ask('POST', `/api/facts/feeds/${shop}/refresh`, { as: bob, note: 'of somebody else' });
  const shopAnswer = answers['/shop'] as RequestListener;
  page.advance(60_000);
  answers['/shop'] = answers['/error'] as RequestListener;
  await ask('POST', `/api/facts/feeds/${shop}/refresh`, { as: ada, note: 'not readable' });
  page.advance(60_000);
  answers['/shop'] = ({ headers }, response) =>
    response.writeHead(headers['if-none-match'] === '"v2"' ? 304 : 500, { location: '/page' }).end();
  await ask('POST', `/api/facts/feeds/${shop}/refresh`, { as: ada, note: 'not changed' });
  answers['/shop'] = shopAnswer;

  // Three hours after it was added, to the second; the others are due a second later.
  const refresh = async () => {
    await app.platform.jobs.enqueue(db, queues.refreshFeeds, {});
    return app.platform.jobs.drain();
  };
  await db.execute(sql`update fact_feeds set next_read_at = '2020-11-20T13:00:01Z' where id <> ${shop}`);
  page.advance(3 * HOUR - 180_000 - 1_000);
  await page.step('the queue refresh_feeds, none is due', refresh);
  page.advance(1_000);
  await page.step('the queue refresh_feeds, one is due', refresh);
  await db.execute(sql`
    update fact_feeds set next_read_at = '2020-11-20T16:00:02Z' where id not in (${shop}, ${ofOther})`);
  answers['/shop'] = answers['/page'] as RequestListener;
  page.advance(1_000);
  await page.step('the queue refresh_feeds, one is due that is no feed any more', refresh);
  await page.step('the sources of the account are its facts and entries', async () => {
    await db.execute(sql`
      insert into facts (user_id, account_id, kind, text, created_at, updated_at) values
        (${ada.id}, ${await accountOf('ada')}, 'price', ${`A cup costs $3 ${'and more '.repeat(20)}`},
        '2020-11-20T13:00:00Z', '2020-11-20T13:00:00Z')`);
    for (const { id: source, kind, label, text, url } of await listSources(db, await accountOf('ada')))
      await db.execute(sql`
        select ${source} as source, ${kind} as kind, ${label} as label, ${text} as text, ${url} as url`);
  });
  async function accountOf(username: string): Promise<number> {
    const found = await db.execute(sql`select id from x_accounts where username = ${username}`);
    return Number(found.rows[0]?.id);
  }

  await ask('DELETE', `/api/facts/feeds/${bobs}`, { as: ada, note: 'of somebody else' });
  answers['/shop'] = shopAnswer;
  items = [];
  answers['/third'] = shopAnswer;
  await ask('POST', '/api/facts/feeds', { ...add(at('/third')), note: 'a third' });
  await ask('POST', '/api/facts/feeds', { ...add(at('/atom')), note: 'a fourth' });
  await ask('DELETE', `/api/facts/feeds/${await idOf(at('/moved'), await accountOf('ada'))}`, { as: ada });
  await db.execute(sql`
    update x_accounts set disconnected_at = '2020-11-20T13:00:00Z' where id = ${ofBob.id}`);
  const note = 'of an account that is no longer connected';
  await ask('POST', `/api/facts/feeds/${bobs}/refresh`, { as: bob, note });
  await ask('DELETE', `/api/facts/feeds/${bobs}`, { as: bob, note });
  await db.execute(sql`update rate_limits set points = 30 where key = ${`feed-fetch:${ada.id}`}`);
  await ask('POST', '/api/facts/feeds', { ...add(at('/atom')), note: 'above the limit of an hour' });
  await ask('POST', `/api/facts/feeds/${shop}/refresh`, { as: ada, note: 'above the limit of an hour' });
  await page.expectKept('feeds');
});
