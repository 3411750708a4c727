import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  buildPost,
  buildUser,
  call,
  comeBack,
  sandboxControl,
  subscribe,
} from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import { CALL_DEADLINE_MS } from '../../../providers/x/x.rules.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from '../engine/looks.rules.ts';
import { updateNext } from '../lanes/lanes.store.ts';
import { rewritePost } from '../lanes/schedule-posts.ts';
import { accessTo, duePost, fault, runEngine, shown, tweetsOf, workerDeps } from '../publishing.fixture.ts';
import { checkRestored } from './check-restored.ts';

/* After a restore nothing goes out before the timelines show what the restored database does not know. */

/** From then on a call that was in progress at the restore is on the timeline, or never will be. */
const CERTAIN_AFTER_MS = CALL_DEADLINE_MS + CERTAIN_AFTER_ANSWER_SECONDS * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const db = () => app.platform.db;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);

/** Undoes in the database that the account's posts were published. */
async function forget(accountId: number): Promise<void> {
  await db().execute(sql`delete from post_attempts where account_id = ${accountId}`);
  await db().execute(sql`
    update posts set status = 'pending', tweet_id = null, posted_at = null, started_at = null, called_at = null,
      cost_micros = null, tier = null where account_id = ${accountId}`);
  await updateNext(db(), [accountId]);
}

/** Publishes a post, then undoes that in the database, as a restore of an older backup does. */
async function publishedAndForgotten(username: string, content?: string) {
  const built = await duePost(app, username, content);
  // By X's clock, which is behind the one that these tests move.
  const backupFrom = new Date();
  app.clock.advance(1_000);
  await runEngine(app);
  await forget(built.account.id);
  return { ...built, backupFrom };
}

/** Runs the check late enough that every call in progress at the restore is on the timeline. */
async function check(afterMs = CERTAIN_AFTER_MS): Promise<void> {
  app.clock.advance(afterMs);
  await app.platform.jobs.enqueue(db(), queues.checkRestored, {});
  await app.platform.jobs.drain();
}

test('a post that went out after the backup is found on the timeline and not sent again', async () => {
  // X takes it for a reply.
  const content = '@ada, have you seen this?';
  const { user, post, username, backupFrom } = await publishedAndForgotten('restored', content);
  await app.markRestored(backupFrom);
  expect(await runEngine(app)).toBe(0);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: 'restored' });
  await check();
  await runEngine(app);
  const tweets = await tweetsOf(app, username);
  expect(tweets).toHaveLength(1);
  const found = { status: 'Posted', tweetId: tweets[0]?.id, holdReason: null };
  expect(await shown(app, user, post.id)).toMatchObject(found);
});

test('a post that did not go out is sent once the timeline shows that, also of a call that was in progress', async () => {
  const { user, post, username } = await duePost(app, 'not_yet_out');
  app.clock.set(app.clock.now());
  await app.markRestored(app.clock.now());
  await check(CERTAIN_AFTER_MS - 1);
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ holdReason: 'restored' });
  expect(await tweetsOf(app, username)).toHaveLength(0);
  const heard: number[] = [];
  const off = app.platform.events.on('posts_due', ({ at }) => void heard.push(at));
  await check(1);
  await expect.poll(() => heard).toContain(app.clock.now().getTime());
  off();
  await runEngine(app);
  expect(await tweetsOf(app, username)).toHaveLength(1);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
});

test('nothing of an account goes out while its timeline cannot be read; it is checked again in half a minute', async () => {
  const { user, post, username, backupFrom } = await publishedAndForgotten('unreadable');
  await app.markRestored(backupFrom);
  await fault(app, 'server_error', { endpoint: 'timeline', username });
  await db().execute(sql`delete from pgboss.job where name = ${queues.checkRestored}`);
  await check();
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: 'restored' });
  const planned = sql`name = ${queues.checkRestored} and state = 'created' and data = '{"after": 0}'`;
  const jobs = await db().execute(sql`select start_after from pgboss.job where ${planned}`);
  expect(jobs.rows.map(({ start_after }) => Date.parse(String(start_after)))).toEqual([
    app.clock.now().getTime() + 30_000,
  ]);
  await db().execute(sql`update pgboss.job set start_after = now() where ${planned}`);
  await app.platform.jobs.drain();
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', holdReason: null });
  expect(await tweetsOf(app, username)).toHaveLength(1);
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

test('accounts that cannot be read, however many, delay no other account', async () => {
  const { id } = await buildUser(app);
  const now = app.clock.now();
  await db().execute(sql`
    with gone as (
      insert into x_accounts (user_id, twitter_user_id, username, connected_at, disconnected_at, updated_at)
      select ${id}, 'gone' || n, 'gone' || n, ${now}, ${now}, ${now} from generate_series(1, 50) n returning id
    ) insert into account_holds (account_id, reason, created_at) select id, 'restored', ${now} from gone`);
  const { user, post, backupFrom } = await publishedAndForgotten('after_fifty');
  await app.markRestored(backupFrom);
  await check();
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', holdReason: null });
  await db().execute(sql`delete from x_accounts where user_id = ${id}`);
});

test('a post whose outcome was unknown before the backup is looked for from its first call on', async () => {
  const { user, account, post, username } = await publishedAndForgotten('restored_early');
  // The same words, planned earlier but never tried: what was on X before the backup is not this one.
  const scheduledAt = new Date(post.scheduledAt.getTime() - 60_000);
  const untried = await buildPost(app, { user, accountId: account.id, content: post.content, scheduledAt });
  // The restore is an hour after the post, and X's clock two hours ahead of it.
  app.clock.advance(3_600_000);
  await sandboxControl(app, '/sandbox/x/clock', { aheadMs: 2 * 3_600_000 });
  const called = new Date(app.clock.now().getTime() - 2 * 3_600_000 - 60_000);
  await db().execute(sql`update posts set status = 'failed' where id = ${post.id}`);
  await db().execute(sql`
    insert into post_attempts (post_id, account_id, started_at, outcome, error_code, settled_at)
    select id, account_id, ${called}, 'failed', 'OUTCOME_UNKNOWN', ${called} from posts where id = ${post.id}`);
  await app.markRestored(app.clock.now());
  await check();
  await sandboxControl(app, '/sandbox/x/clock', { aheadMs: 0 });
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
  expect(await shown(app, user, untried.id)).toMatchObject({ status: 'Pending', holdReason: null });
  expect(await tweetsOf(app, username)).toHaveLength(1);
});

test('a post whose text its owner changes during the check is not taken for the one on X', async () => {
  const { user, account, post, username, backupFrom } = await publishedAndForgotten('meanwhile');
  await app.markRestored(backupFrom);
  const where = { accountId: account.id, now: app.clock.now() };
  let checked: Promise<unknown> | undefined;
  await inTransaction(db(), async (tx) => {
    await rewritePost(tx, where, { postId: post.id, content: 'Other words', detail: {} });
    checked = check();
    await untilBlockedOrDone(db(), checked);
  });
  await checked;
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', holdReason: null });
  await runEngine(app);
  expect((await tweetsOf(app, username)).map(({ text }) => text)).toContain('Other words');
});

test('pending posts that share only their words with a post on X are paused, and their owner is asked once', async () => {
  const weekly = 'New episode: https://example.com/1';
  const { user, account, post, username, backupFrom } = await publishedAndForgotten('restored_link', weekly);
  // The backup has an older link.
  await db().execute(
    sql`update posts set content = 'New episode: https://example.com/old' where id = ${post.id}`,
  );
  const build = (content: string, more = {}) =>
    buildPost(app, { user, accountId: account.id, scheduledAt: inDays(7), content, ...more });
  const ahead = await build('New episode: https://example.com/2');
  const paused = await build('New episode: https://example.com/3', { isPaused: true });
  await build('New episode: https://example.com/4', { status: 'failed' });
  const other = await build('Something else: https://example.com/1');
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
  const historyOf = async ({ id }: { id: number }) =>
    JSON.stringify((await call(app, 'GET', `/api/posts/${id}/timeline`, { token: user.token })).body);
  expect(await historyOf(ahead)).toContain('Paused, because our database was restored from a backup');
  expect(await historyOf(paused)).not.toContain('Paused');
});

test('posts that are found count as published on their day, with what they cost, once', async () => {
  const { user, account, username } = await duePost(app, 'counted_again');
  await subscribe(app, user, { plan: 'pro', trial: false });
  const backupFrom = new Date();
  const scheduledAt = new Date(app.clock.now().getTime() + 600_000);
  const content = 'See https://example.com/page';
  await buildPost(app, { user, accountId: account.id, content, scheduledAt });
  for (let round = 0; round < 2; round += 1) {
    app.clock.advance(round * 600_000 + 1_000);
    await runEngine(app);
  }
  await forget(account.id);
  expect(await tweetsOf(app, username)).toHaveLength(2);
  await db().execute(sql`delete from figure_changes`);
  await db().execute(sql`delete from cost_entries where account_id = ${account.id}`);
  await app.markRestored(backupFrom);
  // The check runs on a later day.
  app.clock.advance(3 * 86_400_000);
  await comeBack(app, user);
  await check();
  await check();
  const figures = await db().execute(sql`
    select figure || ' ' || label || ' ' || sum(amount) as line from figure_changes
    where (figure like 'posts.%' or figure like 'costs.%')
      and day = (select max(posted_at at time zone 'UTC')::date from posts where account_id = ${account.id})
    group by figure, label order by figure, label`);
  expect(figures.rows.map(({ line }) => line)).toEqual([
    'costs.kind post 15000',
    'costs.kind post_with_link 200000',
    'costs.x pro 215000',
    'posts.posted pro 2',
  ]);
  const ledger = await db().execute(sql`
    select p.cost_micros, c.cost_micros::int as entry, c.kind, c.tier, c.at = p.posted_at as "isThen", a.unknown_reason as reason
    from posts p join post_attempts a on a.post_id = p.id join cost_entries c on c.post_id = p.id
    where p.account_id = ${account.id} order by p.cost_micros`);
  const paid = { tier: 'pro', isThen: true, reason: 'restored' };
  expect(ledger.rows).toEqual([
    { ...paid, kind: 'post', cost_micros: 15_000, entry: 15_000 },
    { ...paid, kind: 'post_with_link', cost_micros: 200_000, entry: 200_000 },
  ]);
});

test('COST-10 replies are read only if a post may be one, and no further back than the backup; one failing check stops no other', async () => {
  const backupFrom = new Date(app.clock.now().getTime() - 3_600_000);
  const [reply, plain] = [
    await duePost(app, 'reply_yes', '@ada, look'),
    await duePost(app, 'reply_no', 'Look, @ada'),
  ];
  const broken = await duePost(app, 'reply_broken');
  await app.markRestored(backupFrom);
  app.clock.advance(CERTAIN_AFTER_MS);
  const asked = new Map<string, object>();
  const worker = workerDeps(app);
  const x: typeof worker.x = {
    ...worker.x,
    async recentPosts(_token, twitterUserId, { maxAgeMs, mayBeReply }) {
      asked.set(twitterUserId, { maxAgeMs, mayBeReply });
      if (twitterUserId === broken.account.twitterUserId) throw new Error('an error of ours');
      return [];
    },
  };
  const tokens = { ...worker.tokens, accessFor: (ids: readonly number[]) => accessTo(app, ids) };
  await checkRestored({ ...worker, x, tokens }, 0);
  const maxAgeMs = app.clock.now().getTime() - backupFrom.getTime();
  const wanted = [reply, plain].map(({ account }) => asked.get(account.twitterUserId));
  expect(wanted).toEqual([true, false].map((mayBeReply) => ({ maxAgeMs, mayBeReply })));
  const holdOf = async ({ user, post }: typeof broken) => (await shown(app, user, post.id)).holdReason;
  expect([await holdOf(reply), await holdOf(plain), await holdOf(broken)]).toEqual([null, null, 'restored']);
});
