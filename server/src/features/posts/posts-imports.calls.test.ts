import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, call, connectX } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { buildWriter, givePlan } from '../generation/generation.fixture.ts';
import { keyOf, planner, ROAST, ZONE } from './kept-posts.fixture.ts';

test('docs/calls/posts-imports.md says what importing posts answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: ZONE });
  await givePlan(app, ada.id, { tier: 'pro', posts_per_day: '2', links_per_cycle: '1' });
  const { id: first } = await connectX(app, ada, 'ada');
  const { id: brew } = await connectX(app, ada, 'brew');
  const cam = await buildWriter(app, { state: 'canceled' });
  const una = await buildWriter(app, { verified: false });
  const nia = await buildWriter(app);
  await db.execute(sql`delete from subscriptions where user_id = ${nia.id}`);
  const paris = await buildWriter(app, { timeZone: 'Europe/Paris' });
  await db.execute(sql`update subscriptions set period_end = '2021-12-01' where user_id = ${paris.id}`);
  await planner(page, ada, brew)('2020-11-23T03:30:00Z');
  const facts = { twitterAccountId: String(first), kind: 'product', sheet: 'We sell 12 blends.' };
  await call(app, 'POST', '/api/facts', { token: ada.token, body: facts });

  const load = (key: number, lines: string[], note: string, more: object = {}, as: { token: string } = ada) =>
    ask<{ posts: { id: string }[] }>('POST', '/api/posts/import', {
      as,
      body: { key: keyOf(key), csv: lines.join('\n'), dryRun: false, ...more },
      note,
    });
  const good = [
    'sep=;',
    '\uFEFFTime;Content;other',
    '2020-11-23 09:00;12 blends are on sale;x',
    ';;',
    '2020-11-24T9:30;"Two; lines"',
  ];
  await load(1, good, 'as a dry run', { dryRun: true });
  await load(1, good, 'on the selected account');
  await load(1, ['time,content', '2020-11-25 09:00,Other'], 'with the same key');
  await load(2, ['time\tcontent', "2020-11-23 10:00\t'=1+1"], 'on another account', {
    twitterAccountId: String(brew),
  });
  const faulty = [
    'content,time',
    'A,soon',
    'B,2020-11-20 15:30',
    'C,2020-12-20 15:31',
    `${'x'.repeat(281)},2020-11-26 09:00`,
    ' ,2020-11-26 09:00',
    'D,2020-11-26 09:00',
  ];
  await load(3, faulty, 'with faults');
  const dst = [
    'time,time_utc,content',
    '2021-03-28 02:30,,Skipped',
    '2021-10-31 02:30,2021-10-31T01:30:00Z,Twice',
  ];
  await load(4, dst, 'at clocks that are skipped or come twice', { dryRun: true }, paris);
  await load(4, dst.toSpliced(1, 1), 'at the later of the two', {}, paris);
  await load(
    5,
    [dst[0] ?? '', '2021-10-31 02:30,2021-10-30T01:30:00Z,Once'],
    'at the earlier of the two',
    {},
    paris,
  );
  await load(
    6,
    ['time,content', ...['07', '08', '09'].map((hour) => `2020-11-27 ${hour}:00,Words at ${hour}`)],
    'more than a day has room for',
  );
  await load(
    7,
    ['time,content', '2020-11-27 07:00,See https://a.com', '2020-11-28 07:00,See https://b.com'],
    'with too many links',
  );
  const roasts = ['time,content', `2020-11-28 07:00,"${ROAST}"`];
  await load(8, roasts, 'with words of nobody else');
  await load(9, [...roasts, '2020-11-29 07:00,Short words'], 'with words like those of a post');
  await load(
    9,
    [...roasts, '2020-11-29 07:00,Short words'],
    'with words like those of a post, as a dry run',
    { dryRun: true },
  );
  await load(9, [...roasts.slice(0, 1), roasts[1]?.replace('28', '30') ?? ''], 'a second time, knowingly', {
    acceptSimilar: true,
  });
  await load(10, ['when,content', 'x,y'], 'without a column');
  await load(11, ['time,content'], 'without posts');
  await load(13, ['a,b', 'x,y'], 'without both columns');
  await load(12, ['time,content', '2020-11-27 07:00,"open'], 'that is no CSV');
  const one = ['time,content', '2020-11-27 07:00,Hello'];
  await load(14, one, 'after the subscription ended', {}, cam);
  await load(14, one, 'with an address that is not verified', {}, una);
  await load(14, one, 'without a plan', {}, nia);
  await load(14, one, 'on an account of somebody else', { twitterAccountId: String(cam.accountId) });
  await prepare(() => db.execute(sql`update rate_limits set points = 60 where key like 'post-import:%'`));
  await load(15, one, 'more than 60 times an hour');
  await page.expectKept('posts-imports');
});
