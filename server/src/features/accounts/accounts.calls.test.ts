import { type SQL, sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { holdAccount } from '../publishing/hold-account.ts';
import { fault } from '../publishing/publishing.fixture.ts';

test('docs/calls/accounts.md says what the calls about X accounts answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const run = (statement: SQL) => page.prepare(() => db.execute(statement));
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const eve = await buildUser(app, { email: 'eve@example.com' });
  await subscribe(app, ada, { plan: 'pro' });
  const first = await connectX(app, ada, 'adax');
  const second = await connectX(app, ada, 'brewx');
  const third = await connectX(app, ada, 'cafex');
  const other = await connectX(app, bob, 'bobx');
  const post = (accountId: number, content: string, status: 'pending' | 'posted' | 'failed' = 'pending') =>
    page.prepare(() =>
      buildPost(app, {
        user: accountId === other.id ? bob : ada,
        accountId,
        content,
        status,
        ...(status === 'posted' ? { tweetId: '1', postedAt: app.clock.now() } : {}),
      }),
    );
  const get = (path: string, as: typeof ada, note: string) => ask('GET', path, { as, note });
  const put = (id: number, body: object, note: string, as = ada) =>
    ask('PUT', `/api/twitter/accounts/${id}`, { as, body, note });

  await get('/api/twitter/accounts', eve, 'none');
  await run(sql`insert into account_holds (account_id, reason, until, created_at) values
    (${second.id}, 'rate_limited', '2020-11-20T10:15:00Z', '2020-11-20T10:00:00Z'),
    (${third.id}, 'rate_limited', '2020-11-20T10:00:00Z', '2020-11-20T09:00:00Z'),
    (${first.id}, 'paused', '2020-11-20T10:15:00Z', '2020-11-20T09:00:00Z')`);
  await run(sql`insert into publishing_stop (reason, since, try_at) values
    ('payment_required', '2020-11-20T09:30:00Z', '2020-11-20T10:05:00Z')`);
  await run(sql`update x_accounts set niche_update_count = 2, niche_update_period_end = '2020-12-01',
    posts_paused = true, profile_image_url = null where id = ${second.id}`);
  await run(
    sql`update x_accounts set needs_reconnect = true, is_active = false, niche = null where id = ${third.id}`,
  );
  await get('/api/twitter/accounts', ada, 'one of them limited, while publishing is stopped');
  await run(sql`delete from publishing_stop`);
  await run(sql`delete from account_holds`);
  await run(sql`update x_accounts set needs_reconnect = false, is_active = true where id = ${third.id}`);

  await get('/api/oauth/x/status', ada, 'connected');
  await get('/api/oauth/x/status', eve, 'without an account');
  await run(sql`update x_accounts set needs_reconnect = true where id = ${other.id}`);
  await get('/api/oauth/x/status', bob, 'the only one needs a reconnect');
  await run(sql`update x_accounts set needs_reconnect = false, is_active = false where id = ${other.id}`);
  await get('/api/oauth/x/status', bob, 'the only one is switched off');
  await run(sql`update x_accounts set is_active = true where id = ${other.id}`);

  await get('/api/twitter/profile', ada, 'of the selected account');
  await get('/api/twitter/profile', eve, 'without an account');
  const refresh = (note: string, as = ada) => ask('POST', '/api/twitter/profile/refresh', { as, note });
  page.advance(1_000);
  await run(sql`update x_accounts set username = 'former', profile_image_url = null where id = ${first.id}`);
  await run(sql`delete from billed_reads`);
  await refresh('of the selected account');
  await refresh('a second time on a day');
  await page.prepare(() => fault(app, 'server_error', { endpoint: 'me' }));
  await refresh('X does not answer');
  await run(sql`update x_accounts set token_expires_at = '2020-11-20T10:01:00Z' where id = ${first.id}`);
  await refresh('the token ends within a minute');
  await run(sql`update x_accounts set token_expires_at = '2020-11-20T10:01:01Z' where id = ${first.id}`);
  await refresh('the token ends in a minute');
  await refresh('without an account', eve);
  await run(sql`update x_accounts set needs_reconnect = true where id = ${other.id}`);
  await refresh('it needs a reconnect', bob);
  await run(
    sql`update x_accounts set needs_reconnect = false, access_token = 'v1.unknown.a.b.c' where id = ${other.id}`,
  );
  await post(other.id, 'Held as the key is lost');
  await refresh('no key of ours opens the token', bob);
  await run(
    sql`update x_accounts set needs_reconnect = false, token_expires_at = '2020-11-20' where id = ${other.id}`,
  );
  await refresh('nor the one that has ended', bob);
  await run(sql`insert into rate_limits values (${`x-profile:${eve.id}`}, 20, ${Date.UTC(2020, 10, 20, 10, 0, 30)})
    on conflict (key) do update set points = 20`);
  await refresh('more than twenty in a quarter of an hour', eve);

  page.advance(1_000);
  await post(second.id, 'Of the second');
  await put(second.id, { selected: true }, 'selected');
  await put(second.id, { is_active: false }, 'switched off');
  await put(second.id, { is_active: true, selected: true }, 'switched on, and selected as it was');
  await put(second.id, { is_active: true }, 'switched on, though it is');
  await put(second.id, {}, 'nothing');
  await put(second.id, { selected: false }, 'no account selected');
  await put(other.id, { selected: true }, 'of somebody else');
  await put(999, { selected: true }, 'no such account');
  await run(sql`update x_accounts set needs_reconnect = true, is_active = false where id = ${third.id}`);
  await page.prepare(() => db.transaction((tx) => holdAccount(app.platform, tx, third.id, 'disconnected')));
  await put(third.id, { is_active: true }, 'switched on, though it needs a reconnect');
  await run(sql`update x_accounts set is_active = false where id = ${third.id}`);
  await run(sql`insert into x_accounts (user_id, twitter_user_id, username, access_token, refresh_token, token_expires_at,
    connected_at, updated_at) values (${ada.id}, '77', 'fourth', 'a', 'r', now(), now(), now())`);
  await put(third.id, { is_active: true }, 'more than the plan allows');
  await run(sql`delete from x_accounts where username = 'fourth'`);

  await get(`/api/twitter/accounts/${first.id}/usage`, ada, 'nothing used');
  await get(`/api/twitter/accounts/${other.id}/usage`, ada, 'of somebody else');

  const disconnect = (body: object | undefined, note: string, as = ada) =>
    ask('POST', '/api/oauth/x/disconnect', { as, note, ...(body ? { body } : {}) });
  page.advance(1_000);
  await disconnect({ twitterAccountId: other.id }, 'of somebody else');
  await disconnect(undefined, 'without an account', eve);
  await run(sql`update lanes set open_post = next_post, started_at = now(), unknown_reason = 'timeout',
    look_at = now() where account_id = ${second.id}`);
  await disconnect(undefined, 'the selected one, while a post of it may be on its way');
  await disconnect({ twitterAccountId: String(second.id) }, 'a second time');
  await put(second.id, { selected: true }, 'a disconnected one');
  await page.prepare(() => fault(app, 'server_error', { endpoint: 'revoke' }));
  await disconnect({ twitterAccountId: third.id }, 'one that is not selected, and X takes nothing back');

  const remove = (id: number, note: string, as = ada) =>
    ask('DELETE', `/api/twitter/accounts/${id}`, { as, note });
  page.advance(1_000);
  const fourth = await page.prepare(() => connectX(app, ada, 'dinex'));
  for (const accountId of [first.id, fourth.id]) {
    await run(sql`insert into voices (account_id, user_id, language, tone, topics, avoided_topics, banned_words, sign_off,
      samples, updated_at) values (${accountId}, ${ada.id}, 'en', 'dry', '{}', '{}', '{}', '', '{}', '2020-11-20')`);
    await run(sql`insert into facts (user_id, account_id, kind, text, created_at, updated_at)
      values (${ada.id}, ${accountId}, 'price', 'A cup is $4.', '2020-11-20', '2020-11-20')`);
    await run(sql`insert into fact_feeds (user_id, account_id, url, title, read_at, next_read_at, created_at)
      values (${ada.id}, ${accountId}, 'https://x.example', 'X', '2020-11-20', '2020-11-21', '2020-11-20')`);
  }
  await post(first.id, 'Waits');
  await post(first.id, 'Has failed', 'failed');
  await post(first.id, 'Is posted', 'posted');
  await post(fourth.id, 'Waits on another account');
  await remove(other.id, 'of somebody else');
  await remove(first.id, 'the selected one, with a posted, a waiting and a failed post');
  await remove(first.id, 'a second time');
  const fifth = await page.prepare(() => connectX(app, ada, 'teax'));
  await post(fifth.id, 'On its way');
  await run(sql`update lanes set open_post = next_post, started_at = now(), unknown_reason = 'timeout',
    look_at = now() where account_id = ${fifth.id}`);
  await remove(fifth.id, 'without a post that may be deleted, while one is on its way');
  await remove(fourth.id, 'the last one, with one post');
  await remove(other.id, 'that needed a reconnect', bob);
  await page.expectKept('accounts');
});
