import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, call } from '../../../test/factories.ts';
import { holdFor, keyOf, openPosts, planner, ROAST } from './kept-posts.fixture.ts';
import { shownHolds } from './post-words.rules.ts';

test('docs/calls/posts.md says what the calls of one post answer and do', async () => {
  const { page, ada, bob, first, brew, theirs } = await openPosts({ postsPerDay: 2 });
  const { app, ask, prepare, advance } = page;
  const { db } = app.platform;
  const plan = planner(page, ada, first);
  await call(app, 'POST', '/api/posts/own', {
    token: bob.token,
    body: { key: keyOf(0), content: `${ROAST} Come!` },
  });
  const locked = await plan('2020-11-18T10:00:00Z', { status: 'posted', tweetId: '11', accountId: brew });
  const sending = await plan('2020-11-20T10:00:00Z', { status: 'processing', accountId: brew });
  const failed = await plan('2020-11-19T10:00:00Z', {
    status: 'failed',
    errorCode: 'X_REFUSED',
    retryCount: 2,
  });
  const bobs = await buildPost(app, { user: bob, accountId: theirs });

  let press = 0;
  const own = (body: object, note?: string, as = ada) => {
    press += 1;
    return ask<{ post: { id: string } }>('POST', '/api/posts/own', {
      as,
      body: { key: keyOf(press), ...body },
      ...(note ? { note } : {}),
    });
  };

  // Posts of one's own.
  const { post } = await own({ content: 'Good morning' }, 'on the selected account, at the next free time');
  press -= 1;
  await own({ content: 'Good night' }, 'with the same key');
  await own(
    {
      content: 'The second batch is out: https://brew.com/batch',
      twitterAccountId: String(brew),
      scheduledTime: '2020-11-24T03:30:00.000Z',
      scheduledTimeLocal: '2020-11-24T09:00',
    },
    'on another account, at a time of the person’s',
  );
  await own({ content: 'And https://brew.com/more' }, 'with a link more than the plan allows');
  await own({ content: 'x'.repeat(281) }, 'that is too long');
  await own({ content: 'Too late', scheduledTime: '2020-11-20T10:00:00.000Z' }, 'for this moment');
  await own({ content: 'Too far', scheduledTime: '2020-12-20T10:00:00.001Z' }, 'after the period');
  const tuesday = { content: 'Clock', scheduledTime: '2020-11-24T05:30:00.000Z' };
  await own({ ...tuesday, scheduledTimeLocal: '2020-11-24T10:59' }, 'with the clock of another minute');
  await own({ ...tuesday, scheduledTimeLocal: 'eleven' }, 'with no clock');
  await own({ content: 'Theirs', twitterAccountId: String(theirs) }, 'on an account of somebody else');
  await own({ ...tuesday, content: 'One of two', scheduledTimeLocal: '2020-11-24T11:00' });
  await own({ ...tuesday, content: 'The second' }, 'at the same time');
  await own({ ...tuesday, content: 'The third' }, 'on a full day');
  await own({ content: ROAST }, 'like one of somebody else');
  await own({ content: ROAST, acceptSimilar: true }, 'a second time, knowingly');
  const night = { scheduledTime: '2021-03-28T01:30:00.000Z', scheduledTimeLocal: '2021-03-28T02:30' };
  await own({ content: 'Night', ...night }, 'at a clock that is skipped', bob);

  // Editing.
  const edit = (id: number | string, body: object, note?: string, as = ada) =>
    ask('PATCH', `/api/posts/${id}`, { as, body, ...(note ? { note } : {}) });
  advance(1_000);
  await ask('PUT', `/api/posts/${post.id}`, { as: ada, body: { content: 'Good morning from the roastery' } });
  await edit(post.id, { content: 'Good morning from the roastery' }, 'the same text');
  await edit(post.id, { content: ROAST }, 'like another of the person');
  await edit(post.id, { scheduledTime: '2020-11-23T12:15:00.000Z', scheduledTimeLocal: '2020-11-23T17:45' });
  await edit(post.id, { scheduledTime: '2020-11-23T12:15:00.000Z' }, 'to its own time');
  await edit(post.id, { scheduledTime: '2020-11-24T12:15:00.000Z' }, 'to a full day');
  await edit(post.id, { scheduledTime: '2020-11-20T10:00:01.000Z' }, 'to this moment');
  await edit(post.id, { content: 'y'.repeat(281) }, 'too long');
  await edit(post.id, { content: 'See https://brew.com' }, 'with a link more than the plan allows');
  await edit(failed.id, { content: 'Again: https://brew.com' }, 'a failed one, which uses no link');
  await edit(failed.id, { scheduledTime: '2020-11-25T10:00:00.000Z' }, 'a failed one that needs a link');
  await edit(
    failed.id,
    { content: 'Again, without', scheduledTime: '2020-11-25T10:00:00.000Z' },
    'a failed one, which is planned again',
  );
  const late = { content: 'Later: https://brew.com', hasLink: true, dueAt: new Date('2020-12-21T10:00:00Z') };
  const tried = await prepare(() => plan('2020-12-18T10:00:00Z', late));
  await edit(tried.id, { content: 'Still: https://brew.com' }, 'tried again in the next cycle');
  await prepare(() => db.execute(sql`delete from posts where id = ${tried.id}`));
  await edit(locked.id, { content: 'No' }, 'a published one');
  await edit(sending.id, { content: 'No' }, 'one that is being published');
  await edit(bobs.id, { content: 'No' }, 'of somebody else');
  await edit(999_999_999, { content: 'No' }, 'unknown');
  await edit('17-3', { content: 'No' }, 'not saved yet');
  await prepare(() =>
    db.execute(sql`
      insert into post_attempts (post_id, account_id, started_at, outcome, unknown_reason, settled_at)
      values (${post.id}, ${first}, ${new Date('2020-11-20T09:59:50Z')}, 'absent', 'timeout', ${app.clock.now()})`),
  );
  await edit(post.id, { content: 'Good evening' }, 'that may have reached X with its old text');
  await edit(post.id, { scheduledTime: '2020-11-23T13:15:00.000Z' }, 'its time alone');

  // Publishing now.
  const publish = (id: number | string, note?: string, as = ada) =>
    ask('POST', `/api/posts/${id}/publish-now`, { as, ...(note ? { note } : {}) });
  const { id: linked } = await plan('2020-11-27T07:00:00Z', { content: 'Now https://brew.com' });
  const paused = await plan('2020-11-27T08:00:00Z', { isPaused: true });
  await publish(paused.id, 'paused by itself');
  await publish(linked, 'that has its link already');
  for (const reason of shownHolds.filter((each) => each !== 'paused_one')) {
    await prepare(() => holdFor(page, first, reason));
    await publish(post.id, `while its account is held: ${reason}`);
    await prepare(() => holdFor(page, first, reason, false));
  }
  await publish(post.id, 'free again');
  const again = await prepare(() => plan('2020-11-19T11:00:00Z', { status: 'failed' }));
  await publish(again.id, 'a failed one');
  const next = { content: 'In the next cycle: https://brew.com', hasLink: true };
  const ahead = await prepare(() => plan('2020-12-21T11:00:00Z', next));
  await publish(ahead.id, 'whose link has no room in this cycle');
  await publish(locked.id, 'a published one');
  await publish(sending.id, 'one that is being published');
  await publish(bobs.id, 'of somebody else');
  await publish('17-3', 'not saved yet');

  await page.expectKept('posts');
});
