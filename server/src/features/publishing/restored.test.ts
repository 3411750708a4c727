import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  comeBack,
  sandboxControl,
  subscribe,
} from '../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../test/locks.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { EventMap } from '../../platform/events.ts';
import { queues } from '../../platform/queues.ts';
import { CALL_DEADLINE_MS } from '../../providers/x/x.rules.ts';
import { checkRestored } from './engine/check-restored.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from './engine/liveness.rules.ts';
import { changePosts } from './lanes/change-posts.ts';
import { holdAccount } from './lanes/hold-account.ts';
import { accessTo } from './lanes/lanes.fixture.ts';
import { updateNext } from './lanes/lanes.store.ts';
import { selectUnpublished, selectUnpublishedAttempts } from './lanes/waiting.store.ts';
import { duePost, fault, runEngine, shown, tweetsOf, workerDeps } from './publishing.fixture.ts';
import { findUnusualAttempts } from './publishing.queries.ts';
import { postAttempts } from './publishing.tables.ts';

/** From then on a call that was under way at the restore is on the timeline, or never will be. */
const CERTAIN_AFTER_MS = CALL_DEADLINE_MS + CERTAIN_AFTER_ANSWER_SECONDS * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

/** Undoes in the database that the account's posts went out. */
async function forget(accountId: number): Promise<void> {
  const { db } = app.platform;
  await db.execute(sql`delete from post_attempts where account_id = ${accountId}`);
  await db.execute(sql`
    update posts set status = 'pending', tweet_id = null, posted_at = null, started_at = null, called_at = null,
      cost_micros = null, tier = null where account_id = ${accountId}`);
  await updateNext(db, [accountId]);
}

/** Publishes a post, then undoes that in the database, as a restore of an older backup does. */
async function publishedAndForgotten(username: string, content?: string) {
  const built = await duePost(app, username, content);
  // X's clock, which is behind the one that these tests move.
  const backupFrom = new Date();
  app.clock.advance(1_000);
  await runEngine(app);
  await forget(built.account.id);
  return { ...built, backupFrom };
}

/** Runs the check late enough that every call under way at the restore is on the timeline. */
async function check(): Promise<void> {
  app.clock.advance(CERTAIN_AFTER_MS);
  await app.platform.jobs.enqueue(app.platform.db, queues.checkRestored, {});
  await app.platform.jobs.drain();
}

describe('after a restore', () => {
  test('a post that went out after the backup is found on the timeline and stands once', async () => {
    const { user, post, username, backupFrom } = await publishedAndForgotten(
      'restored',
      // X takes it for a reply.
      '@ada, have you seen this?',
    );
    await app.markRestored(backupFrom);
    expect(await runEngine(app)).toBe(0);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: 'restored' });
    await check();
    await runEngine(app);
    const tweets = await tweetsOf(app, username);
    expect(tweets).toHaveLength(1);
    expect(await shown(app, user, post.id)).toMatchObject({
      status: 'Posted',
      tweetId: tweets[0]?.id,
      holdReason: null,
    });
    const tier = sql`select tier from posts where id = ${post.id}`;
    expect((await app.platform.db.execute(tier)).rows).toEqual([{ tier: 'free' }]);
  });

  test('COST-10 replies are read only where an unpublished post may be one, and no further back than the backup', async () => {
    const backupFrom = new Date(app.clock.now().getTime() - 3_600_000);
    const accounts = [];
    for (const content of ['@ada, look', 'Look, @ada', 'Not sent, @ada'])
      accounts.push(await duePost(app, `reply_${accounts.length}`, content));
    const [reply, none, failed] = accounts;
    const broken = await duePost(app, 'reply_broken');
    const more = { user: failed?.user as BuiltUser, accountId: failed?.account.id ?? 0 };
    const content = '@ada, failed: https://example.com/1';
    const left = await buildPost(app, { ...more, content, status: 'failed' });
    // On X there are its words with another link.
    const link = { url: 'https://t.co/abc', expandedUrl: 'https://example.com/2' };
    const tweet = {
      tweetId: '61',
      text: '@ada, failed: https://t.co/abc',
      urls: [link],
      createdAt: backupFrom,
    };
    await app.markRestored(backupFrom);
    app.clock.advance(CERTAIN_AFTER_MS);
    const asked = new Map<string, object>();
    const never = () => Promise.reject(new Error('not asked for here'));
    const worker = workerDeps(app);
    const warn = vi.spyOn(worker.log, 'warn');
    onTestFinished(() => warn.mockRestore());
    await checkRestored(
      {
        ...worker,
        tokens: { ...worker.tokens, accessFor: (ids) => accessTo(app, ids) },
        x: {
          publishPost: never,
          async recentPosts(_token, twitterUserId, { maxAgeMs, mayBeReply }) {
            asked.set(twitterUserId, { maxAgeMs, mayBeReply });
            if (twitterUserId === broken.account.twitterUserId) throw new Error('an error of ours');
            return twitterUserId === failed?.account.twitterUserId ? [tweet] : [];
          },
        },
      },
      0,
    );
    const maxAgeMs = app.clock.now().getTime() - backupFrom.getTime();
    const of = (each: typeof reply) => asked.get(each?.account.twitterUserId ?? '');
    expect([of(reply), of(none), of(failed)]).toEqual(
      [true, false, true].map((mayBeReply) => ({ maxAgeMs, mayBeReply })),
    );
    // What breaks off one account's check keeps no other from being let go.
    expect(warn.mock.calls).toEqual([
      [
        { err: new Error('an error of ours'), accountId: broken.account.id },
        'could not check an account after the restore',
      ],
    ]);
    const holdOf = async ({ user, post }: typeof broken) => (await shown(app, user, post.id)).holdReason;
    expect(await holdOf(broken)).toBe('restored');
    for (const { user, post } of accounts)
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: null });
    // A failed post goes nowhere, so nobody is asked about it.
    expect(await shown(app, more.user, left.id)).toMatchObject({ status: 'Failed', isPaused: false });
    expect(await mailTo(app, more.user.email)).toEqual([]);
    await app.platform.db.execute(sql`delete from x_accounts where id = ${broken.account.id}`);
  });

  test('posts that are found count as published on their day, with what they cost, once', async () => {
    const { db } = app.platform;
    const { user, account, post, username } = await duePost(app, 'counted_again');
    await subscribe(app, user, { plan: 'pro', trial: false });
    const backupFrom = new Date();
    const scheduledAt = new Date(app.clock.now().getTime() + 600_000);
    await buildPost(app, {
      user,
      accountId: account.id,
      content: 'See https://example.com/page',
      scheduledAt,
    });
    for (let round = 0; round < 2; round += 1) {
      app.clock.advance(round * 600_000 + 1_000);
      await runEngine(app);
    }
    await forget(account.id);
    const tweets = await tweetsOf(app, username);
    expect(tweets).toHaveLength(2);
    await db.execute(sql`delete from figure_changes`);
    await db.execute(sql`delete from cost_entries where account_id = ${account.id}`);
    await app.markRestored(backupFrom);
    // The check comes on a later day than the posts.
    app.clock.advance(3 * 86_400_000);
    await comeBack(app, user);
    await check();
    await check();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
    const counted = sql`select day::text, figure, label, sum(amount)::int as amount from figure_changes
      where (figure like 'posts.%' or figure like 'costs.%') and day < ${app.clock.now().toISOString().slice(0, 10)}::date group by 1, 2, 3 order by 2, 3`;
    const days = await db.execute(
      sql`select distinct (posted_at at time zone 'UTC')::date::text as day from posts where account_id = ${account.id}`,
    );
    const day = days.rows[0]?.day;
    expect(days.rows).toHaveLength(1);
    expect(day).not.toBe(app.clock.now().toISOString().slice(0, 10));
    expect((await db.execute(counted)).rows).toEqual([
      { day, figure: 'costs.kind', label: 'post', amount: 15_000 },
      { day, figure: 'costs.kind', label: 'post_with_link', amount: 200_000 },
      { day, figure: 'costs.x', label: 'pro', amount: 215_000 },
      { day, figure: 'posts.posted', label: 'pro', amount: 2 },
    ]);
    const ledger = sql`select p.cost_micros, p.tier, a.outcome, a.unknown_reason as reason
      from posts p join post_attempts a on a.post_id = p.id where p.account_id = ${account.id} order by p.cost_micros`;
    expect((await db.execute(ledger)).rows).toEqual([
      { cost_micros: 15_000, tier: 'pro', outcome: 'posted', reason: 'restored' },
      { cost_micros: 200_000, tier: 'pro', outcome: 'posted', reason: 'restored' },
    ]);
    const entries = sql`
      select c.kind, c.user_id, c.count, c.cost_micros::int as micros, c.tier, c.at = p.posted_at as is_then
      from cost_entries c left join posts p on p.id = c.post_id where c.account_id = ${account.id} order by c.kind`;
    const whose = { user_id: user.id, tier: 'pro', is_then: true };
    expect((await db.execute(entries)).rows).toEqual([
      { ...whose, kind: 'post', count: 1, micros: 15_000 },
      { ...whose, kind: 'post_read', count: 2, micros: 10_000, is_then: null },
      { ...whose, kind: 'post_with_link', count: 1, micros: 200_000 },
    ]);
  });

  test('a post that did not go out leaves once the timeline has told so', async () => {
    const { user, post, username } = await duePost(app, 'not_yet_out');
    await app.markRestored(app.clock.now());
    await runEngine(app);
    expect(await tweetsOf(app, username)).toHaveLength(0);
    const heard: number[] = [];
    const off = app.platform.events.on('posts_due', ({ at }) => void heard.push(at));
    await check();
    await expect.poll(() => heard).toContain(app.clock.now().getTime());
    off();
    await runEngine(app);
    expect(await tweetsOf(app, username)).toHaveLength(1);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
  });

  test('one that was moved earlier after the backup, and one that had failed before it, are found too', async () => {
    const { user, account, username, backupFrom, post } = await publishedAndForgotten('moved_earlier', 'Now');
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000);
    await app.platform.db.execute(
      `update posts set due_at = '${tomorrow.toISOString()}', scheduled_at = '${tomorrow.toISOString()}' where id = ${post.id}`,
    );
    await updateNext(app.platform.db, [account.id]);
    const failed = await buildPost(app, {
      user,
      accountId: account.id,
      content: 'Retried',
      status: 'failed',
    });
    const sent = { user, accountId: account.id, content: 'Retried', scheduledAt: app.clock.now() };
    await buildPost(app, sent);
    await runEngine(app);
    await app.platform.db.execute("delete from posts where content = 'Retried' and status = 'posted'");
    await app.markRestored(backupFrom);
    await check();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
    expect(await shown(app, user, failed.id)).toMatchObject({ status: 'Posted', errorCode: null });
    expect(await tweetsOf(app, username)).toHaveLength(2);
  });

  test('of two posts with one text, one on the timeline settles the earlier one, once', async () => {
    const { user, account, post, username, backupFrom } = await publishedAndForgotten('two_alike', 'Alike');
    const next = new Date(app.clock.now().getTime() + 86_400_000);
    await app.platform.db.execute(
      sql`update posts set scheduled_at = ${next}, due_at = ${next} where id = ${post.id}`,
    );
    const sent = { user, accountId: account.id, content: 'Alike', scheduledAt: app.clock.now() };
    const earlier = await buildPost(app, sent);
    // A second restore finds the post on X taken.
    for (let restored = 0; restored < 2; restored += 1) {
      await app.markRestored(backupFrom);
      await check();
      expect(await shown(app, user, earlier.id)).toMatchObject({ status: 'Posted' });
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: null });
    }
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });

  test('nothing of an account goes out while its timeline cannot be read', async () => {
    const { user, account, post, username, backupFrom } = await publishedAndForgotten('unreadable');
    await app.markRestored(backupFrom);
    await fault(app, 'server_error', { endpoint: 'timeline', username });
    const tokenOf = async () =>
      (await app.platform.db.execute(sql`select access_token from x_accounts where id = ${account.id}`)).rows;
    const before = await tokenOf();
    await check();
    await runEngine(app);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: 'restored' });
    // What is not the token's fault renews none.
    expect(await tokenOf()).toEqual(before);
    await check();
    await runEngine(app);
    expect(await tweetsOf(app, username)).toHaveLength(1);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
  });

  test('the check plans the next one, half a minute later, while an account is still held', async () => {
    const { db, jobs } = app.platform;
    const { user, post, username, backupFrom } = await publishedAndForgotten('checked_again');
    // Held for another reason, which no check ends.
    await holdAccount(app.platform, db, (await buildPost(app)).accountId, 'paused');
    await app.markRestored(backupFrom);
    await fault(app, 'server_error', { endpoint: 'timeline', username });
    await db.execute(sql`delete from pgboss.job where name = ${queues.checkRestored}`);
    await check();
    const planned = sql`name = ${queues.checkRestored} and state = 'created' and data = '{"after": 0}'`;
    const { rows } = await db.execute(
      sql`select start_after, singleton_key as key from pgboss.job where ${planned}`,
    );
    expect(rows.map(({ start_after, key }) => [new Date(String(start_after)), key])).toEqual([
      [new Date(app.clock.now().getTime() + 30_000), 'again'],
    ]);
    await db.execute(sql`update pgboss.job set start_after = now() where ${planned}`);
    await jobs.drain();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', holdReason: null });
    expect((await db.execute(sql`select 1 from pgboss.job where ${planned}`)).rowCount).toBe(0);
  });

  test('accounts that cannot be read, however many, keep no other account waiting', async () => {
    const { db } = app.platform;
    const { id } = await buildUser(app);
    const now = app.clock.now();
    await db.execute(sql`
      with gone as (
        insert into x_accounts (user_id, twitter_user_id, username, connected_at, disconnected_at, updated_at)
        select ${id}, 'gone' || n, 'gone' || n, ${now}, ${now}, ${now} from generate_series(1, 50) n returning id
      ) insert into account_holds (account_id, reason, created_at) select id, 'restored', ${now} from gone`);
    const { user, post, backupFrom } = await publishedAndForgotten('after_fifty');
    await app.markRestored(backupFrom);
    await check();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', holdReason: null });
    await db.execute(sql`delete from x_accounts where user_id = ${id}`);
  });

  test('a token that X refuses is renewed, and the next check reads the timeline', async () => {
    const { user, post, username, backupFrom } = await publishedAndForgotten('old_token');
    await app.markRestored(backupFrom);
    await sandboxControl(app, '/sandbox/x/expire-tokens', { username });
    await check();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: 'restored' });
    await check();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', holdReason: null });
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });

  test('a post whose text its owner changes during the check is not taken for the one on X', async () => {
    const { db } = app.platform;
    const { user, account, post, username, backupFrom } = await publishedAndForgotten('meanwhile');
    await app.markRestored(backupFrom);
    const where = { accountId: account.id, now: app.clock.now() };
    let checked: Promise<unknown> | undefined;
    await inTransaction(db, async (tx) => {
      await changePosts(tx, where, 'edit', { postId: post.id, content: 'Other words', detail: {} });
      checked = check();
      await untilBlockedOrDone(db, checked);
    });
    await checked;
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: null });
    await runEngine(app);
    expect((await tweetsOf(app, username)).map(({ text }) => text)).toContain('Other words');
  });

  test('streams are told of a post that was found', async () => {
    const heard: EventMap['post_status'] = [];
    const off = app.platform.events.on('post_status', (events) => heard.push(...events));
    const { user, post, backupFrom, username } = await publishedAndForgotten('announced');
    await app.markRestored(backupFrom);
    await check();
    // Twice posted: by the engine, then by the check.
    await expect
      .poll(() => heard.filter((event) => event.id === post.id).map((event) => event.status))
      .toEqual(['Processing', 'Posted', 'Posted']);
    off();
    const [tweet] = await tweetsOf(app, username);
    expect(heard.findLast((event) => event.id === post.id)).toEqual({
      id: post.id,
      userId: user.id,
      status: 'Posted',
      retryCount: 0,
      tweetId: tweet?.id,
      errorMessage: null,
      updatedAt: app.clock.now().toISOString(),
    });
  });

  test('a call that was under way at the restore is waited for before the timeline counts', async () => {
    const { user, post } = await duePost(app, 'under_way');
    await app.markRestored(app.clock.now());
    app.clock.advance(CERTAIN_AFTER_MS - 1);
    await app.platform.jobs.enqueue(app.platform.db, queues.checkRestored, {});
    await app.platform.jobs.drain();
    expect(await shown(app, user, post.id)).toMatchObject({ holdReason: 'restored' });
    await check();
  });

  test('its history says that the timeline told', async () => {
    const { user, post, backupFrom } = await publishedAndForgotten('told');
    await app.markRestored(backupFrom);
    await check();
    const response = await app.http.inject({
      url: `/api/posts/${post.id}/timeline`,
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(response.body).toContain('Posted: found on the timeline.');
    expect(response.body).toContain('our record of it was lost');
  });

  test('a post that has only its words in common with one on X is paused, and its owner is asked once', async () => {
    const weekly = 'New episode: https://example.com/1';
    const { user, account, post, username, backupFrom } = await publishedAndForgotten(
      'restored_link',
      weekly,
    );
    // The backup has the link as it was before it was changed.
    await app.platform.db.execute(
      sql`update posts set content = 'New episode: https://example.com/old' where id = ${post.id}`,
    );
    const nextWeek = new Date(app.clock.now().getTime() + 7 * 86_400_000);
    const next = { user, accountId: account.id, scheduledAt: nextWeek };
    const ahead = await buildPost(app, { ...next, content: 'New episode: https://example.com/2' });
    const paused = { content: 'New episode: https://example.com/3', isPaused: true };
    const waits = await buildPost(app, { ...next, ...paused });
    await buildPost(app, { ...next, content: 'New episode: https://example.com/4', status: 'failed' });
    const other = await buildPost(app, { ...next, content: 'Something else: https://example.com/1' });
    await app.markRestored(backupFrom);
    await check();
    await check();
    await runEngine(app);
    for (const { id } of [post, ahead])
      expect(await shown(app, user, id)).toMatchObject({ status: 'Pending', isPaused: true });
    expect(await shown(app, user, other.id)).toMatchObject({ status: 'Pending', isPaused: false });
    expect(await tweetsOf(app, username)).toHaveLength(1);
    const mails = (await mailTo(app, user.email)).filter((mail) => mail.subject.includes('on X already'));
    expect(mails.map((mail) => mail.subject)).toEqual(['3 posts for @restored_link may be on X already']);
    expect(mails[0]?.text).not.toContain('episode');
    const sent = sql`select user_id from emails where template_key = 'posts_to_check' and recipient = ${user.email}`;
    expect((await app.platform.db.execute(sent)).rows).toEqual([{ user_id: user.id }]);
    expect(mails[0]?.text).toContain(
      '3 planned posts for @restored_link may have gone out after that backup',
    );
    expect(mails[0]?.links).toContain('http://localhost:3000/dashboard');
    const historyOf = async ({ id }: { id: number }) =>
      (await call<object>(app, 'GET', `/api/posts/${id}/timeline`, { token: user.token })).body;
    const because = 'Paused, because our database was restored from a backup';
    expect(JSON.stringify(await historyOf(ahead))).toContain(because);
    expect(JSON.stringify(await historyOf(waits))).not.toContain('Paused');
  });

  test('a post of next week with another link than one on X waits for its own time, not settled', async () => {
    const { user, account, post, backupFrom } = await publishedAndForgotten(
      'restored_week',
      'Weekly: https://example.com/1',
    );
    const scheduledAt = new Date(app.clock.now().getTime() + 7 * 86_400_000);
    const content = 'Weekly: https://example.com/2';
    const ahead = await buildPost(app, { user, accountId: account.id, content, scheduledAt });
    await app.markRestored(backupFrom);
    await check();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
    expect(await shown(app, user, ahead.id)).toMatchObject({ status: 'Pending', holdReason: null });
    expect((await mailTo(app, user.email)).filter((mail) => mail.subject.includes('on X already'))).toEqual(
      [],
    );
  });

  test('what one account has not published is read in the order of its plan, with its own attempts alone', async () => {
    const { db, clock } = app.platform;
    const { user, account, post } = await duePost(app, 'restored_own');
    const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
    const build = (more: object) => buildPost(app, { user, accountId: account.id, ...more });
    const paused = await build({ scheduledAt: at(-5), isPaused: true });
    const failed = await build({ scheduledAt: at(-9), status: 'failed' });
    const posted = await build({ scheduledAt: at(-7), status: 'posted' });
    const other = await duePost(app, 'restored_other');
    for (const each of [post, failed, posted, other.post])
      await db.insert(postAttempts).values({
        postId: each.id,
        accountId: each.accountId,
        startedAt: at(-20),
        calledAt: at(-19),
        outcome: 'failed',
        unknownReason: 'timeout',
        unknownSince: at(-18),
        errorCode: 'OUTCOME_UNKNOWN',
        settledAt: at(-17),
      });
    const whose = { userId: user.id, isPaused: false };
    expect(await selectUnpublished(db, account.id)).toEqual([
      { ...whose, postId: failed.id, content: failed.content, status: 'failed' },
      { ...whose, postId: paused.id, content: paused.content, status: 'pending', isPaused: true },
      { ...whose, postId: post.id, content: post.content, status: 'pending' },
    ]);
    const end = {
      startedAt: at(-20),
      outcome: 'failed',
      unknownReason: 'timeout',
      errorCode: 'OUTCOME_UNKNOWN',
    };
    const attempts = await selectUnpublishedAttempts(db, account.id);
    expect(attempts.sort((a, b) => a.postId - b.postId)).toEqual(
      [post, failed].map(({ id }) => ({ postId: id, ...end })),
    );
    // Staff see the attempts of each post in order, but for those that went out at once.
    const plain = await build({ status: 'posted' });
    const done = { accountId: account.id, startedAt: at(-2), settledAt: at(-1) };
    await db.insert(postAttempts).values([
      { ...done, postId: plain.id, outcome: 'posted' },
      { ...done, postId: posted.id, outcome: 'posted' },
      { ...done, postId: paused.id, outcome: 'posted' },
      { ...done, postId: paused.id, outcome: 'released' },
    ]);
    const unusual = [plain, posted, paused, failed].map(({ id }) => id);
    expect(await findUnusualAttempts(db, unusual)).toEqual(
      new Map([
        [posted.id, ['failed OUTCOME_UNKNOWN', 'posted']],
        [paused.id, ['posted', 'released']],
        [failed.id, ['failed OUTCOME_UNKNOWN']],
      ]),
    );
    expect(await findUnusualAttempts(db, [])).toEqual(new Map());
    await db.execute(sql`delete from posts where account_id in (${account.id}, ${other.account.id})`);
  });

  test('a post whose outcome was unknown before the backup is looked for from its first call on', async () => {
    const { user, account, post, username } = await publishedAndForgotten('restored_early');
    // Planned before it with the same words, and never tried: what was on X before the backup is not this one.
    const scheduledAt = new Date(post.scheduledAt.getTime() - 60_000);
    const untried = await buildPost(app, { user, accountId: account.id, content: post.content, scheduledAt });
    await sandboxControl(app, '/sandbox/x/clock', { aheadMs: 2 * 3_600_000 });
    const called = new Date(app.clock.now().getTime() - 2 * 3_600_000 - 60_000);
    await app.platform.db.execute(sql`update posts set status = 'failed' where id = ${post.id}`);
    await app.platform.db.execute(sql`
      insert into post_attempts (post_id, account_id, started_at, outcome, error_code, settled_at)
      select id, account_id, ${called}, 'failed', 'OUTCOME_UNKNOWN', ${called} from posts where id = ${post.id}`);
    await app.markRestored(app.clock.now());
    await check();
    await sandboxControl(app, '/sandbox/x/clock', { aheadMs: 0 });
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
    expect(await shown(app, user, untried.id)).toMatchObject({ status: 'Pending', holdReason: null });
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });
});
