import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database.ts';
import { requireOwnPost } from '../posts/require-own-post.ts';
import { leaseFrom, misfireBefore } from './publishing.rules.ts';
import { claimDue } from './publishing.store.ts';

test('posts of an account that fall due together go out as planned, in whatever order they were written', async () => {
  const app = await buildApp();
  const user = await buildUser(app);
  const account = await connectX(app, user);
  const now = app.clock.now();
  const planned = [3, 1, 2].map((seconds) => new Date(now.getTime() - 60_000 + seconds * 1_000));
  for (const scheduledAt of planned)
    await buildPost(app, { user, accountId: account.id, scheduledAt, dueAt: now });
  const claim = {
    workerId: 'first',
    now,
    notBefore: misfireBefore(now),
    leaseUntil: leaseFrom(now),
    limit: 1,
  };
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
  const claim = {
    workerId: 'first',
    now,
    notBefore: misfireBefore(now),
    leaseUntil: leaseFrom(now),
    limit: 9,
  };
  await inTransaction(db, async (tx) => {
    await requireOwnPost(tx, { userId: user.id }, next?.id ?? 0);
    expect(await claimDue(db, claim)).toEqual([]);
  });
  expect((await claimDue(db, claim)).map((claimed) => claimed.postId)).toEqual([next?.id]);
});
