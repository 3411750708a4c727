import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { findUnusualAttempts, keepsText } from '../publishing.queries.ts';
import { selectAttempts } from './history.store.ts';

const at = (time: string) => new Date(`2026-03-02T${time}Z`);

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: at('12:00:30').toISOString() });
});
afterAll(() => app.close());

/** A posted post, one found after an unknown outcome, one from before attempts were recorded, and one being published. */
async function fourPosts() {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const own = { user, accountId };
  const out = { ...own, status: 'posted', postedAt: at('11:00:02') } as const;
  const posted = await buildPost(app, {
    ...out,
    tweetId: `${accountId}1`,
    startedAt: at('11:00:00'),
    calledAt: at('11:00:01'),
  });
  const found = await buildPost(app, { ...out, tweetId: `${accountId}2`, startedAt: at('11:10:00') });
  const old = await buildPost(app, { ...out, tweetId: `${accountId}3` });
  const open = await buildPost(app, { ...own, status: 'processing' });
  await app.platform.db.execute(sql`
    update lanes set started_at = ${at('11:20:00')}, called_at = ${at('11:20:01')}, unknown_reason = 'server_error',
      unknown_since = ${at('11:20:02')} where account_id = ${accountId}`);
  const record = (postId: number, started: string, outcome: string, reason?: string, code?: string) =>
    app.platform.db.execute(sql`
      insert into post_attempts (post_id, account_id, started_at, unknown_reason, unknown_since, outcome, error_code, settled_at)
      values (${postId}, ${accountId}, ${at(started)}, ${reason ?? null}, ${reason ? at(started) : null}, ${outcome},
        ${code ?? null}, ${at('12:00:00')})`);
  await record(posted.id, '10:00:00', 'not_sent');
  await record(posted.id, '09:00:00', 'retry', undefined, 'X_UNAVAILABLE');
  await record(found.id, '08:00:00', 'posted', 'timeout');
  await record(open.id, '08:00:00', 'absent');
  return { posted, found, old, open };
}

test('the attempts at a post are the recorded ones, the successful one and the one in progress, in order', async () => {
  const { posted, found, old, open } = await fourPosts();
  const { db } = app.platform;
  expect(await selectAttempts(db, posted.id)).toMatchObject([
    { startedAt: at('09:00:00'), outcome: 'retry', errorCode: 'X_UNAVAILABLE', settledAt: at('12:00:00') },
    { startedAt: at('10:00:00'), outcome: 'not_sent' },
    {
      startedAt: at('11:00:00'),
      calledAt: at('11:00:01'),
      outcome: 'posted',
      tweetId: posted.tweetId,
      settledAt: at('11:00:02'),
    },
  ]);
  expect(await selectAttempts(db, found.id)).toMatchObject([{ outcome: 'posted', unknownReason: 'timeout' }]);
  expect(await selectAttempts(db, old.id)).toEqual([]);
  expect(await selectAttempts(db, open.id)).toMatchObject([
    { outcome: 'absent' },
    { startedAt: at('11:20:00'), outcome: null, unknownReason: 'server_error', settledAt: null },
  ]);
});

test('staff see the attempts of each post except those that succeeded at the first call', async () => {
  const { posted, found, open } = await fourPosts();
  const ids = [posted, found, open].map(({ id }) => id);
  expect(await findUnusualAttempts(app.platform.db, ids)).toEqual(
    new Map([
      [posted.id, ['retry X_UNAVAILABLE', 'not_sent', 'posted']],
      [open.id, ['absent', 'open']],
    ]),
  );
  expect(await findUnusualAttempts(app.platform.db, [])).toEqual(new Map());
});

test('a text is locked for a minute after an attempt of its post with an unknown outcome, not after an answer of X', async () => {
  const { posted, found, old, open } = await fourPosts();
  const locked = (time: string) =>
    Promise.all([posted, found, old, open].map(({ id }) => keepsText(app.platform.db, id, at(time))));
  expect(await locked('12:00:59.999')).toEqual([false, true, false, true]);
  expect(await locked('12:01:00')).toEqual([false, false, false, false]);
});
