import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { claimPosts, settleAs } from './lanes.fixture.ts';
import { selectPause } from './pauses.store.ts';
import { claimOf } from './publishing.fixture.ts';
import {
  createLanesCheck,
  findStopSince,
  findUnusualAttempts,
  getOldestOverdueSeconds,
  getPublishingState,
  isWorkerAlive,
  keepsText,
  listDeletedPosts,
} from './publishing.queries.ts';
import { claimLanes, findLost, nextWake } from './publishing.store.ts';
import { readBacklog } from './read-backlog.ts';
import { clearLanes, due, openStepPage, type Writer, writerOf } from './steps.fixture.ts';
import { waitForOpen } from './wait-for-open.ts';
import { selectEnded, takeOverLanes, updateAlive, updateGone } from './workers.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('docs/calls/publishing-lanes.md says which lanes are claimed, settled and taken over', async () => {
  const page = await openStepPage();
  const { app, advance, tell } = page;
  const { db } = app.platform;
  const after = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
  const now = () => app.clock.databaseNow();
  const names = ['ada', 'bob', 'carl', 'dora', 'emil', 'fay'];
  const writers = [] as Writer[];
  for (const name of names) writers.push(await writerOf(app, name));
  const [ada, bob, carl, dora, emil, fay] = writers as [Writer, Writer, Writer, Writer, Writer, Writer];
  const lane = (writer: Writer, change: ReturnType<typeof sql>) =>
    db.execute(sql`update lanes set ${change} where account_id = ${writer.id}`);
  const state = async () => [
    await selectPause(db, app.clock.now()),
    await getPublishingState(db, app.clock.now()),
    await getOldestOverdueSeconds(db, app.clock.now()),
    await nextWake(db, 1000, now()),
  ];

  // Claims.
  await due(ada, 'Due second', 1_000);
  await due(ada, 'Due first, planned second', 2_000, { scheduledAt: after(-1_000), dueAt: after(-2_000) });
  await due(ada, 'Due first, planned first', 2_000);
  await due(bob, 'Nearly an hour late', HOUR_MS - 1);
  await due(carl, 'An hour late', HOUR_MS);
  await due(dora, 'Held', 3_000);
  await lane(dora, sql`hold = 'paused'`);
  await due(emil, 'Waits a millisecond', 4_000);
  await lane(emil, sql`not_before = ${after(1)}`);
  await due(fay, 'A millisecond ahead', -1);
  await tell('What is backed up', () => readBacklog({ db }, app.clock.now()));
  await tell('What there is to do', state);
  await tell('One lane is claimed', () => claimLanes(db, claimOf(app)));
  await tell('The rest is claimed', () => claimPosts(app));
  await tell('Nothing else is claimed', () => claimPosts(app));
  await lane(bob, sql`look_at = ${after(5)}`);
  await tell('What there is to do now', state);
  await tell('Somebody waits for open posts', () => waitForOpen({ db }, [ada.id, bob.id], 0));
  await tell('Nobody waits for posts whose outcome is unknown', () => waitForOpen({ db }, [bob.id, carl.id]));
  await lane(bob, sql`look_at = null`);
  advance(14_999);
  await tell('Nothing is lost yet', () => findLost(db, { worker: 1000, now: now(), inHand: [ada.id] }));
  advance(1);
  await tell('A lane is lost track of', () => findLost(db, { worker: 1000, now: now(), inHand: [ada.id] }));
  const [claimed] = await claimPosts(app, { worker: 1001 });
  if (!claimed) throw new Error('nothing was due');
  const before = { ...claimed, epoch: claimed.epoch - 1 };
  await tell('Another epoch cannot fail it', () =>
    settleAs(app, before, { outcome: 'failed', code: 'X_REFUSED', message: 'No.' }),
  );
  await tell('Another epoch has posted it', () =>
    settleAs(app, before, { outcome: 'posted', tweetId: '78', hasLink: true }),
  );
  await tell('It is not posted twice', () => settleAs(app, claimed, { outcome: 'posted', tweetId: '79' }));
  const [again] = await claimPosts(app, { worker: 1001 });
  if (again) await settleAs(app, again, { outcome: 'not_sent' });
  await tell('What was unusual', () => findUnusualAttempts(db, [claimed.postId, again?.postId ?? 0, 7]));
  await tell('Nothing was unusual', () => findUnusualAttempts(db, []));

  // Workers.
  await clearLanes(db);
  await db.execute(sql`
    insert into workers (number, process, instance, started_at, alive_until) overriding system value
    select n, 'test', ('00000000-0000-0000-0000-00000000000' || n)::uuid, ${after(0)}, ${after(0)}::timestamptz + s * interval '1 millisecond'
    from (values (1, 8000), (2, 0), (3, 6000), (4, 6001), (5, -5000)) as w(n, s)`);
  for (const [n, writer] of writers.entries()) {
    await due(writer, `In hand of ${n + 1}`);
    await lane(writer, sql`open_post = next_post, worker = ${n + 1}, started_at = ${after(-n)}`);
  }
  await lane(emil, sql`certain_at = ${after(77)}`);
  await tell('Is any worker alive', () => isWorkerAlive(db, app.clock));
  await tell('A worker gives a sign of life', () => updateAlive(db, 1, now()));
  await tell('A worker that is gone cannot', () => updateAlive(db, 9, now()));
  await tell('A worker takes over what dead ones had in hand', () => takeOverLanes(db, 1, now()));
  await tell('Which instances have ended', () =>
    selectEnded(db, ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000004']),
  );
  await tell('A worker goes', () => updateGone(db, 1, now()));
  await tell('Is any worker alive after that', () => isWorkerAlive(db, app.clock));
  await db.execute(sql`delete from workers`);

  await tell('Nobody keeps a text', () => keepsText(db, 7, app.clock.now()));
  await tell('Nothing is stopped', () => findStopSince(db));
  await tell('Nothing is kept of deleted posts', () => listDeletedPosts(db, [7]));
  await lane(ada, sql`next_due = null`);
  const check = createLanesCheck(db);
  await lane(bob, sql`hold = 'paused'`);
  await tell('Staff read of lanes that disagree', async () => [await check(), await check()]);
  await page.expectKept('publishing-lanes');
});
