import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, call } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { buildWriter } from '../generation/generation.fixture.ts';
import { keyOf, planner, ROAST, ZONE } from './kept-posts.fixture.ts';

test('docs/calls/posts-limits.md says what refuses a post of one’s own', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare } = page;
  const { db } = app.platform;
  const una = await buildWriter(app, { verified: false });
  const cam = await buildWriter(app, { state: 'canceled' });
  const nia = await buildWriter(app);
  await db.execute(sql`delete from subscriptions where user_id = ${nia.id}`);
  const oda = await buildWriter(app, { account: false });
  const tia = await buildWriter(app, { plan: 'trial', timeZone: ZONE });
  const ada = await buildWriter(app, { timeZone: ZONE, metadata: { tier: 'pro', posts_per_day: '1' } });

  let press = 0;
  const own = (as: { token: string }, note: string, body: object = {}) => {
    press += 1;
    return ask<{ post: { id: string } }>('POST', '/api/posts/own', {
      as,
      body: { key: keyOf(press), content: 'Good morning', ...body },
      note,
    });
  };
  await own(una, 'with an address that is not verified');
  await own(cam, 'after the subscription ended');
  await own(nia, 'without a plan');
  await own(oda, 'without an account');
  await own(ada, 'a millisecond ahead', {
    twitterAccountId: String(ada.accountId),
    scheduledTime: '2020-11-20T10:00:00.001Z',
  });

  // A trial has room for 14 posts; those from before it do not count.
  const trial = planner(page, tia, tia.accountId);
  const before = new Date('2020-11-20T09:59:59Z');
  await trial('2020-11-19T10:00:00Z', { status: 'posted', tweetId: '5', createdAt: before });
  const posts = [];
  for (let nth = 0; nth < 13; nth += 1)
    posts.push(
      await trial(`2020-11-${20 - Math.floor(nth / 5)}T0${1 + (nth % 5)}:00:00Z`, { status: 'failed' }),
    );
  await ask('POST', '/api/posts/import', {
    as: tia,
    body: { key: keyOf(902), csv: 'time,content\n2020-11-24 09:00,Hello\nsoon,Hi', dryRun: true },
    note: 'two rows, one of them with a fault, in a trial with room for one',
  });
  await own(tia, 'the last of a trial, two a day');
  await own(tia, 'one more');
  const [gone, more] = [posts[11]?.id, posts[12]?.id];
  await call(app, 'POST', '/api/posts/bulk/delete', { token: tia.token, body: { ids: [gone, more] } });
  await prepare(() => trial('2020-11-27T03:30:00Z'));
  await ask('POST', '/api/posts/bulk/restore', {
    as: tia,
    body: { ids: [gone, more] },
    note: 'in a trial with room for one',
  });
  await ask('POST', '/api/posts/import', {
    as: tia,
    body: { key: keyOf(900), csv: 'time,content\n2020-11-24 09:00,Hello', dryRun: true },
    note: 'in a trial that is full',
  });

  // Whoever asks too often what others have written is not told any more.
  const eva = await buildWriter(app, { metadata: { tier: 'pro', posts_per_day: '9' } });
  const body = { key: keyOf(901), content: ROAST };
  await call(app, 'POST', '/api/posts/own', { token: eva.token, body });
  const uma = await buildWriter(app);
  const asked = (points: number) =>
    prepare(() =>
      db.execute(sql`
        insert into rate_limits (key, points, expire)
        values (${`similar-question:${uma.id}`}, ${points}, ${app.clock.now().getTime() + 60_000})
        on conflict (key) do update set points = excluded.points`),
    );
  await asked(19);
  await own(uma, 'like one of somebody else, for the twentieth time', { content: ROAST });
  await own(uma, 'once more', { content: ROAST });

  // The free times of a period.
  const end = (instant: string) =>
    prepare(() =>
      db.execute(sql`update subscriptions set period_end = ${instant} where user_id = ${ada.id}`),
    );
  await end('2020-11-20T12:30:00Z');
  await own(ada, 'whose only day is full');
  await end('2020-11-20T10:29:59Z');
  await own(ada, 'whose period has no time left');
  await end('2020-11-21T06:30:00Z');
  await own(ada, 'at the last hour of the period');

  await prepare(() => db.execute(sql`update rate_limits set points = 120 where key like 'post-edit:%'`));
  const { id } = await prepare(() => buildPost(app, { user: ada, accountId: ada.accountId }));
  await own(ada, 'more than 120 times a minute');
  const busy = (path: string, given: object = {}) =>
    ask('POST', `/api/posts/${path}`, { as: ada, body: given, note: 'more than 120 times a minute' });
  await busy(`${id}/publish-now`);
  await busy('bulk/delete', { ids: [id] });
  await busy('bulk/move', { ids: [id], days: 1 });
  await busy('bulk/pause', { ids: [id], paused: true });
  await busy('bulk/restore', { ids: [id] });
  await busy('feed');
  await ask('PUT', `/api/posts/${id}`, {
    as: ada,
    body: { content: 'x' },
    note: 'more than 120 times a minute',
  });
  await page.expectKept('posts-limits');
});
