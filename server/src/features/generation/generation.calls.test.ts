import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { insertJob, payForNovember } from './calls.fixture.ts';
import { buildWriter, connect, givePlan, type Writer } from './generation.fixture.ts';

const MINUTES_15 = 900;
/** Since the month began that is paid. */
const MONTH = 1_677_600;

test('docs/calls/eligibility.md says what the check before a generation answers', async () => {
  const page = await openKeptPage();
  const { app } = page;
  const { db } = app.platform;
  const check = (as: Writer, note: string, accountId?: number) =>
    page.ask('POST', '/api/check-scheduling-eligibility', {
      as,
      note,
      ...(accountId === undefined ? {} : { body: { twitterAccountId: String(accountId) } }),
    });
  const other = await buildWriter(app);
  const make = (given: Parameters<typeof buildWriter>[1] = {}) => buildWriter(app, given);
  const change = (
    table: 'users' | 'subscriptions' | 'x_accounts',
    writer: Writer,
    set: ReturnType<typeof sql>,
  ) =>
    table === 'users'
      ? db.execute(sql`update users set ${set} where id = ${writer.id}`)
      : db.execute(sql`update ${sql.identifier(table)} set ${set} where user_id = ${writer.id}`);

  const ada = await make({ timeZone: 'Asia/Kolkata' });
  await check(ada, 'all is well');
  await check(ada, 'of the other account, without a niche', await connect(app, ada.id, null));
  await check(ada, 'of somebody else', other.accountId);
  await check(await make({ verified: false, account: false }), 'not verified');
  await check(await make({ account: false }), 'without an X account');
  const two = await make();
  await change('x_accounts', two, sql`selected = false`);
  await check(two, 'none is selected');
  const revoked = await make();
  await change('x_accounts', revoked, sql`needs_reconnect = true, is_active = false`);
  await check(revoked, 'X has revoked the access');
  const off = await make();
  await change('x_accounts', off, sql`is_active = false`);
  await check(off, 'the account is switched off');
  for (const state of ['canceled', 'past_due', 'unpaid', 'incomplete'])
    await check(await make({ state, niche: null }), `the subscription is ${state}`);
  const none = await make();
  await db.execute(sql`delete from subscriptions where user_id = ${none.id}`);
  await check(none, 'without a plan');
  const trial = await make({ plan: 'trial' });
  await check(trial, 'in a trial');
  for (let count = 0; count < 14; count += 1) {
    const content = `Trial post ${count}`;
    await buildPost(app, { user: trial, accountId: trial.accountId, content, status: 'posted' });
  }
  await check(trial, 'in a trial whose posts are all saved');
  const late = await make({ plan: 'trial' });
  const soon = new Date(app.clock.now().getTime() + 1200_000);
  await change('subscriptions', late, sql`trial_end = ${soon}, period_end = ${soon}`);
  await check(late, 'in a trial that ends in twenty minutes');

  const busy = await make({ metadata: { tier: 'standard', post_generation_limit: '3' } });
  await payForNovember(app, busy);
  const second = { ...busy, accountId: await connect(app, busy.id) };
  for (const given of [
    { made: MONTH + 1 },
    { made: MONTH },
    { status: 'failed' as const },
    { kind: 'ads' as const },
    { status: 'processing' as const, changed: MINUTES_15 },
  ])
    await insertJob(app, busy, given);
  await insertJob(app, second);
  await insertJob(app, busy);
  await check(busy, 'two of three generations are used');
  await db.execute(sql`update generation_jobs set updated_at = updated_at + interval '1 second'
    where status = 'processing' and account_id = ${busy.accountId}`);
  await check(busy, 'three are used, one of them is being written');
  await check(busy, 'of the other account, one is used', second.accountId);
  await insertJob(app, second, { used: 60, finalized: 60 });
  await check(busy, 'of the other account, it has its schedule', second.accountId);
  await insertJob(app, busy);
  const ask = page.ask;
  await ask('GET', `/api/twitter/accounts/${busy.accountId}/usage`, {
    as: busy,
    note: 'more than all is used',
  });
  await ask('GET', `/api/twitter/accounts/${second.accountId}/usage`, { as: busy, note: 'one is left' });
  await ask('GET', `/api/twitter/accounts/${busy.accountId}/usage`, { as: other, note: 'of somebody else' });
  await db.execute(sql`insert into generation_grants (account_id, counted_from, scheduled_from) values
    (${second.accountId}, ${new Date(app.clock.now().getTime() - 3600_000)}, ${new Date(app.clock.now().getTime() - 60_000)})`);
  await check(busy, 'the other account has grants of the same seconds', second.accountId);
  await page.expectKept('eligibility');
});

test('docs/calls/generation.md says what the calls that start a generation answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const other = await buildWriter(app);
  await insertJob(app, other);
  const generate = (as: Writer, note: string, body: object = {}) =>
    ask<{ jobId: string }>('POST', '/api/posts/generate-posts', { as, note, body });
  const end = (writer: Writer) =>
    db.execute(
      sql`update generation_jobs set status = 'failed', error = 'It failed.' where account_id = ${writer.accountId}`,
    );

  const ada = await buildWriter(app, {
    timeZone: 'Asia/Kolkata',
    metadata: { tier: 'pro', posts_per_day: '2', custom_day_selection: 'true' },
    niche: 'Coffee',
  });
  const second = { ...ada, accountId: await connect(app, ada.id, 'Tea') };
  // Two of its hours are taken, one by a post that a new calendar may replace.
  const at = (time: string) => ({ scheduledAt: new Date(time), scheduledLocal: time.slice(0, 19) });
  const given = { user: ada, accountId: ada.accountId };
  await buildPost(app, { ...given, ...at('2020-11-20T12:30:00Z'), status: 'posted', content: 'Posted' });
  await buildPost(app, { ...given, ...at('2020-11-23T03:30:00Z'), content: 'Pending' });
  await buildPost(app, { ...given, ...at('2020-11-23T12:30:00Z'), status: 'failed', content: 'Failed' });
  await generate(ada, 'on workdays');
  await generate(ada, 'while it is being written', { postsPerDay: 1 });
  await end(ada);
  await generate(ada, 'on two days, replacing what is pending', {
    allowedDays: [0, 1],
    postsPerDay: 2,
    replace: true,
    niche: 'Ignored',
  });
  await end(ada);
  await generate(ada, 'in another zone, on all days, one a day', {
    timeZone: 'America/New_York',
    skipWeekends: false,
    postsPerDay: 1,
    twitterAccountId: String(second.accountId),
  });
  await generate(ada, 'in a zone that there is not', { timeZone: 'Mars/Olympus' });
  await generate(ada, 'of somebody else', { twitterAccountId: String(other.accountId) });
  await generate(await buildWriter(app, { verified: false }), 'not verified');
  await generate(await buildWriter(app, { niche: null }), 'without a niche');
  await generate(await buildWriter(app, { account: false }), 'without an X account');
  const full = await buildWriter(app);
  await payForNovember(app, full);
  await insertJob(app, full, { used: 60, finalized: 60 });
  await generate(full, 'this cycle has its schedule');

  const trial = await buildWriter(app, { plan: 'trial', metadata: { tier: 'standard' } });
  await buildPost(app, { user: trial, accountId: trial.accountId, content: 'Saved in the trial' });
  await generate(trial, 'in a trial with a saved post', { replace: true, skipWeekends: false });
  const weekend = await buildWriter(app, { plan: 'trial' });
  const monday = new Date('2020-11-23T00:00:00Z');
  await db.execute(sql`update subscriptions set trial_end = ${monday}, period_end = ${monday},
    trial_start = '2020-11-19T00:00:00Z' where user_id = ${weekend.id}`);
  page.advance(9 * 3_600_000);
  await generate(weekend, 'no time is left on workdays', { skipWeekends: true });
  const free = await buildWriter(app, { metadata: { tier: 'free' } });
  await generate(free, 'of the free plan', { allowedDays: [2], postsPerDay: 3 });

  const dead = await buildWriter(app);
  await insertJob(app, dead, { status: 'processing', changed: 899, niche: 'Still running' });
  await generate(dead, 'while one was changed a second less than fifteen minutes ago');
  page.advance(1_000);
  await generate(dead, 'its worker is silent for fifteen minutes');
  const ads = await buildWriter(app);
  await insertJob(app, ads, { status: 'pending', kind: 'ads', made: 60 });
  await generate(ads, 'while ad posts are written');
  await page.expectKept('generation');
});

test('docs/calls/generation-status.md says what the calls about a generation answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildWriter(app, { timeZone: 'Asia/Kolkata' });
  const other = await buildWriter(app);
  const status = (as: Writer, id: string, note: string) =>
    ask('GET', `/api/posts/generation-status/${id}`, { as, note });
  await db.execute(sql`
    insert into facts (user_id, account_id, kind, text, created_at, updated_at) values
      (${ada.id}, ${ada.accountId}, 'price', 'A bag costs $14', '2020-11-19T09:00:00Z', '2020-11-19T09:00:00Z'),
      (${other.id}, ${other.accountId}, 'price', 'A cup costs $3', '2020-11-19T09:00:00Z', '2020-11-19T09:00:00Z')`);
  await db.execute(sql`
    with feed as (
      insert into fact_feeds (user_id, account_id, url, title, read_at, next_read_at, created_at)
      values (${ada.id}, ${ada.accountId}, 'https://shop.example/', 'Shop', '2020-11-20T09:00:00Z',
        '2020-11-20T12:00:00Z', '2020-11-19T09:00:00Z') returning id)
    insert into feed_entries (feed_id, mark, title, text, url)
    select id, 'one', 'A survey', '62% grind by hand.', 'https://shop.example/survey' from feed`);
  const three = ['A bag of it costs $14, a cup $3.', 'By hand, 62% grind it fresh!', 'Weigh it.'];
  const open = { drafts: three.slice(0, 1), hours: [24, 25, 26] };
  const make = (given: Parameters<typeof insertJob>[2], writer = ada) => insertJob(app, writer, given);
  const done = await make({ drafts: three, used: 600, made: 7200 });
  await status(ada, done, 'completed, without a voice');
  const samples = [
    'The kettle sings before the house wakes up, and so do I.',
    'Water first, then patience, then the cup that you wanted.',
    'Nothing about this morning was fast, and it was good.',
  ];
  const voice = {
    language: 'en',
    tone: '',
    topics: [],
    avoidedTopics: [],
    bannedWords: [],
    signOff: '',
    samples,
  };
  await app.http.inject({
    method: 'PUT',
    url: '/api/voice',
    headers: { authorization: `Bearer ${ada.token}` },
    payload: voice,
  });
  await status(ada, done, 'completed, with a voice');
  await status(ada, await make({ drafts: three.slice(0, 1) }), 'completed, of one post');
  await status(ada, await make({ ...open, status: 'processing' }), 'being written');
  await db.execute(sql`update generation_jobs set failures = 1 where status = 'processing'`);
  const { rows } = await db.execute(sql`select id from generation_jobs where status = 'processing'`);
  await status(ada, String(rows[0]?.id), 'being written, and the model is out of reach');
  await db.execute(sql`delete from generation_jobs where status = 'processing'`);
  await status(ada, await make({ ...open, drafts: [], status: 'pending' }), 'not begun');
  await status(ada, await make({ ...open, status: 'failed', error: 'Too few drafts.' }), 'failed');
  await status(other, done, 'of somebody else');
  await status(ada, 'no-such-job', 'no id');
  await status(ada, '00000000-0000-4000-8000-000000000000', 'that there is not');

  const cycle = (as: Writer, note: string, accountId?: number) =>
    ask('POST', '/api/update-scheduling-cycle', {
      as,
      note,
      ...(accountId === undefined ? {} : { body: { twitterAccountId: String(accountId) } }),
    });
  await cycle(await buildWriter(app, { account: false }), 'without an X account');
  await cycle(other, 'of somebody else', ada.accountId);
  const empty = await buildWriter(app);
  await payForNovember(app, ada);
  await payForNovember(app, empty);
  await make({ used: MONTH - 60, made: MONTH + 1 }, empty);
  await make({ used: 60, kind: 'ads' }, empty);
  await make({}, empty);
  await cycle(empty, 'nothing was saved in this cycle');
  await make({ used: 900, made: 900, niche: 'Saved before' });
  await make({ used: 300, made: 5400, niche: 'Saved last' });
  page.advance(60_000);
  await cycle(ada, 'the one saved last');
  page.advance(60_000);
  await cycle(ada, 'a second time', ada.accountId);

  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['support'] });
  const plan = await buildUser(app, { email: 'plan@example.com' });
  await givePlan(app, plan.id, { tier: 'pro' });
  const second = await connect(app, ada.id, 'Tea');
  const staffCall = (path: string, note: string, body?: object) =>
    ask<{ change_id: string }>('POST', `/api/admin/users/${path}`, {
      as: staff,
      note,
      ...(body && { body }),
    });
  const reason = { reason: 'Their calendar was lost' };
  const granted = await staffCall(`${ada.id}/grant-generate`, 'of both accounts', reason);
  page.advance(60_000);
  await make({ used: 30, made: 30, niche: 'Saved since' });
  await cycle(ada, 'after the grant', ada.accountId);
  await staffCall(`${ada.id}/undo`, 'a calendar was scheduled since', { change_id: granted.change_id });
  await db.execute(sql`update users set last_scheduling_cycle = null where id = ${ada.id}`);
  const reset = await staffCall(`${ada.id}/reset-post-generation`, 'of both accounts');
  page.advance(60_000);
  const one = `${ada.id}/reset-post-generation?twitter_account_id=${second}`;
  const again = await staffCall(one, 'of one account', reason);
  await staffCall(`${ada.id}/undo`, 'changed since', { change_id: reset.change_id });
  await staffCall(`${ada.id}/undo`, 'the latest reset', { change_id: again.change_id });
  await staffCall(`${ada.id}/undo`, 'the grant', { change_id: granted.change_id, ...reason });
  await staffCall(
    `${ada.id}/reset-post-generation?twitter_account_id=${other.accountId}`,
    'of somebody else',
  );
  await staffCall(`${plan.id}/grant-generate`, 'without an X account');
  await staffCall('999/grant-generate', 'of nobody');
  await ask('GET', `/api/twitter/accounts/${ada.accountId}/usage`, { as: ada, note: 'after the reset' });
  await page.expectKept('generation-status');
});
