import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, connectX } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { buildWriter, givePlan } from '../generation/generation.fixture.ts';
import { keyOf, planner, ROAST, ZONE } from './kept-posts.fixture.ts';
import { timed } from './own-posts.fixture.ts';

test('docs/calls/posts-saves.md says what saving the posts of a job answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: ZONE });
  const ann = await buildUser(app, { email: 'ann@example.com', timeZone: ZONE, roles: ['admin'] });
  await givePlan(app, ada.id, { tier: 'pro', posts_per_day: '2', links_per_cycle: '1' });
  const { id: first } = await connectX(app, ada, 'ada');
  const { id: brew } = await connectX(app, ada, 'brew');
  const { id: ours } = await connectX(app, ann, 'ann');
  const cam = await buildWriter(app, { state: 'canceled' });
  const una = await buildWriter(app, { verified: false });
  const oda = await buildWriter(app, { account: false });
  const tia = await buildWriter(app, { plan: 'trial' });
  const plan = planner(page, ada, first);
  await plan('2020-11-23T03:30:00Z', { content: 'Planned before' });
  await plan('2020-11-19T03:30:00Z', { status: 'failed', content: 'Failed before' });
  await plan('2020-11-18T03:30:00Z', { status: 'posted', content: 'Published before' });
  await planner(page, ada, brew)('2020-11-23T03:30:00Z', { content: 'On the other account' });

  const at = (instant: string) => {
    const { scheduledAt, scheduledLocal } = timed(instant, ZONE);
    return { scheduledTime: scheduledAt.toISOString(), scheduledTimeLocal: scheduledLocal };
  };
  const days = ['2020-11-24T03:30:00Z', '2020-11-25T03:30:00Z', '2020-11-26T03:30:00Z'].map(at);
  const drafts = [
    'Our first draft: the beans of a farm in Kenya came on Friday, and they smell of rain and berries.',
    'Our second draft.',
    'Our third draft, by hand.',
  ];
  let nth = 0;
  /** A job that has ended, with three drafts. */
  const job = async (userId: number, accountId: number, more: Record<string, unknown> = {}) => {
    nth += 1;
    const { status = 'completed', replaces = false, kind = 'calendar', texts = drafts } = more;
    await db.execute(sql`
      insert into generation_jobs (id, user_id, account_id, status, kind, niche, is_in_trial, days_text, replaces, slots,
        drafts, round, to_ask, failures, refusals, created_at, updated_at)
      values (${keyOf(nth)}, ${userId}, ${accountId}, ${status}, ${kind}, 'Gaming', false, '3 days', ${replaces},
        ${JSON.stringify(days)}::jsonb, ${JSON.stringify(texts)}::jsonb, 1, 0, 0, '{}',
        ${new Date(app.clock.now().getTime() + nth)}, ${app.clock.now()})`);
    return keyOf(nth);
  };
  const posts = (texts: readonly string[] = drafts, when = days) =>
    texts.map((content, index) => ({ content, ...when[index] }));
  const save = (note: string, body: object, as: { token: string } = ada) =>
    ask('POST', '/api/posts', { as, body: { posts: posts(), ...body }, note });

  await save('with an address that is not verified', {}, una);
  await save('after the subscription ended', {}, cam);
  await save('without an account', {}, oda);
  await save('before anything was written', {});
  await save('of two accounts', { twitterAccountId: String(first), twitter_account_id: String(brew) });
  await save('of a job that is unknown', { jobId: 'nothing' });
  const theirs = await prepare(() => job(ann.id, ours));
  await save('of a job of somebody else', { jobId: theirs });
  const running = await prepare(() => job(ada.id, first, { status: 'processing' }));
  await save('of a job that is still running', { jobId: running });
  await prepare(() =>
    db.execute(sql`update generation_jobs set status = 'failed', error = 'No.' where id = ${running}`),
  );
  const former = await prepare(() => job(ada.id, first));
  const jobId = await prepare(() => job(ada.id, first, { replaces: true }));
  await save('of a job that a later one replaced', { jobId: former });
  await save('of another account than the job', { jobId, twitterAccountId: String(brew) });
  await save('more than were written', { posts: posts([...drafts, 'One more'], [...days, ...days]) });
  await save('one too long', { posts: posts(['Short', 'x'.repeat(281)]) });
  const past = [at('2020-11-20T09:00:00Z'), at('2020-11-20T10:30:00Z')];
  await save('one that was due an hour ago', { posts: posts(['Early', 'Later'], past) });
  await save('one after the period', { posts: posts(['Early'], [at('2020-12-20T10:00:01Z')]) });
  const full = ['2020-11-24T05:30:00Z', '2020-11-24T06:30:00Z', '2020-11-24T07:30:00Z'].map(at);
  await save('three of one day', { posts: posts(drafts, full) });
  await save('with two links', { posts: posts(['See https://a.com', 'See https://b.com']) });
  await prepare(() =>
    ask('POST', '/api/posts/own', {
      as: ada,
      body: { key: keyOf(900), content: ROAST, twitterAccountId: String(brew) },
      note: 'which the next are like',
    }),
  );
  await save('with words like another post', { posts: posts([ROAST, drafts[1] ?? '']) });
  await save('two of three, one of them written again, in place of what was planned', {
    jobId,
    finalize: true,
    posts: posts([drafts[0] ?? '', 'Our second draft, written again by hand.']),
  });
  await save('a second time', { jobId, finalize: true, posts: posts(['Something else']) });
  await prepare(() => job(ada.id, brew));
  const late = posts([drafts[0] ?? ''], [at('2020-11-20T09:00:00.001Z')]);
  await save('of the newest job of an account, not at the end of it, an hour late', {
    twitter_account_id: String(brew),
    posts: late,
  });
  await prepare(() => job(tia.id, tia.accountId));
  await prepare(() =>
    db.execute(sql`
    insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, created_at, updated_at)
    select ${tia.id}, ${tia.accountId}, 'Trial', t, '2020-11-20T09:00:00', t, 'failed', t + interval '1 day', t
    from (select timestamptz '2020-11-19T10:00:00Z' as t from generate_series(1, 12)) many`),
  );
  await save('in a trial with room for two', {}, tia);

  // Ad posts of our own account.
  const ads = (note: string, body: object = {}) =>
    ask('POST', '/api/admin/ad-posts/generate', { as: ann, body: { reason: 'The launch', ...body }, note });
  await ads('on an account of somebody else', { twitterAccountId: String(first) });
  await prepare(() => db.execute(sql`update x_accounts set niche = 'Gaming' where id = ${ours}`));
  await prepare(() => planner(page, ann, ours)('2020-11-25T03:30:00Z'));
  const ad = await prepare(() => job(ann.id, ours, { kind: 'ads', texts: ['Ad one', 'Ad two', 'Ad three'] }));
  await ads('of a job that has ended, without a reason; one of its times is taken', { reason: undefined });
  await prepare(() => db.execute(sql`update generation_jobs set used_at = null where id = ${ad}`));
  await ads('a second time: no time is free');
  await page.expectKept('posts-saves');
});
