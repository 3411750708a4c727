import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, call } from '../../../test/factories.ts';
import { buildWriter } from '../generation/generation.fixture.ts';
import { holdFor, keyOf, openPosts, planner, ROAST } from './kept-posts.fixture.ts';

test('docs/calls/posts-copies.md says what copying, deleting and restoring a post answer and do', async () => {
  const { page, ada, bob, first, brew, theirs } = await openPosts({ postsPerDay: 3 });
  const { app, ask, prepare, advance } = page;
  const { db } = app.platform;
  const cam = await buildWriter(app, { state: 'canceled' });
  const plan = planner(page, ada, first);
  const own = await call<{ post: { id: string } }>(app, 'POST', '/api/posts/own', {
    token: ada.token,
    body: { key: keyOf(800), content: ROAST, scheduledTime: '2020-11-23T03:30:00.000Z' },
  });
  const post = { id: Number(own.body.post.id) };
  const posted = await plan('2020-11-18T10:00:00Z', { status: 'posted', tweetId: '11' });
  const failed = await plan('2020-11-19T10:00:00Z', {
    status: 'failed',
    errorCode: 'X_REFUSED',
    retryCount: 2,
  });
  const sending = await plan('2020-11-20T10:00:00Z', { status: 'processing', accountId: brew });
  const bobs = await buildPost(app, { user: bob, accountId: theirs });
  const cams = await buildPost(app, { user: cam, accountId: cam.accountId });

  // The sources of what a post says.
  const facts = {
    twitterAccountId: String(first),
    kind: 'product',
    sheet: 'We were founded in 2019.\nWe sell 12 blends.',
  };
  await call(app, 'POST', '/api/facts', { token: ada.token, body: facts });
  let press = 0;
  const copy = (id: number | string, body: object = {}, note?: string, as: { token: string } = ada) => {
    press += 1;
    return ask<{ post: { id: string } }>('POST', `/api/posts/${id}/duplicate`, {
      as,
      body: { key: keyOf(press), ...body },
      ...(note ? { note } : {}),
    });
  };
  const { post: sourced } = await copy(
    post.id,
    { content: 'Since 2019 we have roasted 12 blends.' },
    'with words that have sources',
  );
  await ask('GET', `/api/posts/${sourced.id}/sources`, { as: ada });
  await ask('GET', `/api/posts/${post.id}/sources`, { as: ada, note: 'of a post without' });
  await ask('GET', `/api/posts/${sourced.id}/sources`, { as: bob, note: 'of somebody else' });
  await ask('GET', '/api/posts/17-3/sources', { as: ada, note: 'of a post that is not saved yet' });
  await ask('PATCH', `/api/posts/${sourced.id}`, { as: ada, body: { content: '12 blends in the shop.' } });

  // Copies.
  await copy(post.id, {}, 'with its own words, at the next free time');
  await copy(
    posted.id,
    { scheduledTime: '2020-11-24T03:30:00.000Z', scheduledTimeLocal: '2020-11-24T09:00' },
    'of a published one',
  );
  press -= 1;
  await copy(posted.id, { content: 'Other words' }, 'with the same key');
  await copy(post.id, { content: ROAST.replace('noon', 'ten') }, 'with words like those of its copy');
  await copy(bobs.id, {}, 'of somebody else');
  await copy('17-3', {}, 'not saved yet');
  await copy(cams.id, {}, 'after the subscription ended', cam);
  await prepare(() => db.execute(sql`update x_accounts set disconnected_at = now() where id = ${brew}`));
  await copy(sending.id, {}, 'of an account that is not connected');
  await prepare(() => db.execute(sql`update x_accounts set disconnected_at = null where id = ${brew}`));

  // Deleting.
  const remove = (id: number | string, note?: string, as: { token: string } = ada) =>
    ask('DELETE', `/api/posts/${id}`, { as, ...(note ? { note } : {}) });
  const restore = (id: number | string, note?: string, as: { token: string } = ada) =>
    ask('POST', `/api/posts/${id}/restore`, { as, ...(note ? { note } : {}) });
  const linked = await plan('2020-11-25T03:30:00Z', { content: 'New: https://brew.com', hasLink: true });
  advance(1_000);
  await remove(post.id);
  await remove(post.id, 'a second time');
  await remove(failed.id, 'a failed one');
  await remove(linked.id);
  await remove(sourced.id);
  await remove(posted.id, 'a published one');
  await remove(sending.id, 'one that is being published');
  await remove(bobs.id, 'of somebody else');
  await remove('17-3', 'not saved yet');
  await remove(cams.id, 'after the subscription ended', cam);

  // Restoring.
  await restore(post.id, 'a post of somebody else', bob);
  await restore(bobs.id, 'never deleted, of somebody else');
  await restore(cams.id, 'after the subscription ended', cam);
  await restore('17-3', 'not saved yet');
  await restore(failed.id, 'a failed one');
  await restore(sourced.id, 'with its sources');
  await prepare(() => plan('2020-11-23T03:30:00Z', { content: 'Came meanwhile' }));
  await restore(post.id, 'whose time is taken');
  await restore(post.id, 'a second time');
  await prepare(() =>
    plan('2020-11-26T03:30:00Z', { content: 'In between: https://brew.com', hasLink: true }),
  );
  await restore(linked.id, 'whose link has no room any more');
  const twin = await prepare(() => plan('2020-11-25T03:30:00Z', { content: 'At the same time' }));
  const bulk = (what: string, ids: number[], note: string) =>
    ask('POST', `/api/posts/bulk/${what}`, { as: ada, body: { ids }, note });
  await bulk('delete', [twin.id], 'one');
  await bulk('restore', [linked.id, twin.id], 'of one time, for the first of which there is no room');

  // All that is not out.
  const clear = (body: object | undefined, note: string, as: { token: string } = ada) =>
    ask('DELETE', '/api/posts/pending-failed', { as, ...(body ? { body } : {}), note });
  await clear({ twitter_account_id: String(brew) }, 'one is being published');
  await clear({ twitterAccountId: String(first), twitter_account_id: String(brew) }, 'of two accounts');
  await clear({ twitterAccountId: String(theirs) }, 'of somebody else');
  await clear(undefined, 'after the subscription ended', cam);
  await clear(undefined, 'of the selected account');
  const ids: number[] = [];
  for (const hour of ['03', '04', '05', '06'])
    ids.push((await prepare(() => plan(`2020-11-23T${hour}:30:00Z`))).id);
  const [kept = 0, replaced = 0, byStaff = 0, late = 0] = ids;
  await clear({ twitterAccountId: String(first) }, 'several');
  await prepare(() => plan('2020-11-23T07:30:00Z'));
  await clear({ twitterAccountId: String(first) }, 'one alone');
  await prepare(() => db.execute(sql`update deleted_posts set way = 'replaced' where post_id = ${replaced}`));
  await prepare(() =>
    db.execute(sql`update deleted_posts set way = 'one', deleted_by = ${bob.id} where post_id = ${byStaff}`),
  );
  await prepare(() => holdFor(page, first, 'paused'));
  advance(10 * 60_000);
  await restore(kept, 'after ten minutes, while its account is paused');
  await restore(replaced, 'that was replaced');
  await restore(byStaff, 'that staff deleted');
  advance(1);
  await restore(late, 'a millisecond later');
  await page.expectKept('posts-copies');
});
