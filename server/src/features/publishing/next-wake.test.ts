import { beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { holdAccount } from './hold-account.ts';
import { claimDue, nextWake } from './publishing.store.ts';
import { insertStop } from './stop.store.ts';

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

test('it is never while nothing waits, then the time of the first post that nothing holds', async () => {
  const { db } = app.platform;
  expect(await nextWake(db)).toEqual({ at: null, firstDueAt: null });
  const held = await postAt('12:10:00');
  await holdAccount(app.platform, db, held, 'paused');
  expect(await nextWake(db)).toEqual({ at: null, firstDueAt: null });
  await postAt('12:40:00', '12:20:00');
  expect(await nextWake(db)).toEqual({ at: at('12:20:00'), firstDueAt: at('12:20:00') });
});

test('while publishing is stopped it is the next try, not the time of the posts that wait', async () => {
  const { db } = app.platform;
  await insertStop(db, { reason: 'no credits', now: at('12:00:00'), tryAt: at('12:01:00') });
  expect(await nextWake(db)).toEqual({ at: null, firstDueAt: null });
  await postAt('11:50:00');
  expect(await nextWake(db)).toEqual({ at: at('12:01:00'), firstDueAt: at('11:50:00') });
});

test('while publishing is stopped and no post is due before the next try, it is the time of the first post', async () => {
  const { db } = app.platform;
  await insertStop(db, { reason: 'no credits', now: at('12:00:00'), tryAt: at('12:01:00') });
  await postAt('12:30:00');
  expect(await nextWake(db)).toEqual({ at: at('12:30:00'), firstDueAt: at('12:30:00') });
});

test('it is the end of a lease or of a hold where that is sooner, and of several the first', async () => {
  const { db } = app.platform;
  await postAt('12:50:00');
  const [long, short] = [await postAt('12:55:00'), await postAt('12:56:00')];
  await holdAccount(app.platform, db, long, 'rate_limited', at('12:45:00'));
  await holdAccount(app.platform, db, short, 'rate_limited', at('12:15:00'));
  expect(await nextWake(db)).toEqual({ at: at('12:15:00'), firstDueAt: at('12:50:00') });
  await postAt('12:00:00');
  const now = at('12:00:00');
  const claim = { workerId: 'first', now, notBefore: at('11:00:00'), leaseUntil: at('12:00:20'), limit: 1 };
  expect(await claimDue(db, claim)).toHaveLength(1);
  expect(await nextWake(db)).toEqual({ at: at('12:00:20'), firstDueAt: at('12:50:00') });
});
