import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { createXClient } from '../../providers/x/x-client.ts';
import { fault } from './publishing.fixture.ts';
import { due, openStepPage, writerOf } from './steps.fixture.ts';
import { stopPublishing } from './stop-publishing.ts';

test('docs/calls/publishing-unknown.md says what becomes of a post whose outcome nobody knows', async () => {
  const page = await openStepPage();
  const { app, attempt, advance, deps, look } = page;
  const { db } = app.platform;
  const ada = await writerOf(app, 'ada', 'pro');
  const bob = await writerOf(app, 'bob');
  const on = (endpoint: string, kind: string, more = {}) =>
    fault(app, kind, { endpoint, username: 'ada', ...more });
  const forget = () => fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });

  /** A post of Ada's alone, and of a fresh lane. */
  async function only(content: string) {
    await forget();
    await db.execute(sql`delete from account_holds`);
    await db.execute(sql`
      update lanes set open_post = null, worker = null, started_at = null, called_at = null, look_at = null,
        unknown_reason = null, unknown_since = null, certain_at = null, not_before = null, hold = null, absents = 0`);
    await db.execute(sql`delete from posts where status = 'pending'`);
    return due(ada, content);
  }

  // A look that has to wait, and the other outcome of another account beside it.
  await only('Lost in X');
  await on('tweets', 'server_error');
  await attempt('X answers with an error of its own');
  await look('Nobody looks before its time');
  advance(500);
  await look('Not there after half a second: absence is no proof yet');
  advance(500);
  await on('timeline', 'rate_limit', { delayMs: 3_000 });
  await look('X limits the timeline');
  advance(4_000);
  await on('timeline', 'server_error');
  await look('The timeline cannot be read');
  advance(9_999);
  await look('Still no proof, and the next look is when there is one');
  advance(1);
  await look('Absent for certain: it is tried again');
  advance(60_000);
  await on('tweets', 'server_error', { count: 2 });
  await attempt('X fails once more');
  await db.execute(sql`
    insert into post_attempts (post_id, account_id, started_at, outcome, settled_at)
    select id, account_id, due_at - interval '1 second' * (n / 5), 'retry', due_at from posts, generate_series(1, 5) n
    where content = 'Lost in X'`);
  advance(15_000);
  await look('Absent after five retries, and one from before it came due: it is tried a last time');
  advance(1_100_000);
  await attempt('X fails for the last time');
  advance(15_000);
  await look('Absent after all retries: it fails');

  await only('There all the time, see https://example.com/x');
  await on('tweets', 'server_error_but_posted');
  await attempt('X takes the post, and answers with an error');
  advance(500);
  await look('It is on the timeline');
  await only('A cut connection');
  await on('tweets', 'connection_reset');
  await attempt('The connection breaks');
  advance(7_000);
  await look('Absent after a broken connection: not counted as a retry');
  await only('@bob, with a late answer');
  await on('tweets', 'timeout_but_posted');
  const impatient = createXClient(app.config.x, app.clock, { callMs: 700 });
  await attempt('X does not answer in time', { ...deps, x: impatient });
  advance(500);
  await look('It may be a reply, so replies are read, too');

  // Duplicates: nobody knows whose.
  await only('Perhaps ours');
  await db.execute(sql`
    insert into post_attempts (post_id, account_id, started_at, unknown_reason, outcome, settled_at)
    select id, account_id, due_at - interval '2 minutes', 'timeout', 'not_sent', due_at from posts where content = 'Perhaps ours'`);
  await on('tweets', 'duplicate');
  await attempt('X calls it a duplicate after an unknown outcome');
  advance(15_000);
  await look('Absent: it is a duplicate of something else');

  // The token.
  await only('Without a token');
  await on('tweets', 'server_error');
  await attempt('X answers with an error again');
  advance(16_000);
  await on('timeline', 'unauthorized');
  await look('X refuses the token of the timeline, and shows it with a new one');
  await only('Refused twice');
  await on('tweets', 'server_error');
  await attempt('X answers with an error a third time');
  advance(16_000);
  await on('timeline', 'unauthorized', { count: 2 });
  await look('X refuses the renewed token, too');
  advance(1_000);
  const away = { kind: 'unavailable', until: new Date(app.clock.now().getTime() + 400) } as const;
  const waits = { ...deps.tokens, accessFor: async () => new Map([[ada.id, Promise.resolve(away)]]) };
  await look('No token for now', { ...deps, tokens: waits });
  advance(1_000);
  await on('timeline', 'duplicate', { count: 3 });
  await look('X does not show the timeline (403)');
  advance(3_600_000 - 18_001);
  await look('Nor in nearly an hour');
  advance(5 * 60_000);
  await look('Nor after an hour: it fails');

  // Attempts that ended without an answer.
  await only('Kills workers');
  const open = (absents: number) =>
    db.execute(sql`
    update lanes set open_post = next_post, worker = 1000, started_at = next_due, look_at = ${app.clock.now()},
      certain_at = ${app.clock.now()}, absents = ${absents}, epoch = epoch + 1 where account_id = ${ada.id}`);
  await open(1);
  await look('Absent after a crash, for the second time in a row');
  await open(2);
  await look('Absent after a crash, for the third time: the account is held');
  await only('Answered late');
  await open(0);
  await db.execute(sql`update posts set status = 'posted', tweet_id = '9' where content = 'Answered late'`);
  await look('The answer came after all');
  await only('Of another worker');
  await open(0);
  await db.execute(sql`update lanes set worker = 1001`);
  await look('Another worker looks after it');
  await look('A worker without a number', { ...deps, session: { ...deps.session, number: () => undefined } });

  // No posts from us.
  await only('Nobody pays');
  await due(bob, 'Of somebody else', -1);
  await on('tweets', 'payment_required', { count: 3 });
  await attempt('X takes no posts from us (402): publishing stops');
  advance(30_000);
  await attempt('Publishing is stopped');
  await page.probe('The next try is not due');
  advance(30_000);
  await page.probe('The first try fails');
  await db.execute(sql`update publishing_stop set failures = 5, try_at = ${app.clock.now()}`);
  await page.probe('The sixth try fails');
  await page.tell('Another call that began before the stop fails', () =>
    stopPublishing(deps, 'Something else', false),
  );
  advance(15 * 60_000);
  await forget();
  await page.probe('A try succeeds: publishing goes on');
  await page.expectKept('publishing-unknown');
});
