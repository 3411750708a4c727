import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database.ts';
import { requireOwnPost } from '../posts/require-own-post.ts';
import { claimAt } from './publishing.fixture.ts';
import { claimDue, settle } from './publishing.store.ts';

test('posts of an account that fall due together go out as planned, in whatever order they were written', async () => {
  const app = await buildApp();
  const user = await buildUser(app);
  const account = await connectX(app, user);
  const now = app.clock.now();
  const planned = [3, 1, 2].map((seconds) => new Date(now.getTime() - 60_000 + seconds * 1_000));
  for (const scheduledAt of planned)
    await buildPost(app, { user, accountId: account.id, scheduledAt, dueAt: now });
  const claim = claimAt(now, { workerId: 'first' });
  const [first] = await claimDue(app.platform.db, claim);
  expect(first?.scheduledAt).toEqual(planned[1]);
});

test('while the next post of an account is being edited, no later one overtakes it', async () => {
  const app = await buildApp();
  const user = await buildUser(app);
  const account = await connectX(app, user);
  const now = app.clock.now();
  const [next] = await Promise.all(
    [2, 1].map((seconds) =>
      buildPost(app, { user, accountId: account.id, scheduledAt: new Date(now.getTime() - seconds * 1_000) }),
    ),
  );
  const { db } = app.platform;
  const claim = claimAt(now, { workerId: 'first', limit: 9 });
  await inTransaction(db, async (tx) => {
    await requireOwnPost(tx, { userId: user.id }, next?.id ?? 0);
    expect(await claimDue(db, claim)).toEqual([]);
  });
  expect((await claimDue(db, claim)).map((claimed) => claimed.postId)).toEqual([next?.id]);
});

test('a first post that is put off delays those due before it of its account, and no other post', async () => {
  const app = await buildApp({ now: '2026-03-02T12:00:00Z' });
  const at = (time: string) => new Date(`2026-03-02T${time}Z`);
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const { id: otherAccount } = await connectX(app, await buildUser(app));
  const build = (content: string, time: string, more: object = {}) =>
    buildPost(app, { user, accountId, content, scheduledAt: at(time), ...more });
  await build('first', '12:00:00');
  await build('sooner', '12:00:10');
  await build('together', '12:01:00');
  await build('later', '12:02:00');
  await build('failed', '11:00:00', { status: 'failed' });
  await build('of another account', '12:00:10', { accountId: otherAccount });
  const { db } = app.platform;
  const now = at('12:00:00');
  const claim = claimAt(now);
  const claimed = await claimDue(db, claim);
  const put = { outcome: 'not_sent', dueAt: at('12:01:00'), nextNotBefore: at('12:01:00') } as const;
  await settle(
    db,
    claimed.map((post) => ({ ...post, ...put })),
    now,
  );
  const { rows } = await db.execute(
    sql`select content, to_char(due_at at time zone 'UTC', 'HH24:MI:SS') as due from posts order by id`,
  );
  expect(rows).toEqual([
    { content: 'first', due: '12:01:00' },
    { content: 'sooner', due: '12:01:00' },
    { content: 'together', due: '12:01:00' },
    { content: 'later', due: '12:02:00' },
    { content: 'failed', due: '11:00:00' },
    { content: 'of another account', due: '12:00:10' },
  ]);
});
