import { type SQL, sql } from 'drizzle-orm';
import { test } from 'vitest';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  connectX,
  sandboxControl,
  subscribe,
} from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { holdAccount } from '../publishing/hold-account.ts';
import { fault } from '../publishing/publishing.fixture.ts';
import { authorize } from './accounts.fixture.ts';

const DAY_MS = 86_400_000;
type Decision = { username?: string; deny?: boolean; reconnect?: number };

test('docs/calls/accounts-connect.md says what connecting an X account answers and does', async () => {
  const page = await openKeptPage({ PUBLIC_URL: 'https://drumbeat.example' });
  const { app, ask } = page;
  const run = (statement: SQL) => page.prepare(() => app.platform.db.execute(statement));
  const ada = await buildUser(app, { email: 'ada@example.com', niche: 'Coffee', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@mail.example.org', niche: 'Travel' });
  const eve = await buildUser(app, { email: 'eve@example.com', verified: false });
  await subscribe(app, ada, { plan: 'pro' });

  const begin = (as: BuiltUser, note: string, body?: object) =>
    ask('POST', '/api/oauth/x/authorize', { as, note, ...(body ? { body } : {}) });
  /** Decides at X, and comes back with what the browser then sends, of which `turn` may change something. */
  async function comeBackWith(
    as: BuiltUser,
    note: string,
    decision: Decision,
    turn: (back: {
      path: string;
      cookie: string;
    }) => { path: string; cookie?: string } | Promise<{ path: string; cookie?: string }> = (back) => back,
  ) {
    const { answer, back } = await page.prepare(() => authorize(app, as, decision));
    page.advance(1_000);
    const given = String(answer.headers['set-cookie']).split(';')[0] as string;
    const { path, cookie } = await turn({ path: back, cookie: given });
    await ask('GET', path, { note, headers: cookie === undefined ? {} : { cookie } });
    return { path, headers: { cookie: given } };
  }

  await begin(eve, 'before the address is verified');
  await begin(bob, 'the first one');
  const first = await comeBackWith(bob, 'the first one', { username: 'bobx' });
  await ask('GET', first.path, { headers: first.headers, note: 'a second time' });
  await begin(bob, 'more than the plan allows');
  await comeBackWith(ada, 'the first one of a plan', { username: 'adax' });
  await run(sql`update users set posts_paused = true where id = ${ada.id}`);
  await comeBackWith(ada, 'the second one, while all posts are paused', { username: 'brewx' });
  await run(sql`update users set posts_paused = false where id = ${ada.id}`);

  const ofAda = (note: string, decision: Decision, turn?: Parameters<typeof comeBackWith>[3]) =>
    comeBackWith(ada, note, decision, turn);
  await ofAda('cancelled at X', { deny: true });
  const failing = ({ path, cookie }: { path: string; cookie: string }) => ({
    cookie,
    path: path.replace('access_denied', 'server_error'),
  });
  await ofAda('X has another error', { deny: true }, failing);
  await ofAda('without a code', {}, ({ path, cookie }) => ({ cookie, path: path.replace('code=', 'kode=') }));
  await ofAda('without the cookie', { username: 'cafe' }, ({ path }) => ({ path }));
  await ofAda('from another browser', { username: 'cafe' }, ({ path }) => ({
    path,
    cookie: first.headers.cookie,
  }));
  await ofAda('ten minutes later', { username: 'cafe' }, async (back) => {
    await run(sql`update x_oauth_states set expires_at = ${app.clock.now()} where user_id = ${ada.id}`);
    return back;
  });
  await ofAda('a moment before', { username: 'bobx' }, async (back) => {
    await run(sql`update x_oauth_states set expires_at = ${new Date(app.clock.now().getTime() + 1_000)} where user_id = ${ada.id}
      and expires_at > ${app.clock.now()}`);
    return back;
  });
  await ask('GET', '/api/oauth/x/callback?state[]=a&code[]=b&error[]=c', { note: 'with lists' });
  const refused = (note: string, fail: () => Promise<unknown>) =>
    ofAda(note, { username: 'cafe' }, async (back) => {
      await page.prepare(fail);
      return back;
    });
  await refused('X gives no tokens', () => fault(app, 'server_error', { endpoint: 'token' }));
  await refused('X shows no profile', () => fault(app, 'rate_limit', { endpoint: 'me' }));
  await refused('X shows no profile, and takes nothing back', async () => {
    await fault(app, 'unauthorized', { endpoint: 'me' });
    await fault(app, 'payment_required', { endpoint: 'revoke' });
  });
  await refused('the address is no longer verified', () =>
    app.platform.db.execute(sql`update users set email_verified_at = null where id = ${ada.id}`),
  );
  await run(sql`update users set email_verified_at = now() where id = ${ada.id}`);

  const of = (name: string) => sql`(select id from x_accounts where username = ${name})`;
  const idOf = async (name: string) => Number((await app.platform.db.execute(of(name))).rows[0]?.id);
  const [adax, brewx] = [await idOf('adax'), await idOf('brewx')];
  await page.prepare(() => buildPost(app, { user: ada, accountId: brewx, content: 'Held' }));
  await run(sql`update x_accounts set needs_reconnect = true, niche = 'Chess', niche_update_count = 2, username = 'former',
    connected_at = '2020-01-02T03:04:05Z', refreshing_until = '2020-11-20T10:01:00Z' where id = ${brewx}`);
  await page.prepare(() =>
    app.platform.db.transaction((tx) => holdAccount(app.platform, tx, brewx, 'disconnected')),
  );
  await begin(ada, 'of one account', { reconnect: String(brewx) });
  await begin(ada, 'of somebody else’s account', { reconnect: await idOf('bobx') });
  await ofAda('another account than the one to reconnect', { username: 'cafe', reconnect: brewx });
  await ofAda('another one, that is connected', { username: 'adax', reconnect: brewx });
  await ofAda('the one to reconnect', { username: 'brewx', reconnect: brewx });
  await ofAda('the selected one again', { username: 'adax' });

  await run(
    sql`update x_accounts set disconnected_at = ${new Date(app.clock.now().getTime() - DAY_MS + 2_000)}, niche = 'Wine' where id = ${brewx}`,
  );
  await begin(ada, 'of one that is disconnected', { reconnect: brewx });
  await ofAda('disconnected less than a day ago', { username: 'brewx' });
  await run(
    sql`update x_accounts set disconnected_at = ${new Date(app.clock.now().getTime() - DAY_MS + 1_000)} where id = ${brewx}`,
  );
  await ofAda('disconnected a day ago', { username: 'brewx' });
  await ofAda(
    'one to reconnect that is disconnected meanwhile',
    { username: 'cafe', reconnect: brewx },
    async (back) => {
      await run(sql`update x_accounts set disconnected_at = '2020-11-10T10:00:00Z' where id = ${brewx}`);
      return back;
    },
  );
  await ofAda('the last one of the plan', { username: 'brewx' });
  await ofAda('one of as many as the plan allows, again', { username: 'brewx', reconnect: brewx });
  await begin(ada, 'as many as the plan allows');
  await run(sql`update x_accounts set needs_reconnect = true where id = ${adax}`);
  await begin(ada, 'one of them needs a reconnect');
  await ofAda('though one needs a reconnect, there are as many as the plan allows', { username: 'tea' });
  await page.prepare(() => sandboxControl(app, '/sandbox/x/revoke', { username: 'cafe' }));
  await run(sql`update x_accounts set is_active = false where id in (${adax}, ${of('cafe')})`);
  await run(
    sql`update subscriptions set ended_at = '2020-11-20T09:00:00Z', state = 'canceled' where user_id = ${ada.id}`,
  );
  await ofAda('one beyond the plan’s limit, again', { username: 'adax', reconnect: adax });

  const eveSessions = await buildUser(app, { email: 'ivy@example.com' });
  await run(
    sql`insert into rate_limits values (${`x-connect:${eveSessions.id}`}, 30, ${Date.UTC(2020, 10, 20, 10, 0, 30)})`,
  );
  await begin(eveSessions, 'more than thirty an hour');
  await run(sql`delete from rate_limits`);
  await run(sql`insert into x_oauth_states (state_hash, user_id, browser_hash, code_verifier, created_at, expires_at)
    select 's' || i, ${bob.id}, 'b', 'c', '2020-11-20', ${app.clock.now()}::timestamptz - make_interval(secs => i)
    from generate_series(0, 1) i`);
  await begin(eveSessions, 'states that have ended are cleared away');
  await connectX(app, eveSessions, 'ivyx');
  await page.expectKept('accounts-connect');
});
