import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { nextWake, updateUnknown } from './engine/publishing.store.ts';
import { insertStop } from './engine/stop.store.ts';
import { holdAccount } from './lanes/hold-account.ts';
import { claimOfAccount } from './lanes/lanes.fixture.ts';

/* The engine sleeps until the time that this question gives: too late delays posts, too early makes it poll. */

let app: TestApp;
beforeEach(async () => {
  app = await buildApp({ now: '2026-03-02T12:00:00Z' });
});

const at = (time: string) => new Date(`2026-03-02T${time}Z`);

async function postAt(...times: string[]): Promise<number> {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  for (const time of times) await buildPost(app, { user, accountId, scheduledAt: at(time) });
  return accountId;
}

const WORKER = 1_000;

/** When the engine wakes, and when the first post that nothing holds is due. */
async function wake(worker = WORKER): Promise<{ at: Date | null; firstDueAt: Date | null }> {
  const { inMs, firstDueAt } = await nextWake(app.platform.db, worker, app.clock.databaseNow());
  return { at: inMs === null ? null : new Date(app.clock.now().getTime() + inMs), firstDueAt };
}

test('it is never while nothing waits, then the time of the first post that nothing holds', async () => {
  const { db } = app.platform;
  expect(await wake()).toEqual({ at: null, firstDueAt: null });
  const held = await postAt('12:10:00');
  await holdAccount(app.platform, db, held, 'paused');
  expect(await wake()).toEqual({ at: null, firstDueAt: null });
  await postAt('12:40:00', '12:20:00');
  await postAt('12:30:00');
  expect(await wake()).toEqual({ at: at('12:20:00'), firstDueAt: at('12:20:00') });
});

test('it is past where a post is due, by the database’s clock', async () => {
  await postAt('11:59:50');
  expect(await wake()).toEqual({ at: at('11:59:50'), firstDueAt: at('11:59:50') });
});

test('of an account that waits for its next try it is that time, not the time of its post', async () => {
  const accountId = await postAt('11:59:00');
  await app.platform.db.execute(
    sql`update lanes set not_before = ${at('12:03:00')} where account_id = ${accountId}`,
  );
  expect(await wake()).toEqual({ at: at('12:03:00'), firstDueAt: at('11:59:00') });
});

test('while publishing is stopped it is the next try, not the time of the posts that wait', async () => {
  const { db } = app.platform;
  await insertStop(db, { reason: 'no credits', now: at('12:00:00'), tryAt: at('12:01:00') });
  expect(await wake()).toEqual({ at: null, firstDueAt: null });
  await postAt('11:50:00');
  expect(await wake()).toEqual({ at: at('12:01:00'), firstDueAt: at('11:50:00') });
});

test('while publishing is stopped and no post is due before the next try, it is the time of the first post', async () => {
  const { db } = app.platform;
  await insertStop(db, { reason: 'no credits', now: at('12:00:00'), tryAt: at('12:01:00') });
  await postAt('12:30:00');
  expect(await wake()).toEqual({ at: at('12:30:00'), firstDueAt: at('12:30:00') });
});

test('it is this worker’s next look at a timeline or the end of a hold where that is sooner, and of several the first', async () => {
  const { db } = app.platform;
  await postAt('12:50:00');
  const [long, short] = [await postAt('12:55:00'), await postAt('12:56:00')];
  await holdAccount(app.platform, db, long, 'rate_limited', at('12:45:00'));
  await holdAccount(app.platform, db, short, 'rate_limited', at('12:15:00'));
  expect(await wake()).toEqual({ at: at('12:15:00'), firstDueAt: at('12:50:00') });
  const claimed = await claimOfAccount(app, await postAt('12:00:00'), { worker: WORKER });
  expect(await wake()).toEqual({ at: at('12:15:00'), firstDueAt: at('12:50:00') });
  const now = app.clock.databaseNow();
  const unknown = { reason: 'timeout', calledAt: at('12:00:00'), certainAfterSeconds: 15 } as const;
  await updateUnknown(db, claimed, { ...unknown, now, lookAfterMs: 500 });
  const second = await claimOfAccount(app, await postAt('12:00:00'), { worker: WORKER });
  await updateUnknown(db, second, { ...unknown, now, lookAfterMs: 700 });
  expect(await wake()).toEqual({ at: at('12:00:00.500'), firstDueAt: at('12:50:00') });
  expect((await wake(WORKER + 1)).at).toEqual(at('12:15:00'));
});
