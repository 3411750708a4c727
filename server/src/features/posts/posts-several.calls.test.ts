import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, comeBack } from '../../../test/factories.ts';
import { buildWriter } from '../generation/generation.fixture.ts';
import { openPosts, planner } from './kept-posts.fixture.ts';

test('docs/calls/posts-several.md says what the calls of several posts answer and do', async () => {
  const { page, ada, bob, first, brew, theirs } = await openPosts({ postsPerDay: 2 });
  const { app, ask, prepare, advance } = page;
  const { db } = app.platform;
  const cam = await buildWriter(app, { state: 'canceled' });
  const plan = planner(page, ada, first);
  const onBrew = planner(page, ada, brew);
  const one = await plan('2020-11-23T03:30:00Z');
  const two = await plan('2020-11-24T03:30:00Z');
  const three = await plan('2020-11-24T05:30:00Z');
  const other = await onBrew('2020-11-25T20:30:00Z', { content: 'New: https://brew.com', hasLink: true });
  const posted = await plan('2020-11-18T10:00:00Z', { status: 'posted', tweetId: '11' });
  const failed = await plan('2020-11-19T10:00:00Z', { status: 'failed', errorCode: 'X_REFUSED' });
  const sending = await onBrew('2020-11-20T10:00:00Z', { status: 'processing' });
  const bobs = await buildPost(app, { user: bob, accountId: theirs });
  const cams = await buildPost(app, { user: cam, accountId: cam.accountId });
  const bulk = (what: string, body: object, note?: string, as: { token: string } = ada) =>
    ask('POST', `/api/posts/bulk/${what}`, { as, body, ...(note ? { note } : {}) });
  const locked = ['17-3', posted.id, sending.id, bobs.id, 999_999_999];

  // Moving.
  advance(1_000);
  await bulk('move', { ids: [two.id, one.id, String(other.id), failed.id], days: 1 }, 'a day later');
  await bulk('move', { ids: [three.id], days: -1 }, 'a day earlier');
  await bulk('move', { ids: [...locked, one.id], days: -4 }, 'one to the past, others locked');
  await bulk('move', { ids: [one.id], days: 40 }, 'after the period');
  const full = await prepare(() => plan('2020-11-27T03:30:00Z'));
  await prepare(() => plan('2020-11-28T04:30:00Z'));
  await prepare(() => plan('2020-11-28T05:30:00Z'));
  await bulk('move', { ids: [full.id], days: 1 }, 'to a full day');
  const links = { content: 'Next cycle: https://brew.com/next', hasLink: true };
  const ahead = await prepare(() => plan('2020-12-21T03:30:00Z', links));
  await bulk('move', { ids: [ahead.id], days: -2 }, 'with a link for which there is no room');
  await bulk('move', { ids: [cams.id], days: 1 }, 'after the subscription ended', cam);
  const paris = planner(page, bob, theirs);
  const night = await prepare(() => paris('2021-03-27T01:30:00Z'));
  await prepare(() =>
    db.execute(sql`update subscriptions set period_end = '2021-06-01' where user_id = ${bob.id}`),
  );
  await bulk('move', { ids: [night.id], days: 1 }, 'to a clock that is skipped', bob);

  // Pausing.
  await bulk('pause', { ids: [one.id, two.id, other.id, failed.id, ...locked], paused: true });
  await bulk('pause', { ids: [one.id], paused: true }, 'a second time');
  await bulk('pause', { ids: [cams.id], paused: true }, 'after the subscription ended', cam);
  advance(5 * 86_400_000);
  await prepare(() => comeBack(app, ada));
  await prepare(() => comeBack(app, cam));
  await bulk('pause', { ids: [one.id, other.id, two.id], paused: false }, 'two came due meanwhile');

  // Deleting and restoring.
  await bulk('delete', { ids: [other.id, one.id, String(one.id), full.id, ...locked] });
  await bulk('delete', { ids: [cams.id] }, 'after the subscription ended', cam);
  await prepare(() => plan('2020-11-27T03:30:00Z', { content: 'Came meanwhile' }));
  await bulk('restore', { ids: [full.id, other.id, one.id, two.id, '17-3', bobs.id] }, 'of two accounts');
  await bulk('restore', { ids: [cams.id] }, 'after the subscription ended', cam);

  await page.expectKept('posts-several');
});
