import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../test/build-app.ts';
import { createTestDatabase } from '../../test/database.ts';
import { buildUser } from '../../test/factories.ts';
import { startSilentProxy } from '../../test/silent-proxy.ts';
import { LISTENING } from './database/connection.ts';
import { inTransaction, openDatabase } from './database/database.ts';
import { chunks, createEvents, reconnectPauseMs } from './events.ts';
import { createLogger, type Logger } from './logger.ts';
import { deleteOldChanges, notifyPerson } from './person-changes.ts';

const change = (id: number) => ({
  userId: 1,
  id,
  status: 'Posted' as const,
  retryCount: 0,
  tweetId: null,
  errorMessage: null,
  updatedAt: '2026-11-20T09:00:00.000Z',
});

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T09:00:00Z' });
});
afterAll(() => app.close());

test('what was said in a transaction is heard once it commits, and never when it does not', async () => {
  const { db, events } = app.platform;
  const heard: number[] = [];
  events.on('post_status', (changes) => heard.push(...changes.map((each) => each.id)));
  const gone = vi.fn();
  events.on('post_status', gone)();
  await inTransaction(db, async (tx) => {
    await events.notify(tx, 'post_status', [change(1)]);
    throw new Error('rolled back');
  }).catch(() => undefined);
  await inTransaction(db, (tx) => events.notify(tx, 'post_status', [change(2)]));
  await expect.poll(() => heard, { timeout: 30_000 }).toEqual([2]);
  // Whoever stopped listening hears nothing.
  expect(gone).not.toHaveBeenCalled();
});

test('a page learns which posts changed, a hundred at most, and each change is kept once for an hour', async () => {
  const { db, events } = app.platform;
  const { id: userId } = await buildUser(app);
  const heard: unknown[] = [];
  events.on('person_changed', (news) => heard.push(news));
  const at = app.clock.now();
  const changed = Array.from({ length: 99 }, (_, index) => String(index));
  for (const posts of [{ changed, gone: ['100'] }, { changed, gone: ['100', '101'] }, undefined])
    await notifyPerson(db, userId, 'posts_changed', at, posts);
  const news = { userId, kind: 'posts_changed' };
  await expect
    .poll(() => heard, { timeout: 30_000 })
    .toEqual([{ ...news, posts: { at: at.toISOString(), changed, gone: ['100'] } }, news, news]);
  const kept = async () => (await db.execute(sql`select user_id, kind, at from person_changes`)).rows;
  expect(await kept()).toEqual([{ user_id: userId, kind: 'posts_changed', at: '2026-11-23 09:00:00+00' }]);
  await deleteOldChanges(db, new Date('2026-11-23T10:00:00Z'));
  expect(await kept()).toHaveLength(1);
  await deleteOldChanges(db, new Date('2026-11-23T10:00:00.001Z'));
  expect(await kept()).toEqual([]);
});

/** Events on a database of the test's own, and the pauses that they took before they reconnected. */
async function listening(options: Parameters<typeof createEvents>[2] = {}) {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const proxy = await startSilentProxy(url);
  const pauses: number[] = [];
  const warn = (said: { pauseMs: number }) => void pauses.push(said.pauseMs);
  const events = createEvents(proxy.url, { warn } as unknown as Pick<Logger, 'warn'>, options);
  const database = openDatabase(url, createLogger('silent', 'test'), 1);
  await events.start();
  onTestFinished(async () => {
    await events.stop();
    await database.close();
    proxy.close();
    await drop();
  });
  return { events, db: database.db, pauses, proxy };
}

const endListener = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'drumbeat events' and datname = current_database()`;

test('a connection that breaks again and again comes back each time, after the shortest pause, and says so', async () => {
  const { events, db, pauses } = await listening();
  const back = vi.fn();
  events.onReconnect(back);
  const heard: number[] = [];
  events.on('posts_due', ({ at }) => heard.push(at));
  for (let time = 1; time <= 3; time += 1) {
    await expect.poll(async () => (await db.execute(endListener)).rowCount, { timeout: 30_000 }).toBe(1);
    await expect.poll(() => back, { timeout: 30_000 }).toHaveBeenCalledTimes(time);
    await events.notify(db, 'posts_due', { at: time });
    await expect.poll(() => heard, { timeout: 30_000 }).toContain(time);
  }
  expect(pauses).toHaveLength(3);
  for (const pause of pauses) {
    expect(pause).toBeGreaterThanOrEqual(50);
    expect(pause).toBeLessThanOrEqual(100);
  }
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

test('a connection that went silent is noticed and replaced', async () => {
  const { events, db, proxy } = await listening({
    probeEveryMs: 50,
    patience: { ...LISTENING, answer: 300 },
  });
  const back = vi.fn();
  events.onReconnect(back);
  const heard: number[] = [];
  events.on('posts_due', ({ at }) => heard.push(at));
  expect(proxy.silence()).toBe(1);
  await expect.poll(() => back, { timeout: 30_000 }).toHaveBeenCalled();
  await events.notify(db, 'posts_due', { at: 7 });
  await expect.poll(() => heard, { timeout: 30_000 }).toEqual([7]);
});

test('the pause grows while the connection stays away, to 5 seconds, with jitter', () => {
  expect([0, 1, 2, 3, 6, 20].map((failures) => reconnectPauseMs(failures, 0))).toEqual([
    100, 200, 400, 800, 5_000, 5_000,
  ]);
  expect(reconnectPauseMs(1, 1)).toBe(100);
});

test('a list too long for one notification is sent in several, nothing left out', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ id: fc.nat(), errorMessage: fc.string({ maxLength: 300 }) }), { maxLength: 300 }),
      (list) => {
        const texts = chunks(list);
        expect(texts.flatMap((text) => JSON.parse(text) as unknown[])).toEqual(list);
        for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8_000);
      },
    ),
    { numRuns: 30 },
  );
});
