import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { queues } from '../../platform/queues.ts';
import { checkLanes } from './check-lanes.ts';
import { deleteOldTraces, deleteTraces } from './delete-traces.ts';
import { renewAhead } from './renew-ahead.ts';
import { due, openStepPage, writerOf } from './steps.fixture.ts';
import { tellFailures } from './tell-failures.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

test('docs/calls/publishing-jobs.md says what the periodic jobs of publishing do', async () => {
  const page = await openStepPage();
  const { app, advance, deps, tell } = page;
  const { db, jobs } = app.platform;
  const ada = await writerOf(app, 'ada', 'pro');
  const bob = await writerOf(app, 'bob');
  const carl = await writerOf(app, 'carl');
  const after = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
  // Renewals ahead: due in twenty minutes, and a token that ends before 25 of them have passed.
  const ends = (accountId: number, milliseconds: number) =>
    db.execute(sql`update x_accounts set token_expires_at = ${after(milliseconds)} where id = ${accountId}`);
  await due(ada, 'In twenty minutes', -20 * MINUTE_MS);
  await ends(ada.id, 25 * MINUTE_MS - 1);
  await due(bob, 'In twenty minutes, too', -20 * MINUTE_MS);
  await ends(bob.id, 25 * MINUTE_MS);
  await due(carl, 'Later', -20 * MINUTE_MS - 1);
  await ends(carl.id, 1);
  await tell('Tokens are renewed ahead', () => renewAhead(deps));
  await tell('Without any time', () => renewAhead(deps, 0));
  await db.execute(sql`delete from posts`);
  await db.execute(sql`update lanes set next_post = null, next_due = null`);
  await tell('Nothing comes due', () => renewAhead(deps));

  // Lanes that disagree with their posts.
  await due(ada, 'Forgotten', HOUR_MS);
  await due(ada, 'Forgotten, too', HOUR_MS - 1);
  await due(bob, 'Right', -HOUR_MS);
  await due(carl, 'Open', -HOUR_MS);
  await db.execute(sql`
    update lanes set next_post = null, next_due = null, hold = 'paused' where account_id = ${ada.id}`);
  await db.execute(sql`
    update lanes set open_post = next_post, next_post = null, next_due = null, started_at = ${after(0)} where account_id = ${carl.id}`);
  await tell('Lanes are checked', () => checkLanes(deps));
  await db.execute(sql`update lanes set open_post = 7 where account_id = ${carl.id}`);
  await tell('A lane has a post in hand that is none of its own', () => checkLanes(deps));
  await db.execute(sql`update lanes set open_post = null, started_at = null`);
  await tell('All lanes agree', () => checkLanes(deps));
  await db.execute(sql`delete from posts`);
  await db.execute(sql`update lanes set next_post = null, next_due = null`);

  // Emails about failures.
  const failed = (writer: typeof ada, content: string, minutesAgo: number, more = {}) =>
    due(writer, content, 3 * DAY_MS, {
      status: 'failed',
      errorCode: 'X_REFUSED',
      errorMessage: 'X refused it.',
      updatedAt: after(-minutesAgo * MINUTE_MS),
      ...more,
    });
  await failed(ada, 'Ten minutes ago, in so many words that nobody would read all of them', 10);
  await failed(ada, 'Just now,\nin two lines', 0, { errorMessage: null, scheduledAt: after(-4 * DAY_MS) });
  await failed(ada, 'Lost its account', 20, { errorCode: 'AUTH_EXPIRED' });
  await failed(ada, 'Told already', 20, { failureToldAt: after(0) });
  await failed(ada, 'Not failed', 20, {
    status: 'pending',
    scheduledAt: after(DAY_MS),
    dueAt: after(DAY_MS),
  });
  await failed(bob, 'Nearly ten minutes ago', 10, { updatedAt: after(-10 * MINUTE_MS + 1) });
  await failed(carl, 'Of somebody who left', 20);
  await db.execute(sql`update users set deleted_at = ${after(0)} where id = ${carl.user.id}`);
  await tell('Failures are told', () => tellFailures(deps));
  await page.mail('What Ada is told', 'ada@example.com');
  // Until 08:00 of the next morning in India, which is 02:30.
  for (let n = 0; n < 21; n += 1)
    await failed(ada, `Number ${n}`, 30, { scheduledAt: after(-DAY_MS + n * 1000) });
  await db.execute(sql`delete from posts where account_id <> ${ada.id}`);
  advance(16.5 * HOUR_MS - 1);
  await tell('Not twice a day', () => tellFailures(deps));
  advance(1);
  await tell('In the morning', () => tellFailures(deps));
  await page.mail('What Ada is told in the morning', 'ada@example.com');
  await tell('Nothing is left to tell', () => tellFailures(deps));
  await db.execute(sql`delete from posts`);
  await db.execute(sql`update lanes set next_post = null, next_due = null`);

  // Traces.
  await db.execute(sql`delete from posts`);
  for (const [n, ago] of [90 * DAY_MS + 1, 90 * DAY_MS, 0].entries())
    await db.execute(sql`
      insert into deleted_posts (post_id, user_id, account_id, content, scheduled_at, status, created_at, deleted_at, way, history, attempts)
      values (${n}, ${n === 2 ? bob.user.id : ada.user.id}, ${ada.id}, 'Gone', ${after(0)}, 'pending', ${after(0)}, ${after(-ago)}, 'one', '[]', '[]')`);
  for (const [n, ago] of [DAY_MS + 1, DAY_MS, null].entries())
    await db.execute(sql`
      with made as (insert into maintenance_windows (starts_at) values (${after(-2 * DAY_MS)}) returning id)
      insert into publishing_pauses select id, ${after(-2 * DAY_MS)}, ${ago === null ? null : after(-ago)} from made where ${n} >= 0`);
  await tell('Old traces are deleted', () => deleteOldTraces(deps));
  await tell('The traces of one person are deleted', () => deleteTraces(db, ada.user.id));

  for (const name of [
    queues.renewAhead,
    queues.checkLanes,
    queues.tellFailures,
    queues.sendSummaries,
    queues.deleteTraces,
    queues.checkRestored,
  ]) {
    await jobs.enqueue(db, name, {});
    await tell(`The job ${name}`, () => jobs.drain());
  }
  await page.expectKept('publishing-jobs');
});
