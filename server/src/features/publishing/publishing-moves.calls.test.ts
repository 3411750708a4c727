import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { sandboxControl } from '../../../test/factories.ts';
import { queues } from '../../platform/queues.ts';
import { checkRestored } from './check-restored.ts';
import { releaseAccount, releaseEnded } from './hold-account.ts';
import { claimPosts } from './lanes.fixture.ts';
import { markRestored } from './mark-restored.ts';
import { moveMisfired } from './move-misfired.ts';
import { endPause, pausePublishing } from './pause-publishing.ts';
import { selectPause } from './pauses.store.ts';
import { findLimits, getOldestOverdueSeconds, getPublishingState } from './publishing.queries.ts';
import { nextWake } from './publishing.store.ts';
import { clearLanes, due, openStepPage, type Writer, writerOf } from './steps.fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('docs/calls/publishing-moves.md says what pauses, holds and restores do to posts', async () => {
  const page = await openStepPage();
  const { app, advance, deps, tell } = page;
  const { db } = app.platform;
  const after = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
  const now = () => app.clock.databaseNow();
  const names = ['ada', 'bob', 'carl', 'dora', 'emil', 'fay'];
  const writers = [] as Writer[];
  for (const name of names) writers.push(await writerOf(app, name));
  const [ada, bob, carl, dora, emil, _fay] = writers as [Writer, Writer, Writer, Writer, Writer, Writer];
  const state = async () => [
    await selectPause(db, app.clock.now()),
    await getPublishingState(db, app.clock.now()),
    await getOldestOverdueSeconds(db, app.clock.now()),
    await nextWake(db, 1000, now()),
  ];

  // Pauses, and what came due in them.
  await clearLanes(db);
  const windows = await db.execute(
    sql`insert into maintenance_windows (starts_at) values (${after(0)}), (${after(0)}), (${after(0)}) returning id`,
  );
  const [first, second, third] = windows.rows.map(({ id }) => Number(id)) as [number, number, number];
  await due(ada, 'Due before the pause', MINUTE_MS);
  await tell('A pause is planned', () =>
    pausePublishing(db, { windowId: first, startsAt: after(1), endsAt: after(10_000) }),
  );
  await pausePublishing(db, { windowId: second, startsAt: after(2), endsAt: null });
  await pausePublishing(db, { windowId: third, startsAt: after(99_000), endsAt: null });
  await tell('Before the pause', state);
  advance(2);
  await tell('In the pause', state);
  await tell('Nothing is claimed in a pause', () => claimPosts(app));
  await tell('Nothing is moved in a pause', () => moveMisfired(deps));
  await tell('A pause that has not begun is called off', () => endPause(deps, db, third));
  await tell('A pause ends early', () => endPause(deps, db, second));
  await tell('While another lasts', state);
  advance(9_999);
  await due(bob, 'Due after the pause', -1);
  await due(carl, 'Due when the pause ended', 0, { dueAt: after(0) });
  await due(ada, 'Planned for today', -6 * HOUR_MS);
  await due(ada, 'A post that went out', 24 * HOUR_MS, {
    status: 'posted',
    scheduledLocal: '2020-11-19T15:30:00',
  });
  advance(1);
  await tell('After the pause only what came due after it is claimed', () => claimPosts(app));
  await tell('What came due in it moves to free times', () => moveMisfired(deps));
  await tell('Nothing is left to move', () => moveMisfired(deps));
  await page.mail('What Ada is told of it', 'ada@example.com');
  await due(dora, 'More than an hour late', HOUR_MS + 1);
  await due(dora, 'Behind it', 1);
  await due(dora, 'Went out on a Tuesday', 70 * HOUR_MS, { status: 'posted' });
  await due(dora, 'Paused by hand', 2, { isPaused: true });
  await db.execute(sql`delete from publishing_pauses`);
  await tell('What is an hour late moves, and what is behind it', () => moveMisfired(deps));
  await page.mail('What Dora is told of it', 'dora@example.com');

  // Holds.
  await clearLanes(db);
  await due(ada, 'Held', 3 * MINUTE_MS);
  await due(ada, 'Held, too', 2 * MINUTE_MS);
  await db.execute(sql`
    insert into account_holds (account_id, reason, until, created_at) values (${ada.id}, 'paused', null, ${after(0)}),
      (${ada.id}, 'subscription', null, ${after(0)}), (${bob.id}, 'rate_limited', ${after(0)}, ${after(0)}),
      (${bob.id}, 'unanswered', ${after(1)}, ${after(0)}), (${carl.id}, 'rate_limited', ${after(1)}, ${after(0)})`);
  await db.execute(
    sql`update lanes l set hold = (select min(reason) from account_holds h where h.account_id = l.account_id)`,
  );
  await tell('Holds that ended are released', () => releaseEnded(deps));
  await tell('Whom X limits', () => findLimits(db, [bob.id, carl.id, dora.id], app.clock.now()));
  const release = (reason: 'paused' | 'subscription', why?: string) => () =>
    releaseAccount(deps, db, ada.id, reason, why);
  await tell('One of two holds is released', release('paused'));
  await tell('It is released already', release('paused'));
  await tell(
    'The last hold is released: what is overdue moves',
    release('subscription', 'The plan runs again.'),
  );
  await page.mail('What Ada is told of the hold', 'ada@example.com');

  // A restore.
  await clearLanes(db);
  const texts = [
    'Is on X',
    '@bob Is on X, too https://example.com/a',
    'Is on X with a link https://example.com/b',
    'Is not on X',
  ];
  for (const [n, text] of texts.entries()) await due(bob, text, 10_000 - n);
  await tell('What is claimed before', () => claimPosts(app, { limit: 0 }));
  for (let n = 0; n < 3; n += 1) {
    const text = texts[n]?.replace('/b', '/c') ?? '';
    await deps.x.publishPost(await tokenOf(), text);
  }
  async function tokenOf() {
    const access = await (await deps.tokens.accessFor([bob.id])).get(bob.id);
    if (access?.kind !== 'token') throw new Error('no token');
    return access.accessToken;
  }
  await due(carl, 'Of an account that X does not show', 1);
  await due(dora, 'Went out', 1, { status: 'posted' });
  await due(emil, 'Failed', 1, { status: 'failed', errorCode: 'X_REFUSED' });
  await tell('The database was restored', () => markRestored(db, after(-20_000), app.clock.now()));
  advance(19_999);
  await tell('It is too early to look', () => checkRestored(deps, 0));
  await db.execute(sql`delete from pgboss.job`);
  await sandboxControl(app, '/sandbox/x/faults', {
    kind: 'unauthorized',
    endpoint: 'timeline',
    username: 'carl',
    count: 2,
  });
  advance(1);
  await db.execute(
    sql`insert into restores (backup_from, restored_at) values (${after(-9_000)}, ${after(2)})`,
  );
  await db.execute(sql`update account_holds set created_at = ${after(1)} where account_id = ${emil.id}`);
  await db.execute(sql`update account_holds set created_at = ${after(2)} where account_id = ${carl.id}`);
  await tell('What is on X is found', () => checkRestored(deps, 0));
  // It asks for itself again and again until all accounts are checked.
  await db.execute(sql`delete from pgboss.job where name = ${queues.checkRestored}`);
  await page.mail('What Bob is asked', 'bob@example.com');
  advance(20_001);
  await tell('A failed post is not on X', () => checkRestored(deps, carl.id));
  advance(1);
  await tell('X refuses the token of the timeline', () => checkRestored(deps, 0));
  await tell('The next time it is there', () => checkRestored(deps, 0));
  await tell('The next time it is shown', () => checkRestored(deps, 0));

  await page.expectKept('publishing-moves');
});
