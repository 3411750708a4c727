import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { replanSummary } from './publishing.queries.ts';
import { sendSummaries } from './send-summaries.ts';
import { due, openStepPage, writerOf } from './steps.fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

test('docs/calls/publishing-summaries.md says whom the weekly summaries reach, and with what', async () => {
  const page = await openStepPage();
  const { app, advance, deps, tell } = page;
  const { db } = app.platform;
  const ada = await writerOf(app, 'ada');
  const bob = await writerOf(app, 'bob');
  const carl = await writerOf(app, 'carl');
  const dora = await writerOf(app, 'dora');
  const after = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
  const failed = (writer: typeof ada, content: string, minutesAgo: number, more = {}) =>
    due(writer, content, 3 * DAY_MS, {
      status: 'failed',
      errorCode: 'X_REFUSED',
      errorMessage: 'X refused it.',
      updatedAt: after(-minutesAgo * MINUTE_MS),
      ...more,
    });
  // Weekly summaries: of the week that begins on Monday in India.
  const monday = new Date('2020-11-23T02:30:00Z');
  await page.prepare(async () => advance(monday.getTime() - app.clock.now().getTime() - 1));
  await db.execute(sql`delete from weekly_summaries`);
  await db.execute(sql`update users set deleted_at = null`);
  await db.execute(sql`
    insert into weekly_summaries (user_id, due_at, week) values (${ada.user.id}, ${monday}, '2020-11-16'),
      (${bob.user.id}, ${monday}, null), (${carl.user.id}, ${new Date(monday.getTime() + 1)}, '2020-11-16'),
      (${dora.user.id}, ${monday}, '2020-11-16')`);
  const posted = (at: string, more = {}) =>
    due(ada, `Out at ${at}`, 0, {
      status: 'posted',
      postedAt: new Date(at),
      scheduledAt: new Date(at),
      ...more,
    });
  for (const at of [
    '2020-11-15T18:29:59Z',
    '2020-11-15T18:30:00Z',
    '2020-11-22T18:29:59Z',
    '2020-11-22T18:30:00Z',
  ])
    await posted(at);
  await posted('2020-11-16T10:00:00Z', { scheduledAt: new Date('2020-11-08T18:30:00Z') });
  await posted('2020-11-16T11:00:00Z', { scheduledAt: new Date('2020-11-08T18:29:59Z') });
  for (const at of ['2020-11-15T18:29:59Z', '2020-11-15T18:30:00Z', '2020-11-22T18:30:00Z'])
    await failed(ada, `Failed at ${at}`, 5, { scheduledAt: new Date(at) });
  for (const at of [
    '2020-11-23T02:29:59Z',
    '2020-11-23T02:30:00Z',
    '2020-11-29T18:29:59Z',
    '2020-11-29T18:30:00Z',
  ])
    await due(ada, `Planned for ${at}`, 0, { scheduledAt: new Date(at) });
  await due(ada, 'Paused', -DAY_MS, { isPaused: true });
  await due(bob, 'Of somebody new', -DAY_MS);
  await due(dora, 'Planned, after a week of none', -DAY_MS);
  await tell('Not before Monday at 08:00', () => sendSummaries(deps));
  advance(1);
  await tell('On Monday at 08:00', () => sendSummaries(deps));
  await page.mail('What Ada reads', 'ada@example.com');
  await page.mail('What Dora reads, of whom nothing went out', 'dora@example.com');
  advance(1);
  await tell('Somebody without any posts', () => sendSummaries(deps));
  await tell('Nobody is due', () => sendSummaries(deps));
  const again = async (name: string, change: ReturnType<typeof sql>) => {
    await db.execute(
      sql`update weekly_summaries set week = '2020-11-16', due_at = ${after(-1)} where user_id = ${ada.user.id}`,
    );
    await db.execute(change);
    await tell(name, () => sendSummaries(deps));
  };
  await again('Somebody who wants none', sql`update users set weekly_summary = false`);
  await again('Somebody unverified', sql`update users set weekly_summary = true, email_verified_at = null`);
  await again(
    'Somebody who left',
    sql`update users set email_verified_at = created_at, deleted_at = created_at`,
  );
  await again('Once more', sql`update users set deleted_at = null`);
  await db.execute(sql`update weekly_summaries set due_at = ${after(-1)}`);
  await tell('Of a week that was dealt with', () => sendSummaries(deps));
  advance(21.5 * HOUR_MS - 1);
  await again('On Tuesday it is too late', sql`select 1`);
  await tell('A new time zone plans it anew', () => replanSummary(db, bob.user.id, app.clock.now()));

  await page.expectKept('publishing-summaries');
});
