import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, sandboxControl } from '../../../test/factories.ts';
import { type KeptPage, openKeptPage } from '../../../test/kept-calls.ts';
import { createOpenAiCompatibleModel } from '../../providers/llm/openai-compatible.ts';
import { createFeedNews } from '../../providers/news/rss.ts';
import { rss, serveFeed } from '../facts/facts.fixture.ts';
import { refreshNews } from './refresh-news.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const work = (page: KeptPage, name: string) =>
  page.step(`the queue refresh_news, ${name}`, () => page.app.platform.jobs.drain());

test('docs/calls/news.md says what the calls of the news answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, {
    email: 'ada@example.com',
    niche: 'Coffee & Tea',
    timeZone: 'Asia/Kolkata',
  });
  const bob = await buildUser(app, { email: 'bob@example.com', niche: 'Chess' });
  const cleo = await buildUser(app, { email: 'cleo@example.com', niche: 'Yoga' });
  await db.execute(sql`update users set niche = '' where id = ${cleo.id}`);
  const news = (note: string, as = ada) => ask('GET', '/api/news/summarized', { as, note });
  const check = (note: string, query = '', as = ada) =>
    ask('GET', `/api/news/check-fresh${query}`, { as, note });

  await news('without a niche', cleo);
  await news('nothing is known');
  await news('a second time');
  await work(page, 'the first news');
  await news('fresh');
  page.advance(MINUTE - 1);
  await check('less than a minute old', '?force=true');
  page.advance(1);
  await check('a minute old, not forced', '?force=false');
  await check('a minute old', '?force=true');
  await sandboxControl(app, '/sandbox/llm/faults', { kind: 'server_error' });
  await work(page, 'the model fails');
  page.advance(3 * HOUR - 1);
  await check('less than three hours old');
  page.advance(1);
  await check('three hours old');
  page.advance(2 * MINUTE - 1);
  await check('claimed less than two minutes ago');
  page.advance(1);
  await db.execute(sql`delete from pgboss.job where state = 'created'`);
  await check('claimed two minutes ago by a worker that died');
  await work(page, 'the second claim');
  await db.execute(
    sql`update news set refreshes = 9, day = '2020-11-20', refreshed_at = '2020-11-20T09:00:00Z'`,
  );
  await check('the last time of the day', '', ada);
  await db.execute(sql`update news set claimed_at = null`);
  await check('once more that day', '', ada);
  await news('of another niche', bob);
  // Midnight in UTC; in Kolkata it is half past five.
  page.advance(24 * HOUR - 3 * HOUR);
  await check('on the next day');
  await db.execute(sql`update rate_limits set points = 120 where key = ${`news:${ada.id}`}`);
  await check('above the limit of ten minutes');
  await page.expectKept('news');
});

test('docs/calls/news-stories.md says which stories of a feed are kept, and how', async () => {
  const page = await openKeptPage();
  const { app } = page;
  const { db, clock, log } = app.platform;
  const story = (title: string, date: string, text: string) =>
    `<item><title>${title}</title><pubDate>${date}</pubDate><description>${text}</description></item>`;
  let answer: (headers: Record<string, unknown>) => { status?: number; headers?: object; items?: string[] };
  const host = await serveFeed((request, response) => {
    const { status = 200, headers = {}, items = [] } = answer({ path: request.url, ...request.headers });
    response.writeHead(status, headers as Record<string, string>).end(rss(...items));
  });
  const hosts = [host];
  const source = createFeedNews({ url: `http://${host}/{niche}/{niche}`, hosts, localHosts: hosts });
  const model = createOpenAiCompatibleModel(app.config.llm);
  const refresh = async (name: string, niche: string, given: typeof answer) => {
    answer = given;
    const at = clock.now();
    await db.execute(sql`
      insert into news (niche, claimed_at, day, refreshes) values (${niche}, ${at}, '2020-11-20', 1)
      on conflict (niche) do update set claimed_at = ${at}`);
    await page.step(name, () =>
      refreshNews({ db, clock, model, source }, { niche, at }, { log, signal: new AbortController().signal }),
    );
  };
  const told = 'The kettle is older than the house. It is still in use.';
  const items = [
    story('Of a second ago', 'Fri, 20 Nov 2020 09:59:59 GMT', told),
    story('of A SECOND ago', 'Fri, 20 Nov 2020 09:59:58 GMT', 'The same title. Once more.'),
    story('Of the next second', 'Fri, 20 Nov 2020 10:00:01 GMT', told),
    story('Thirty days old', 'Wed, 21 Oct 2020 10:00:00 GMT', 'See https://away.example for it.'),
    story('Older than that', 'Wed, 21 Oct 2020 09:59:59 GMT', told),
    story('With a short text', 'Thu, 19 Nov 2020 08:00:00 GMT', 'Short.'),
    story(
      '&lt;i&gt;With\u202E markup&lt;/i&gt;',
      'Wed, 18 Nov 2020 08:00:00 GMT',
      `&lt;p&gt;${'long words '.repeat(40)}`,
    ),
    '<item><title>Without a date</title></item>',
  ];
  const version = { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2020 08:00:00 GMT' };
  await refresh('stories of a niche', 'Coffee &  Tea', ({ path }) => ({
    items: [...items, story(`Asked for ${path}`, 'Tue, 17 Nov 2020 08:00:00 GMT', told)],
    headers: version,
  }));
  page.advance(MINUTE);
  await refresh('not changed', 'Coffee &  Tea', (headers) => ({
    status: headers['if-none-match'] === '"v1"' && headers['if-modified-since'] ? 304 : 500,
  }));
  page.advance(MINUTE);
  await refresh('a feed that fails', 'Coffee &  Tea', () => ({ status: 500 }));
  const seven = Array.from({ length: 7 }, (_, n) =>
    story(`Number ${n}`, `Fri, ${20 - n} Nov 2020 08:00:00 GMT`, `The story of number ${n}. And more.`),
  );
  await refresh('more than six stories', 'Chess', () => ({ items: seven }));
  await sandboxControl(app, '/sandbox/llm/faults', { kind: 'refusal' });
  await refresh('the model declines', 'Chess', () => ({ items: seven.slice(5) }));
  await refresh('without a story that is news', 'Chess', () => ({ items: items.slice(4, 5) }));
  await page.step('of a claim that another has followed', () =>
    refreshNews(
      { db, clock, model, source },
      { niche: 'Chess', at: new Date(clock.now().getTime() - 1) },
      { log, signal: new AbortController().signal },
    ),
  );
  // In January, December is of another year.
  page.advance(46 * 24 * HOUR);
  await refresh('in the new year', 'Chess', () => ({
    items: [
      story('Of this year', 'Fri, 01 Jan 2021 00:00:00 GMT', told),
      story('Of last year', 'Thu, 31 Dec 2020 23:59:59 GMT', told),
    ],
  }));
  await page.expectKept('news-stories');
});
