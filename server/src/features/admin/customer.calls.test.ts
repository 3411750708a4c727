import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { KEPT_NOW, openKeptPage } from '../../../test/kept-calls.ts';
import { recordAudit, recordChange } from '../audit/record-audit.ts';
import { actorOf } from '../billing/billing.fixture.ts';

const at = (seconds: number) => new Date(Date.parse(KEPT_NOW) + seconds * 1_000);
const JOB = '0f1e2d3c-0000-4000-8000-00000000000';

test('docs/calls/customer.md says what the calls about one customer answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const support = await buildUser(app, { email: 'sue@staff.example', roles: ['support'] });
  const admin = await buildUser(app, { email: 'ann@staff.example', roles: ['admin', 'support'] });
  const ops = await buildUser(app, { email: 'otto@staff.example', roles: ['ops'] });
  const bare = await buildUser(app, { email: 'bare@example.com', verified: false });
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata', twoFactor: true });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const gone = await buildUser(app, { email: 'gone@example.com' });
  const accounts = await page.prepare(async () => {
    await db.execute(sql`update users set deleted_at = ${at(-1)} where id = ${gone.id}`);
    await db.execute(sql`update users set email_consent = true, last_scheduling_cycle = ${at(-86_400)},
      updated_at = ${at(-7_200)}, created_at = ${at(-10_800)}, posts_paused = true where id = ${ada.id}`);
    await subscribe(app, ada, { plan: 'pro_plus' });
    await subscribe(app, bob, { plan: 'standard', trial: false });
    const made = {
      ada: await connectX(app, ada, 'ada'),
      brew: await connectX(app, ada, 'ada_brews'),
      old: await connectX(app, ada, 'ada_once'),
      bob: await connectX(app, bob, 'bob'),
    };
    await call(app, 'DELETE', `/api/twitter/accounts/${made.old.id}`, { token: ada.token });
    await db.execute(sql`update x_accounts set niche_update_count = 2, posts_paused = true,
      niche_update_period_end = ${at(3_600)}, needs_reconnect = true where id = ${made.brew.id}`);
    return made;
  });
  await page.prepare(() => addJobs());
  await page.prepare(() => addPosts());
  await page.prepare(() => addEmails());
  const get = (path: string, note?: string, as = support) =>
    ask('GET', `/api/admin/users/${path}`, {
      as,
      ...(note === undefined ? {} : { note }),
      isSideBySide: /overview|accounts|timeline/.test(path),
    });

  await get(`${bare.id}/overview`, 'with nothing yet');
  await get(`${ada.id}/overview`);
  await get(`${ada.id}/overview?sensitive=true`, 'unmasked', admin);
  await get(`${admin.id}/overview`, 'of staff');
  await get(`${gone.id}/overview?sensitive=true`, 'of somebody who left');
  await get(`0/overview?sensitive=maybe`, 'of nobody');
  await get(`${ada.id}/overview`, 'by ops', ops);

  await get(`${bare.id}/twitter-accounts`, 'with none');
  await get(`${ada.id}/twitter-accounts`);
  await get(`${gone.id}/twitter-accounts`, 'of somebody who left');

  await get(`${ada.id}/posts`);
  await get(`${ada.id}/posts?twitterAccountId=${accounts.old.id}`, 'of an account that was disconnected');
  await get(`${ada.id}/posts?twitterAccountId=${accounts.bob.id}`, 'of an account of somebody else');
  await get(`${bob.id}/posts?page=2`, 'the last page');
  await get(`${bob.id}/posts?page=0&twitterAccountId=x`, 'each field wrong');
  await get(`${gone.id}/posts`, 'of somebody who left');

  await get(`${ada.id}/emails`);
  await get(`${ada.id}/emails?sensitive=true`, 'unmasked');
  await get(`${bob.id}/emails?page=2`, 'the last page');
  await get(`${gone.id}/emails?sensitive=true`, 'of somebody who left');

  await page.prepare(() => addSessions());
  await get(`${ada.id}/sessions`);
  await get(`${ada.id}/sessions?sensitive=true`, 'unmasked', admin);
  await get(`${ops.id}/sessions`, 'of staff');
  await get(`${gone.id}/sessions?sensitive=true`, 'of somebody who left');

  await page.prepare(() => addEvents());
  await get(`${ada.id}/timeline`);
  await get(`${ada.id}/timeline?source=audit&sensitive=true`, 'one source, unmasked', admin);
  const moment = at(-600).getTime();
  await get(`${ada.id}/timeline?before=${moment}~email~999999999`, 'behind the last of that moment');
  await get(
    `${ada.id}/timeline?source=billing&before=${moment}~billing~evt_b`,
    'one source, behind an event',
  );
  await get(`${ada.id}/timeline?source=generation&before=${moment}~generation~${JOB}2`, 'the same');
  await get(`${ada.id}/timeline?source=post&before=${moment}~audit~1`, 'the sources after it');
  await get(`${ada.id}/timeline?source=audit&before=${moment}~post~1`, 'the sources before it');
  await get(`${bare.id}/timeline`, 'with nothing yet');
  await get(`${gone.id}/timeline?before=x`, 'of somebody who left');
  for (const wrong of ['x', `${moment}~posts~1`, `${moment}~generation~1`])
    await get(`${ada.id}/timeline?before=${wrong}&sensitive=true`, 'no such page');
  await get(`${ada.id}/timeline?source=posts`, 'no such source');

  async function addJobs(): Promise<void> {
    const job = (n: number, more: object) => ({
      id: `${JOB}${n}`,
      user_id: ada.id,
      account_id: accounts.ada.id,
      status: 'completed',
      kind: 'calendar',
      niche: 'Gaming',
      is_in_trial: true,
      days_text: 'Mon',
      replaces: false,
      slots: [{}, {}],
      drafts: ['one', 'two'],
      round: 1,
      to_ask: 0,
      failures: 0,
      refusals: [],
      created_at: at(-600),
      updated_at: at(-500),
      ...more,
    });
    const rows = [
      job(1, { used_at: at(-300) }),
      job(2, { status: 'failed', error: 'The model of ann@example.com is ill.', drafts: [] }),
      job(3, { status: 'pending', slots: [{}, {}, {}], created_at: at(-900), account_id: accounts.brew.id }),
      job(4, { user_id: bob.id, account_id: accounts.bob.id }),
      job(5, { created_at: at(0) }),
      job(6, { created_at: at(0), account_id: accounts.brew.id, user_id: bob.id }),
      job(7, { created_at: at(0), account_id: accounts.brew.id }),
    ];
    await db.execute(sql`insert into generation_jobs
      select (jsonb_populate_record(null::generation_jobs, each)).* from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) each`);
  }

  async function addPosts(): Promise<void> {
    const own = (accountId: number, more: object) => buildPost(app, { user: ada, accountId, ...more });
    const [one, two] = [accounts.ada.id, accounts.brew.id];
    await own(one, { scheduledAt: at(7_200), content: 'Later' });
    await own(one, {
      scheduledAt: at(-600),
      content: `Long ${'x'.repeat(130)}`,
      status: 'failed',
      retryCount: 2,
      errorCode: 'X_REFUSED',
      errorMessage: 'X refused it.',
    });
    const failed = await own(two, {
      scheduledAt: at(-600),
      content: 'No words',
      status: 'failed',
      errorCode: 'DUPLICATE_TWEET',
    });
    const posted = await own(one, {
      scheduledAt: at(-1_200),
      content: 'Out',
      status: 'posted',
      tweetId: '1890000000000000001',
      postedAt: at(-1_190),
    });
    await own(one, { scheduledAt: at(0), content: 'On its way', status: 'processing' });
    await own(two, { scheduledAt: at(1), content: 'Held' });
    const old = await own(accounts.old.id, {
      scheduledAt: at(-86_400),
      content: 'Once',
      status: 'posted',
      tweetId: '1890000000000000002',
      postedAt: at(-86_390),
    });
    const bobs = { user: bob, accountId: accounts.bob.id };
    for (let n = 0; n < 26; n += 1)
      await buildPost(app, { ...bobs, scheduledAt: at(-60 * n), content: `Bob ${n}` });
    const attempt = (
      post: { id: number; accountId: number },
      seconds: number,
      outcome: string,
      code: string | null = null,
    ) =>
      db.execute(sql`insert into post_attempts (post_id, account_id, started_at, outcome, settled_at, error_code)
        values (${post.id}, ${post.accountId}, ${at(seconds)}, ${outcome}, ${at(seconds + 1)}, ${code})`);
    await attempt(failed, -599, 'failed', 'DUPLICATE_TWEET');
    await attempt(failed, -605, 'retry');
    await attempt(posted, -1_199, 'posted');
    await attempt(old, -86_399, 'posted');
    await attempt(old, -86_398, 'released');
  }

  async function addEmails(): Promise<void> {
    const email = (userId: number, kind: string, more: object) =>
      JSON.stringify({
        user_id: userId,
        recipient: 'ada@example.com',
        template_key: kind,
        status: 'queued',
        message_id: `${kind} ${JSON.stringify(more)}`,
        attempts: 0,
        queued_at: at(-600),
        ...more,
      });
    const add = (row: string) =>
      db.execute(sql`insert into emails (user_id, recipient, template_key, status, message_id, subject, attempts, last_error, queued_at, sent_at)
        select user_id, recipient, template_key, status, message_id, subject, attempts, last_error, queued_at, sent_at
        from jsonb_populate_record(null::emails, ${row}::jsonb)`);
    await db.execute(sql`delete from emails`);
    await add(
      email(ada.id, 'verify_email', {
        status: 'sent',
        sent_at: at(-590),
        subject: 'Welcome, ada@example.com',
      }),
    );
    await add(
      email(ada.id, 'marketing', { attempts: 2, last_error: 'No mailbox ada@example.com at 192.0.2.1' }),
    );
    await add(
      email(ada.id, 'trial_started', {
        status: 'failed',
        attempts: 3,
        queued_at: at(-500),
        recipient: 'old@example.com',
      }),
    );
    for (let n = 0; n < 26; n += 1)
      await add(
        email(bob.id, 'verify_email', {
          recipient: 'bob@example.com',
          queued_at: at(-n),
          subject: `Number ${n}`,
        }),
      );
  }

  async function addSessions(): Promise<void> {
    const { rows } = await db.execute(
      sql`select id, user_id from sessions where user_id in (${support.id}, ${ops.id})`,
    );
    const sessionOf = (userId: number) => rows.find((row) => Number(row.user_id) === userId)?.id;
    const session = (
      userId: number,
      seconds: { made?: number; seen?: number; ends?: number },
      more: object = {},
    ) => {
      const row = {
        created_at: at(seconds.made ?? -3_600),
        last_seen_at: at(seconds.seen ?? -60),
        expires_at: at(seconds.ends ?? 3_600),
      };
      const all = JSON.stringify({
        user_id: userId,
        token_hash: `${userId} ${JSON.stringify(seconds)}`,
        ...row,
        ...more,
      });
      return db.execute(sql`insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at, device, ip, viewer_session_id)
        select user_id, token_hash, created_at, expires_at, last_seen_at, device, ip, viewer_session_id
        from jsonb_populate_record(null::sessions, ${all}::jsonb)`);
    };
    await session(ada.id, {}, { device: 'Firefox on Linux', ip: '203.0.113.*' });
    await session(ada.id, { made: -3_601 }, { device: 'Safari on macOS', ip: '2001:db8:7:*' });
    await session(ada.id, { ends: 0 }, { device: 'Over' });
    await session(ada.id, { ends: 1 }, { device: 'Nearly over' });
    await session(ada.id, { seen: -50, ends: 600 }, { viewer_session_id: sessionOf(support.id) });
    await session(ada.id, { seen: -40, ends: 600 }, { viewer_session_id: sessionOf(ops.id) });
    await session(ops.id, { seen: -1_800 }, { device: 'Idle too long' });
    await session(ops.id, { seen: -1_799 }, { device: 'Idle nearly too long' });
    await session(ops.id, { made: -43_200 }, { device: 'Old' });
    await session(ops.id, { made: -43_199 }, { device: 'Nearly old' });
  }

  async function addEvents(): Promise<void> {
    await db.execute(sql`delete from webhook_events`);
    const { rows } = await db.execute(sql`select user_id, customer_id from subscriptions order by user_id`);
    const event = (id: string, customer: unknown, seconds: number) =>
      db.execute(sql`insert into webhook_events (id, type, object_id, customer_id, occurred_at, received_at)
        values (${id}, ${`invoice.${id.slice(4)}`}, 'in_7', ${customer}, ${at(seconds)}, ${at(0)})`);
    await event('evt_a', rows[0]?.customer_id, -600);
    await event('evt_b', rows[0]?.customer_id, -600);
    await event('evt_c', rows[0]?.customer_id, -601);
    await event('evt_d', rows[1]?.customer_id, -600);
    await event('evt_e', 'cus_former', -599);
    await db.execute(sql`insert into former_billing_ids (user_id, customer_id, subscription_id, replaced_at)
      values (${ada.id}, 'cus_former', null, ${at(-100)})`);
    const target = { type: 'user', id: ada.id };
    const reason = 'Ada wrote from ada@example.com';
    const by = { ...actorOf(support), origin: { ip: '198.51.100.7' } };
    await recordChange(db, by, {
      at: at(-600),
      action: 'posts.paused_by_staff',
      target,
      before: 1,
      after: 2,
      reason,
    });
    await recordAudit(
      db,
      { userId: ada.id, origin: { ip: '203.0.113.9' }, requestId: 'one' },
      { at: at(-600), action: 'auth.signed_in', target },
    );
    await recordAudit(
      db,
      { userId: ada.id, origin: { ip: '203.0.113.9' }, requestId: 'two' },
      { at: at(-610), action: 'facts.added', target: { type: 'thing', id: 1 } },
    );
    await recordAudit(db, { system: 'worker' }, { at: at(-590), action: 'users.told', target });
    await recordAudit(
      db,
      { system: 'worker' },
      { at: at(-590), action: 'users.told', target: { type: 'thing', id: ada.id } },
    );
  }
  await page.expectKept('customer');
});
