import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { inTransaction } from '../../platform/database.ts';
import { queues } from '../../platform/queues.ts';
import { buildWriter } from '../generation/generation.fixture.ts';
import { findAlike } from './find-alike.ts';
import { recordPosts, withdrawDrafts } from './record-texts.ts';
import { refuseAlike } from './refuse-alike.ts';

const ROAST =
  'On Tuesdays we roast the beans of a small farm in Ethiopia, and by noon the whole street knows.';
const OTHER = 'Our second shop opens in March, two doors down from the old station, with seats in the sun.';
const SHORT = 'Good morning, and enjoy your coffee in the sun, everyone!';
const DAY_MS = 86_400_000;
const jobOf = (nth: number) => `7d4f9a52-0000-4000-8000-${String(nth).padStart(12, '0')}`;

test('docs/calls/alike.md says what is asked before words like others are planned, and what is kept of them', async () => {
  const page = await openKeptPage();
  const { app, ask, find, prepare, step } = page;
  const { db, clock } = app.platform;
  const now = clock.now();
  const plan = { metadata: { tier: 'pro', posts_per_day: '12' } };
  const ada = await buildWriter(app, plan);
  const bob = await buildWriter(app, plan);
  const eva = await buildWriter(app, plan);
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  /** A post of somebody, as it is recorded when it is planned. */
  const post = async (of: typeof ada, content: string, more: object = {}) => {
    const made = await buildPost(app, { user: of, accountId: of.accountId, content, ...more });
    const at = made.postedAt ?? made.scheduledAt;
    await recordPosts(db, [{ postId: made.id, content, at }], at);
    return made;
  };
  const window = 90 * DAY_MS;
  const out = (ms: number) => ({
    status: 'posted',
    tweetId: String(ms),
    scheduledAt: before(ms),
    postedAt: before(ms),
  });
  await post(bob, ROAST.replace('noon', 'ten'), out(window));
  const older = await post(bob, ROAST.replace('noon', 'two'), out(window + 1));
  await post(bob, ROAST.replace('noon', 'six'), { status: 'failed', scheduledAt: before(window + 2) });
  await post(bob, ROAST.replace('noon', 'one'), { scheduledAt: before(window + 3) });
  await post(bob, 'Something else about coffee, its price, and the weather of this week in our town.');
  await post(bob, SHORT);

  await find('What is like a text: published 90 days ago, or still to be published', () =>
    findAlike(db, ROAST, now),
  );
  await find('What is like a text of other words', () => findAlike(db, OTHER, now));
  const drafts = (nth: number, texts: string[]) =>
    inTransaction(db, (tx) => refuseAlike(tx, { id: jobOf(nth), userId: eva.id }, texts, now));
  await prepare(() =>
    db.execute(sql`
    insert into generation_jobs (id, user_id, account_id, status, niche, is_in_trial, days_text, replaces, slots, drafts,
      round, to_ask, failures, refusals, created_at, updated_at)
    select ('7d4f9a52-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${eva.id}, ${eva.accountId}, 'completed', 'Gaming', false,
      '', false,
      '[{"scheduledTime":"2020-11-24T03:30:00.000Z","scheduledTimeLocal":"2020-11-24T09:00:00"}]', '["Words"]', 1, 0, 0, '{}', ${now}, ${now} from generate_series(1, 2) n`),
  );
  await find('Drafts of a job, of which one is like a post', () => drafts(1, [ROAST, OTHER]));
  await find('Drafts of another job, of which one is like a draft', () =>
    drafts(2, [OTHER, 'Nothing like it']),
  );
  await find('No drafts', () => drafts(2, []));

  let press = 100;
  const own = (note: string, content: string, as = ada) => {
    press += 1;
    return ask('POST', '/api/posts/own', { as, body: { key: jobOf(press), content }, note });
  };
  await own('like a draft of somebody else', OTHER.replace('March', 'April'));
  await own('like a draft of the person’s own job', OTHER.replace('March', 'April'), eva);
  await own('of words that are too short to be asked about', SHORT);
  for (const part of ['the Netherlands', 'New Zealand', 'the Philippines', 'the Antilles'])
    await prepare(() => post(ada, `${OTHER} We ship to ${part}.`));
  await own('like four of the person’s and a draft of somebody else', OTHER);
  const load = (note: string, texts: string[]) => {
    press += 1;
    const rows = texts.map((text, nth) => `2020-12-0${nth + 1} 09:00,"${text}"`);
    const csv = ['time,content', ...rows].join('\n');
    return ask('POST', '/api/posts/import', {
      as: ada,
      body: { key: jobOf(press), csv, dryRun: false },
      note,
    });
  };
  await load('of which one is like the person’s, another like somebody else’s', [ROAST, OTHER]);
  await load('of which one is like somebody else’s', [ROAST, 'Something new.']);
  await load('of which two are like the person’s', [OTHER, OTHER.replace('March', 'May')]);
  await load('like one of the person’s, alone', [OTHER]);

  await step('Drafts are withdrawn', () => withdrawDrafts(db, [jobOf(2)]));
  await step('No drafts are withdrawn', () => withdrawDrafts(db, []));

  // What is to be looked at again: what still counts is kept, what is too old or gone is not.
  await prepare(async () => {
    await db.execute(sql`update alike_texts set look_at = ${now} where post_id is null`);
    await db.execute(sql`update alike_texts set look_at = ${before(1)} where post_id is not null`);
    await db.execute(sql`update alike_texts set look_at = ${before(2)} where post_id = ${older.id}`);
    await app.platform.jobs.drain();
    await app.platform.jobs.enqueue(db, queues.deleteOldTexts, {});
  });
  await step('Texts are looked at again; drafts not yet', () => app.platform.jobs.drain());
  app.clock.advance(1);
  await prepare(() => app.platform.jobs.enqueue(db, queues.deleteOldTexts, {}));
  await step('A millisecond later the drafts go, too', () => app.platform.jobs.drain());
  await page.expectKept('alike');
});
