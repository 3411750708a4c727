import fc from 'fast-check';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../test/build-app.ts';
import { inTransaction } from './database.ts';
import { chunks } from './events.ts';

const change = (id: number) => ({
  userId: 1,
  id,
  status: 'posted',
  retryCount: 0,
  tweetId: null,
  errorMessage: null,
});

test('what was said in a transaction is heard once it commits, and never when it does not', async () => {
  const app = await buildApp();
  const { db, events } = app.platform;
  const heard: number[] = [];
  events.on('post_status', (changes) => heard.push(...changes.map((each) => each.id)));
  await inTransaction(db, async (tx) => {
    await events.notify(tx, 'post_status', [change(1)]);
    throw new Error('rolled back');
  }).catch(() => undefined);
  await inTransaction(db, (tx) => events.notify(tx, 'post_status', [change(2)]));
  await vi.waitFor(() => expect(heard).toEqual([2]), { timeout: 10_000 });
});

test('a broken connection comes back by itself and says so', async () => {
  const app = await buildApp();
  const { db, events } = app.platform;
  const back = vi.fn();
  events.onReconnect(back);
  const admin = new pg.Client({ connectionString: app.databaseUrl });
  await admin.connect();
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'drumbeat events' and datname = current_database()",
  );
  await admin.end();
  await vi.waitFor(() => expect(back).toHaveBeenCalled(), { timeout: 10_000 });
  const heard: number[] = [];
  events.on('posts_due', ({ at }) => heard.push(at));
  await events.notify(db, 'posts_due', { at: 7 });
  await vi.waitFor(() => expect(heard).toEqual([7]), { timeout: 10_000 });
});

test('a list too long for one notification is told in several, nothing left out', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ id: fc.nat(), errorMessage: fc.string({ maxLength: 300 }) }), { maxLength: 300 }),
      (list) => {
        const texts = chunks(list);
        expect(texts.flatMap((text) => JSON.parse(text) as unknown[])).toEqual(list);
        for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8_000);
      },
    ),
  );
});
