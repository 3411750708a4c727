import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call, postsOf } from '../../../../test/factories.ts';
import { buildWriter, connect, generateAtOnce, type Writer } from '../../generation/generation.fixture.ts';
import { historyOf, rowsOf } from '../own/own-posts.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

type Draft = { content: string; scheduledTime: string; scheduledTimeLocal?: string };
type Saved = {
  posts: { id: string; content: string; scheduledTimeLocal: string; status: string }[];
  message: string;
  code: string;
  data: { fields: Record<string, string> };
};
const save = (writer: { token: string }, body: object) =>
  call<Saved>(app, 'POST', '/api/posts', { token: writer.token, body });

/** A person with a finished job: what the preview shows. */
async function preview(
  given: Parameters<typeof buildWriter>[1] = { plan: 'trial' },
): Promise<{ writer: Writer; jobId: string; posts: Draft[] }> {
  const writer = await buildWriter(app, given);
  const job = await generateAtOnce(app, writer, { skipWeekends: false });
  return { writer, jobId: job.jobId, posts: job.result?.posts ?? [] };
}

describe('saving generated posts', () => {
  test('GEN-07 GEN-60 POST-45 POST-53 stores them all as Pending, and the cycle is recorded', async () => {
    const { writer, jobId, posts } = await preview({ plan: 'trial', timeZone: 'Asia/Kolkata' });
    const sent = posts.map((post) => ({ ...post, status: 'Posted' }));
    const answer = await save(writer, { jobId, finalize: true, posts: sent });
    expect(answer).toMatchObject({ status: 200, body: { message: '14 posts are scheduled.' } });
    const same = { status: 'Pending', twitterAccountId: String(writer.accountId) };
    expect(answer.body.posts).toMatchObject(
      posts.map((post) => ({ ...post, ...same, id: expect.stringMatching(/^\d+$/) })),
    );
    expect((await rowsOf(app, writer.id))[0]).toMatchObject({ user_id: writer.id, generation_job_id: jobId });
    const { lastSchedulingCycle } = (await call(app, 'GET', '/api/user', writer)).body as Record<
      string,
      unknown
    >;
    expect(lastSchedulingCycle).toBe(app.clock.now().toISOString());
    const { scheduledTime: at, scheduledTimeLocal: local } = posts[0] as Draft;
    expect(await historyOf(app, answer.body.posts[0]?.id ?? '')).toMatchObject([
      { kind: 'planned', detail: { at, local } },
    ]);
  });

  test('a repeat with the same job gives back what was saved and saves nothing, also when both come at once', async () => {
    const { writer, jobId, posts } = await preview();
    const told: number[] = [];
    onTestFinished(app.platform.events.on('posts_due', ({ at }) => void told.push(at)));
    const [first, second] = await Promise.all([
      save(writer, { jobId, posts: posts.toReversed() }),
      save(writer, { jobId, posts: posts.toReversed() }),
    ]);
    const third = await save(writer, { jobId, posts: posts.slice(0, 1) });
    const ids = (answer: { body: Saved }) => answer.body.posts.map((post) => post.id).toSorted();
    expect(ids(second)).toEqual(ids(first));
    expect(ids(third)).toEqual(ids(first));
    await expect.poll(() => told).toContain(Date.parse(posts[0]?.scheduledTime ?? ''));
    expect(await postsOf(app, writer)).toHaveLength(14);
  });

  test('texts may be changed and posts left out in the preview; more than were generated are refused', async () => {
    const { writer, jobId, posts } = await preview();
    const [first, second] = posts as [Draft, Draft];
    const message = 'Only 14 posts were generated; 15 were sent.';
    expect(await save(writer, { jobId, posts: [...posts, first] })).toMatchObject({
      status: 400,
      body: { code: 'JOB_RESULT_DIFFERS', message, data: { fields: { posts: message } } },
    });
    const changed = await save(writer, { jobId, posts: [{ ...first, content: 'My own words' }, second] });
    expect(changed.body.posts.map((post) => post.content)).toEqual(['My own words', second.content]);
  });

  test('POST-27 POST-28 a post over 280 weighted characters is refused, and nothing is saved', async () => {
    const { writer, jobId, posts } = await preview();
    const content = '語'.repeat(141);
    const answer = await save(writer, { jobId, posts: [posts[0], { ...posts[1], content }] });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'POST_TOO_LONG',
        message: 'A post may have at most 280 characters; this one has 282.',
      },
    });
    expect(answer.body.data.fields).toEqual({ 'posts.1.content': answer.body.message });
    expect(await postsOf(app, writer)).toEqual([]);
  });

  test('POST-25 POST-26 a time after the trial’s end, or more than an hour ago, is refused', async () => {
    app.clock.set('2026-11-21T12:00:00Z');
    const { writer, jobId, posts } = await preview({ plan: 'trial', timeZone: 'Asia/Kolkata' });
    const now = app.clock.now().getTime();
    for (const [distance, code, words] of [
      [7 * 86_400_000 + 1, 'TIME_OUT_OF_RANGE', 'It ends on 28 November 2026 at 17:30.'],
      [-3_600_000, 'TIME_IN_PAST', 'That moment has passed.'],
    ] as const) {
      const scheduledTime = new Date(now + distance).toISOString();
      const message = `Choose a time in the future and within your schedule period. ${words}`;
      expect(await save(writer, { jobId, posts: [posts[1], { ...posts[0], scheduledTime }] })).toMatchObject({
        status: 400,
        body: { code, data: { fields: { 'posts.1.scheduledTime': message } }, message },
      });
    }
    const times = [now + 7 * 86_400_000, now - 3_600_000 + 1].map((time) => new Date(time).toISOString());
    const edges = times.map((scheduledTime, at) => ({ ...posts[at], scheduledTime }));
    expect((await save(writer, { jobId, posts: edges })).status).toBe(200);
  });

  test('GEN-46 no day may hold more posts than the plan allows', async () => {
    const { writer, jobId, posts } = await preview({ plan: 'month' });
    const day = posts[4]?.scheduledTime.slice(0, 10);
    const crowded = ['10:00', '11:00', '12:00'].map((time) => ({
      content: `At ${time}`,
      scheduledTime: `${day}T${time}:00.000Z`,
    }));
    expect(await save(writer, { jobId, posts: crowded })).toMatchObject({
      status: 409,
      body: {
        code: 'POSTS_PER_DAY_REACHED',
        message: `Your plan allows 2 posts a day. This would exceed the limit on ${day}.`,
      },
    });
    expect(await rowsOf(app, writer.id)).toEqual([]);
  });

  test('GEN-46 what was planned for a day after the posts were written counts as well', async () => {
    const { writer, jobId, posts } = await preview({ plan: 'month' });
    const first = posts[4]?.scheduledTime ?? '';
    const scheduledAt = new Date(Date.parse(first) + 60_000);
    const { id } = await buildPost(app, { user: writer, accountId: writer.accountId, scheduledAt });
    const message = `Your plan allows 2 posts a day. This would exceed the limit on ${first.slice(0, 10)}.`;
    expect(await save(writer, { jobId, posts })).toMatchObject({ status: 409, body: { message } });
    expect((await call(app, 'DELETE', `/api/posts/${id}`, { token: writer.token })).status).toBe(200);
    expect(await save(writer, { jobId, posts })).toMatchObject({ status: 200 });
  });

  test('PROD-34 a trial has room for 14 posts, deleted ones not counted', async () => {
    const { writer, jobId, posts } = await preview();
    await save(writer, { jobId, posts: posts.slice(0, 12) });
    app.clock.advance(1_000);
    const again = await generateAtOnce(app, writer, { skipWeekends: false });
    expect(again.result?.posts).toHaveLength(2);
    const rest = { jobId: again.jobId, posts: again.result?.posts ?? [] };
    // One of the two places is taken meanwhile.
    const { id } = await buildPost(app, { user: writer, accountId: writer.accountId });
    const message = 'Your trial has room for 1 more of its 14 posts.';
    expect(await save(writer, rest)).toMatchObject({
      status: 409,
      body: { code: 'TRIAL_POSTS_REACHED', message },
    });
    expect((await call(app, 'DELETE', `/api/posts/${id}`, { token: writer.token })).status).toBe(200);
    expect(await save(writer, rest)).toMatchObject({ status: 200 });
    expect(await postsOf(app, writer)).toHaveLength(14);
  });

  test('without an own completed job nothing is saved', async () => {
    const { jobId, posts } = await preview();
    const other = await buildWriter(app, { plan: 'trial' });
    expect(await save(other, { jobId, posts })).toMatchObject({
      status: 404,
      body: { code: 'JOB_NOT_FOUND', message: 'Job not found or has expired' },
    });
    expect(await save(other, { posts })).toMatchObject({
      status: 409,
      body: { code: 'JOB_NOT_USABLE', message: 'Generate posts first, then schedule them.' },
    });
    expect(await rowsOf(app, other.id)).toEqual([]);
    expect(await save(other, { jobId: 'nonsense', posts })).toMatchObject({
      status: 404,
      body: { code: 'JOB_NOT_FOUND' },
    });
  });
});

describe('whose posts, and for which account', () => {
  test('GEN-01 posts are written for the niche of each account and scheduled to it', async () => {
    const writer = await buildWriter(app, { niche: 'Gaming', metadata: { tier: 'pro' } });
    const second = await connect(app, writer.id, 'Travel');
    for (const twitterAccountId of [writer.accountId, second]) {
      const job = await generateAtOnce(app, writer, { twitterAccountId, skipWeekends: true });
      const drafts = job.result?.posts.slice(0, 3) ?? [];
      const { body } = await save(writer, { jobId: job.jobId, twitterAccountId, posts: drafts });
      const same = { twitterAccountId: String(twitterAccountId) };
      expect(body.posts).toMatchObject(drafts.map(({ content }) => ({ ...same, content })));
    }
    const { rows } = await app.platform.db.execute(
      sql`select account_id as id, niche from generation_jobs where user_id = ${writer.id} order by id`,
    );
    expect(rows.map(({ id, niche }) => [Number(id), niche])).toEqual([
      [writer.accountId, 'Gaming'],
      [second, 'Travel'],
    ]);
  });

  test('POST-54 both spellings of the account’s id are taken; where they differ it is a 400', async () => {
    const { writer, jobId, posts } = await preview();
    const differ = { twitterAccountId: writer.accountId, twitter_account_id: writer.accountId + 1 };
    expect(await save(writer, { jobId, posts, ...differ })).toMatchObject({
      status: 400,
      body: {
        code: 'ACCOUNT_IDS_DIFFER',
        message: 'twitterAccountId and twitter_account_id name different accounts.',
      },
    });
    const both = { twitterAccountId: String(writer.accountId), twitter_account_id: writer.accountId };
    expect(await save(writer, { jobId, posts: posts.slice(0, 1), ...both })).toMatchObject({
      status: 200,
      body: { message: '1 post is scheduled.' },
    });
  });

  test('GEN-32 VEM-23 a verified email and an account come first', async () => {
    const posts = [{ content: 'Hello', scheduledTime: new Date().toISOString() }];
    const unverified = await buildUser(app, { verified: false });
    expect(await save(unverified, { posts })).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', message: 'Please verify your email to schedule posts.' },
    });
    expect(await save(await buildUser(app), { posts })).toMatchObject({
      status: 409,
      body: { code: 'X_NOT_CONNECTED', message: 'Please select a Twitter/X account before scheduling.' },
    });
  });
});
