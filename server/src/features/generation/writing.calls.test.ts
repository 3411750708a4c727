import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, call } from '../../../test/factories.ts';
import { type KeptPage, openKeptPage } from '../../../test/kept-calls.ts';
import type { Actor } from '../../platform/actor.ts';
import { queues } from '../../platform/queues.ts';
import {
  declined,
  insertJob,
  noJson,
  outOfReach,
  payForNovember,
  readyPosts,
  scriptModel,
} from './calls.fixture.ts';
import { buildWriter, generationDeps, type Writer } from './generation.fixture.ts';
import { startAds } from './start-ads.ts';

/** One step of a job, which is what its queue has waiting. */
const steps = (page: KeptPage, name: string) =>
  page.step(`the queue write_posts, ${name}`, async () => {
    const { jobs, db } = page.app.platform;
    await db.execute(sql`
      update pgboss.job set start_after = now() + interval '1 day' where name <> ${queues.writePosts}`);
    return jobs.drain();
  });

/** A job of so many posts, waiting in the queue. */
async function startJob(app: TestApp, writer: Writer, posts: number, given: object = {}): Promise<string> {
  const hours = Array.from({ length: posts }, (_, at) => 24 * (at + 1));
  const id = await insertJob(app, writer, { status: 'pending', drafts: [], hours, made: 0, ...given });
  const { jobs, db } = app.platform;
  await jobs.enqueue(db, queues.writePosts, { jobId: id }, { key: id });
  return id;
}

const good = [
  'Grind right before you brew, because aroma leaves in a hurry.',
  'Rinse the paper filter first, or the cup tastes of cardboard.',
  'Weigh the water as well as the beans. Scoops lie.',
  'Which kettle do you trust for a slow pour?',
];

test('docs/calls/writing.md says what the writing of posts does', async () => {
  const page = await openKeptPage();
  const { app } = page;
  const { db } = app.platform;
  const model = await scriptModel(app);
  const ada = await buildWriter(app, {
    niche: 'Coffee',
    timeZone: 'Asia/Kolkata',
    metadata: { tier: 'pro' },
  });
  const other = await buildWriter(app, { niche: 'Tea' });
  const voice = {
    language: 'en',
    tone: 'Dry, patient',
    topics: ['Filters', 'Kettles'],
    avoidedTopics: ['Politics'],
    bannedWords: ['artisanal'],
    signOff: '— Ada',
    // One more of each than the model is told at once.
    samples: Array.from({ length: 7 }, (_, n) => `The kettle sings before the house wakes up, number ${n}.`),
  };
  await call(app, 'PUT', '/api/voice', { token: ada.token, body: voice });
  await db.execute(sql`
    insert into voice_lessons (account_id, lesson, times, state, last_at) values
      (${ada.accountId}, 'no_exclamation', 3, 'accepted', '2020-11-01T08:00:00Z'),
      (${ada.accountId}, 'no_emoji', 3, 'counted', '2020-11-01T08:00:00Z')`);
  await db.execute(sql`
    insert into facts (user_id, account_id, kind, text, created_at, updated_at) values
      (${ada.id}, ${ada.accountId}, 'price', 'A bag costs $14', '2020-11-19T09:00:00Z', '2020-11-19T09:00:00Z'),
      (${other.id}, ${other.accountId}, 'price', 'A cup costs $3', '2020-11-19T09:00:00Z', '2020-11-19T09:00:00Z')`);
  await db.execute(sql`
    with feed as (
      insert into fact_feeds (user_id, account_id, url, title, read_at, next_read_at, created_at)
      values (${ada.id}, ${ada.accountId}, 'https://shop.example/', 'Shop', '2020-11-20T09:00:00Z',
        '2020-11-20T12:00:00Z', '2020-11-19T09:00:00Z') returning id)
    insert into feed_entries (feed_id, mark, title, text)
    select id, n, 'New filters ' || n, 'From paper' from feed, generate_series(1, 11) n order by n`);
  await db.execute(sql`
    insert into facts (user_id, account_id, kind, text, created_at, updated_at)
    select ${ada.id}, ${ada.accountId}, 'story', 'Roast number ' || n, '2020-11-19T09:00:00Z', '2020-11-19T09:00:00Z'
    from generate_series(1, 30) n order by n`);
  const saved = { user: ada, accountId: ada.accountId, createdAt: new Date('2020-11-01T08:00:00Z') };
  await buildPost(app, { ...saved, content: 'A slow morning needs a slow kettle.', status: 'posted' });
  await buildPost(app, { user: other, accountId: other.accountId, content: 'Of another account.' });
  await db.execute(sql`
    insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, created_at, updated_at)
    select ${ada.id}, ${ada.accountId}, 'Earlier ' || n, at, '2020-11-01T09:00:00', at, 'failed', at, at
    from generate_series(1, 15) n, lateral (select '2020-11-01T09:00:00Z'::timestamptz + n * interval '1 hour' as at) t`);
  await page.prepare(() => app.platform.jobs.drain());

  const unused = await insertJob(app, ada, { drafts: ['Never saved'], niche: 'Unused' });
  const used = await insertJob(app, ada, { drafts: ['Saved'], used: 60, niche: 'Used' });
  const ofOther = await insertJob(app, other, { drafts: ['Of the other'], niche: 'Other' });
  await db.execute(sql`
    insert into alike_texts (job_id, user_id, draft, bands, sketch, look_at)
    select id, user_id, drafts->>0, '{1}', 0::bit(256), '2021-01-01T00:00:00Z' from generation_jobs
    where id in (${unused}, ${used}, ${ofOther})`);

  await startJob(app, ada, 4);
  page.advance(1_000);
  const invented = 'Roasters say that 62% of all beans are stale.';
  model.next = [
    { posts: [...good.slice(0, 2), invented, '5. "Write the grind on the bag."'] },
    { posts: [good[0] ?? '', 'Visit https://shop.example now', good[2] ?? ''] },
  ];
  await steps(page, 'with a voice and facts, in two rounds');
  model.next = [outOfReach, { posts: good.slice(0, 2) }];
  await startJob(app, other, 1, { niche: 'Tea', round: 4 });
  await steps(page, 'the model cannot be reached once, and then writes what is known elsewhere');

  const cleo = await buildWriter(app, { niche: 'Chess' });
  const given = { niche: 'Chess', round: 4 };
  await startJob(app, cleo, 1, { ...given, failures: 2 });
  model.next = [outOfReach, outOfReach];
  await steps(page, 'the model cannot be reached a third and a fourth time');
  await startJob(app, cleo, 1, { ...given, round: 3 });
  model.next = [noJson, { ...declined, usage: null }];
  await steps(page, 'the model answers no posts in the last two rounds');
  await startJob(app, cleo, 1, given);
  model.next = [{ posts: ['I’m sorry, but I can’t help with that.'] }];
  await steps(page, 'the model declines in the last round');
  await startJob(app, cleo, 5, given);
  const chess = [
    'Castle early, then look at the rook again.',
    'Which opening do you play when the clock runs low?',
    'A knight on the rim looks at fewer squares.',
    'Count the attackers of a square before you take.',
  ];
  model.next = [{ posts: chess }];
  await steps(page, 'four of five posts are enough');

  await startJob(app, cleo, 4, given);
  const more = ['Draw lines on the board, not in the air.', 'Trade queens when you are ahead.'];
  model.next = [{ posts: [...more, 'Whose clock do you watch, yours or theirs?'] }];
  await steps(page, 'three of four posts are too few');

  const dora = await buildWriter(app, { niche: 'Gardening' });
  await startJob(app, dora, 6, { niche: 'Gardening', round: 4 });
  const garden = [
    'Water the tomatoes in the morning, not the leaves at noon.',
    'Which weed do you leave for the bees?',
    'Turn the compost before the rain comes.',
    'Sow the carrots thin, or thin them later.',
  ];
  model.next = [{ posts: garden }, { posts: [] }];
  await steps(page, 'six posts are asked for in two batches, and too few are good');

  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['admin'] });
  await call(app, 'PUT', '/api/admin/prompts/generate_posts_user', {
    token: staff.token,
    body: { content: 'Niche: {{ niche }}\nWrite {{ count }} posts as a captain.', model: 'large-1' },
  });
  const eve = await buildWriter(app, { niche: 'Sailing' });
  await startJob(app, eve, 1);
  model.next = [
    { status: 404, body: { error: { message: 'no such model' } } },
    { posts: ['Reef before you think that you need to.'], usage: { prompt_tokens: 7, completion_tokens: 3 } },
  ];
  await steps(page, 'a prompt of staff names a model that there is not');
  await startJob(app, eve, 1, { status: 'failed' });
  await steps(page, 'of a job that is over');
  await page.expectKept('writing');
});

test('docs/calls/ad-posts.md says what the calls about ad posts and the cleanups of generations do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const written = await readyPosts(app, 'Coffee', 30);
  const model = await scriptModel(app);
  const staff = await buildUser(app, {
    email: 'staff@example.com',
    roles: ['admin'],
    timeZone: 'Asia/Kolkata',
  });
  const writer = await buildWriter(app, { niche: 'Coffee' });
  const ads = async (note: string, body?: object) =>
    ask('POST', '/api/admin/ad-posts/generate', { as: staff, note, ...(body && { body }) });
  await ads('without an X account');
  const account = async (set: ReturnType<typeof sql>) =>
    db.execute(sql`update x_accounts set ${set} where id = ${writer.accountId}`);
  await account(sql`user_id = ${staff.id}, niche = null`);
  const mine = { ...writer, id: staff.id };
  await ads('without a niche');
  await account(sql`niche = 'Coffee', needs_reconnect = true`);
  await ads('X has revoked the access');
  await account(sql`needs_reconnect = false, is_active = false`);
  await ads('the account is switched off');
  await account(sql`is_active = true`);
  const running = await insertJob(app, mine, { status: 'processing', drafts: [], hours: [24] });
  await db.execute(sql`update generation_jobs set updated_at = ${app.clock.now()} where id = ${running}`);
  await ads('while a calendar is written');
  await db.execute(sql`delete from generation_jobs`);

  await insertJob(app, mine, { kind: 'ads', made: 86_401, niche: 'Too old' });
  await insertJob(app, mine, { kind: 'ads', used: 60, niche: 'Saved' });
  await insertJob(app, mine, { kind: 'ads', status: 'failed', niche: 'Failed' });
  const at = (time: string) => ({ scheduledAt: new Date(time), scheduledLocal: time.slice(0, 19) });
  const saved = { user: { ...staff }, accountId: mine.accountId, content: 'Taken' };
  await buildPost(app, { ...saved, ...at('2020-11-21T03:30:00Z'), status: 'failed' });
  const actor = { userId: staff.id, timeZone: 'Asia/Kolkata' } as Actor;
  const begin = (name: string) =>
    page.step(name, () => startAds(generationDeps(app), actor, { twitterAccountId: mine.accountId }));
  await begin('ad posts are started');
  await begin('ad posts are started a second time');
  model.next = [{ posts: written }];
  await steps(page, 'ad posts, more than there are times');
  await buildPost(app, { ...saved, ...at('2020-11-21T12:30:00Z'), content: 'Taken meanwhile' });
  await ads('they are saved', { twitterAccountId: String(mine.accountId), reason: 'For the launch' });
  await db.execute(sql`update generation_jobs set used_at = null where kind = 'ads' and niche = 'Coffee'`);
  await ads('all of their times are taken');
  await db.execute(sql`update rate_limits set points = 20 where key = ${`ad-posts:${staff.id}`}`);
  await ads('above the limit of an hour');

  const days = 90 * 86_400;
  await payForNovember(app, writer);
  for (const [status, made] of [
    ['completed', days + 1],
    ['failed', days + 1],
    ['completed', days],
  ] as const)
    await insertJob(app, mine, { status, made, changed: 0, niche: `Made ${made} seconds ago` });
  await page.step('the queue delete_old_jobs', async () => {
    await db.execute(sql`delete from pgboss.job`);
    await app.platform.jobs.enqueue(db, queues.deleteOldJobs, {});
    return app.platform.jobs.drain();
  });
  await page.expectKept('ad-posts');
});
