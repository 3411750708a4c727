import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { KEPT_NOW, openKeptPage } from '../../../test/kept-calls.ts';

const at = (seconds: number) => new Date(Date.parse(KEPT_NOW) + seconds * 1_000);

test('docs/calls/customer-actions.md says what the calls that change a customer answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db, events } = app.platform;
  const support = await buildUser(app, { email: 'sue@staff.example', roles: ['support'] });
  const admin = await buildUser(app, { email: 'ann@staff.example', roles: ['admin'] });
  const second = await buildUser(app, { email: 'amy@staff.example', roles: ['admin'], twoFactor: false });
  const person = (name: string, more: object = {}) =>
    buildUser(app, { email: `${name}@example.com`, timeZone: 'Asia/Kolkata', ...more });
  const [ada, bob, eve] = [
    await person('ada', { twoFactor: true }),
    await person('bob'),
    await person('eve'),
  ];
  const [new_, gone] = [await person('new', { verified: false }), await person('gone')];
  const posts = await page.prepare(async () => {
    await subscribe(app, ada, { plan: 'pro_plus' });
    await subscribe(app, eve);
    const one = await connectX(app, ada, 'ada');
    const two = await connectX(app, ada, 'ada_brews');
    const old = await connectX(app, ada, 'ada_once');
    const bobs = await connectX(app, bob, 'bob');
    await db.execute(sql`update subscriptions set state = 'canceled' where user_id = ${eve.id}`);
    await db.execute(sql`update users set deleted_at = ${at(-1)} where id = ${gone.id}`);
    await db.execute(sql`update users set last_scheduling_cycle = ${at(-86_400)} where id = ${ada.id}`);
    await db.execute(sql`update x_accounts set needs_reconnect = true where id = ${two.id}`);
    await db.execute(sql`update x_accounts set disconnected_at = ${at(-1)}, selected = false, is_active = false
      where id = ${old.id}`);
    await db.execute(sql`update x_accounts set niche_update_count = 2, niche_update_period_end = ${at(3_600)}
      where id in (${one.id}, ${bobs.id})`);
    const own = (content: string, more: object) =>
      buildPost(app, { user: ada, accountId: one.id, content, ...more });
    const failed = {
      status: 'failed',
      errorCode: 'X_REFUSED',
      errorMessage: 'X refused it.',
      retryCount: 1,
    } as const;
    return {
      one,
      two,
      old,
      bobs,
      later: await own('Later', { scheduledAt: at(7_200) }),
      failed: await own('Failed', { ...failed, scheduledAt: at(-600) }),
      brewed: await own('Failed elsewhere', { ...failed, accountId: two.id, scheduledAt: at(-600) }),
      posted: await own('Out', {
        status: 'posted',
        tweetId: '1890000000000000001',
        postedAt: at(-60),
        scheduledAt: at(-60),
      }),
      bob: await buildPost(app, {
        user: bob,
        accountId: bobs.id,
        content: 'Of Bob',
        ...failed,
        scheduledAt: at(-60),
      }),
    };
  });
  type Changed = { change_id: string | null };
  const act = (
    method: 'POST' | 'DELETE',
    path: string,
    note?: string,
    body: object | undefined = undefined,
    as = support,
  ) =>
    ask<Changed>(method, `/api/admin/users/${path}`, {
      as,
      ...(body ? { body } : {}),
      ...(note === undefined ? {} : { note }),
    });
  const reason = { reason: 'Ada wrote to us' };
  const undo = (id: number, change: string | null, note: string, body: object = {}, as = support) =>
    act('POST', `${id}/undo`, note, { change_id: change, ...body }, as);

  const paused = await act('POST', `${ada.id}/pause-posts`, undefined, reason);
  await act('POST', `${ada.id}/pause-posts`, 'a second time');
  await act('POST', `${eve.id}/pause-posts`, 'whose plan has ended');
  await act('POST', `${gone.id}/pause-posts`, 'of somebody who left', reason);
  page.advance(3 * 3_600_000);
  for (const { id } of [support, admin, second])
    await page.prepare(() =>
      db.execute(sql`update sessions set last_seen_at = ${at(10_800)} where user_id = ${id}`),
    );
  await undo(ada.id, paused.change_id, 'of the pause; what came due meanwhile moves', reason);
  await undo(ada.id, paused.change_id, 'of the pause, a second time');
  const again = await act('POST', `${bob.id}/pause-posts`, 'of somebody else');
  const resumed = await act('POST', `${bob.id}/unpause-posts`, undefined, reason);
  await act('POST', `${bob.id}/unpause-posts`, 'a second time');
  await undo(bob.id, resumed.change_id, 'of resuming');
  await undo(ada.id, again.change_id, 'of a change of somebody else');
  await undo(gone.id, again.change_id, 'of somebody who left');

  const granted = await act('POST', `${ada.id}/grant-generate`, undefined, reason);
  await undo(ada.id, granted.change_id, 'of the new calendar');
  await undo(ada.id, granted.change_id, 'of the new calendar, a second time');
  await act('POST', `${new_.id}/grant-generate`, 'without an account');
  const reset = await act('POST', `${ada.id}/reset-post-generation`, undefined, reason);
  await undo(ada.id, reset.change_id, 'of the count');
  await act('POST', `${ada.id}/reset-post-generation?twitter_account_id=${posts.one.id}`, 'of one account');
  await undo(ada.id, reset.change_id, 'of the count, which has changed since');
  for (const { id } of [posts.bobs, posts.old])
    await act('POST', `${ada.id}/reset-post-generation?twitter_account_id=${id}`, 'of no account of theirs');

  const niche = `${ada.id}/reset-niche-retries?twitter_account_id=`;
  const retries = await act('POST', `${niche}${posts.one.id}`, undefined, reason);
  await act('POST', `${niche}${posts.one.id}`, 'a second time');
  await undo(ada.id, retries.change_id, 'of the niche changes');
  await undo(ada.id, retries.change_id, 'of the niche changes, a second time');
  await act('POST', `${niche}${posts.bobs.id}`, 'of no account of theirs');
  await act('POST', `${niche}${posts.old.id}`, 'of an account that was disconnected');
  await act('POST', `${ada.id}/reset-niche-retries`, 'of no account');

  const role = (enabled: boolean, name = 'ops') => ({ role: name, enabled, ...reason });
  const given = await act('POST', `${ada.id}/roles`, 'a role is given', role(true), admin);
  await act('POST', `${ada.id}/roles`, 'a second time', role(true), admin);
  await undo(ada.id, given.change_id, 'of the role, by support');
  await undo(ada.id, given.change_id, 'of the role', {}, admin);
  const taken = await act('POST', `${second.id}/roles`, 'a role is taken', role(false, 'admin'), admin);
  await undo(second.id, taken.change_id, 'of the role that was taken', {}, admin);
  await act('POST', `${admin.id}/roles`, 'one’s own', role(false, 'admin'), admin);
  await act('POST', `${new_.id}/roles`, 'without a verified address', role(true), admin);
  await act('POST', `${gone.id}/roles`, 'of somebody who left', role(true), admin);
  await act('POST', `${ada.id}/roles`, 'no such role', role(true, 'boss'), admin);
  await act('POST', `${ada.id}/roles`, 'by support', role(true));

  const retry = (id: number, post: number, note: string, body?: object) =>
    act('POST', `${id}/posts/${post}/retry`, note, body);
  await retry(ada.id, posts.brewed.id, 'through an account to be connected again');
  await retry(ada.id, posts.posted.id, 'of a post that is out');
  await retry(ada.id, posts.bob.id, 'of somebody else');
  await retry(new_.id, posts.failed.id, 'of somebody unverified');
  await retry(eve.id, posts.failed.id, 'of somebody whose plan has ended');
  await retry(gone.id, posts.failed.id, 'of somebody who left');
  const on = events.on;
  events.on = (channel, listener) => {
    const event = { id: posts.failed.id, status: 'Failed' };
    if (channel === 'post_status') setTimeout(() => listener([event] as never), 5);
    return on(channel, listener);
  };
  await retry(ada.id, posts.failed.id, 'of a failed post', reason);
  events.on = on;

  const remove = (id: number, post: number, note?: string, body?: object) =>
    act('DELETE', `${id}/posts/${post}`, note, body);
  await remove(ada.id, posts.later.id, undefined, reason);
  await remove(ada.id, posts.later.id, 'a second time');
  await remove(ada.id, posts.posted.id, 'that is out');
  await remove(ada.id, posts.bob.id, 'of somebody else');
  await remove(eve.id, posts.brewed.id, 'of somebody whose plan has ended');
  await remove(gone.id, posts.brewed.id, 'of somebody who left');

  await act('POST', `${new_.id}/resend-verification`, undefined, reason);
  await act('POST', `${new_.id}/resend-verification`, 'a second time');
  await act('POST', `${ada.id}/resend-verification`, 'of a verified address');
  await act('POST', `${gone.id}/resend-verification`, 'of somebody who left');

  await act('POST', `${ada.id}/reset-2fa`, undefined, reason);
  await act('POST', `${ada.id}/reset-2fa`, 'a second time');
  await act('POST', `${support.id}/reset-2fa`, 'one’s own');
  await act('POST', `${admin.id}/reset-2fa`, 'of staff, by support');
  await act('POST', `${gone.id}/reset-2fa`, 'of somebody who left');

  await act('DELETE', `${bob.id}/sessions`, undefined, reason);
  await act('DELETE', `${bob.id}/sessions`, 'a second time');
  await act('DELETE', `${gone.id}/sessions`, 'of somebody who left');

  await act('POST', `${bob.id}/view-as`, undefined, reason);
  await act('POST', `${eve.id}/view-as`, 'without a reason');
  await act('POST', `${support.id}/view-as`, 'one’s own');
  await act('POST', `${admin.id}/view-as`, 'of staff');
  await act('POST', `${gone.id}/view-as`, 'of somebody who left');

  const { rows } = await db.execute(
    sql`select max(id) as id from audit_log where action = 'auth.two_factor_reset'`,
  );
  await undo(ada.id, String(rows[0]?.id), 'of what cannot be undone');
  const plain = await db.execute(
    sql`select max(id) as id from audit_log where action = 'accounts.connected'`,
  );
  await undo(ada.id, String(plain.rows[0]?.id), 'of what staff did not change');
  await undo(ada.id, '999999999', 'of no change');
  await undo(ada.id, 'x', 'each field wrong', { reason: 'x' });
  await page.expectKept('customer-actions');
});
