import { randomUUID } from 'node:crypto';
import type { BulkAction } from '@drumbeat/contract/bulk.rules.ts';
import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { KEPT_NOW, openKeptPage } from '../../../test/kept-calls.ts';
import { digestOf, writePlan } from './read-plan.ts';

type Answer = { plan: string | null };
const at = (seconds: number) => new Date(Date.parse(KEPT_NOW) + seconds * 1_000);

test('docs/calls/bulk.md says what the bulk actions of staff answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db, sealer } = app.platform;
  const support = await buildUser(app, { email: 'sue@staff.example', roles: ['support'] });
  const other = await buildUser(app, { email: 'ann@staff.example', roles: ['admin'] });
  const ops = await buildUser(app, { email: 'otto@staff.example', roles: ['ops'] });
  const person = (name: string, verified = true) =>
    buildUser(app, { email: `${name}@example.com`, verified, timeZone: 'Asia/Kolkata' });
  const [ada, bob, eve, gone] = [
    await person('ada'),
    await person('bob'),
    await person('eve'),
    await person('gone'),
  ];
  const [one, two, five, new_] = [
    await person('one'),
    await person('two', false),
    await person('five', false),
    await person('new', false),
  ];
  await page.prepare(async () => {
    await subscribe(app, ada, { plan: 'pro_plus' });
    await subscribe(app, eve);
    const first = await connectX(app, ada, 'ada');
    const second = await connectX(app, ada, 'ada_brews');
    const bobs = await connectX(app, bob, 'bob');
    const eves = await connectX(app, eve, 'eve');
    await db.execute(sql`update subscriptions set state = 'canceled' where user_id = ${eve.id}`);
    await db.execute(sql`update users set posts_paused = true where id in (${bob.id}, ${eve.id})`);
    await db.execute(sql`update users set deleted_at = ${at(-1)} where id = ${gone.id}`);
    await db.execute(sql`update users set last_scheduling_cycle = ${at(-50_400)} where id = ${ada.id}`);
    await db.execute(
      sql`update x_accounts set needs_reconnect = true where id in (${second.id}, ${bobs.id})`,
    );
    await db.execute(sql`insert into generation_grants (account_id, counted_from, scheduled_from)
      values (${first.id}, ${at(-60)}, ${at(-120)})`);
    const failed = (user: BuiltUser, accountId: number, seconds: number) =>
      buildPost(app, {
        user,
        accountId,
        status: 'failed',
        errorCode: 'X_REFUSED',
        retryCount: 1,
        content: `Failed ${seconds}`,
        scheduledAt: at(seconds),
      });
    await failed(ada, first.id, -60);
    await failed(ada, first.id, -120);
    await failed(ada, second.id, -90);
    await buildPost(app, { user: ada, accountId: first.id, content: 'To come' });
    await failed(bob, bobs.id, -60);
    await failed(eve, eves.id, -60);
    const sent = (user: BuiltUser, seconds: number) =>
      db.execute(sql`insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
        values (${user.id}, 'verify_email', ${`${user.id} ${seconds}`}, ${at(seconds)}, ${at(86_400)})`);
    await db.execute(sql`delete from email_tokens`);
    await sent(one, -29);
    await sent(two, -30);
    for (const seconds of [-3_590, -3_000, -2_000, -1_000, -100]) await sent(five, seconds);
    const ones = await connectX(app, one, 'one');
    await failed(one, ones.id, -60);
    await db.execute(sql`update users set email_verified_at = null where id = ${one.id}`);
    await db.execute(sql`delete from sessions where user_id = ${new_.id}`);
    await db.execute(sql`insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
      values (${ada.id}, 'second', ${at(-60)}, ${at(60)}, ${at(-60)}), (${ada.id}, 'over', ${at(-60)}, ${at(0)}, ${at(-60)})`);
  });

  const send = (body: object, note: string, as = support) =>
    ask<Answer>('POST', '/api/admin/users/bulk', { as, body, note });
  async function both(action: BulkAction, people: readonly BuiltUser[], more: object = {}): Promise<string> {
    const ids = people.map(({ id }) => id);
    const { plan } = await send({ action, ids, dry_run: true }, `${action}, a dry run`);
    await send({ action, ids, dry_run: false, plan, ...more }, `${action}, its run`);
    return plan as string;
  }

  await both('pause_posts', [ada, bob, eve, gone], { reason: 'An outage at X' });
  await both('resume_posts', [ada, eve, one]);
  await both('resend_verification', [ada, one, two, five, new_], { reason: 'Asked us' });
  await both('grant_generation', [ada, new_, bob], { reason: 'Asked us' });
  await both('reset_generation', [ada, new_]);
  await both('retry_failed', [ada, bob, eve, one, new_], { reason: 'X is back' });
  const plan = await both('end_sessions', [ada, new_, eve], { reason: 'Stolen laptop' });
  const ids = [ada.id, new_.id, eve.id];
  const action = 'end_sessions';
  await send({ action, ids, dry_run: false, plan }, 'end_sessions, the same plan once more');

  const paused = await page.prepare(async () => {
    const body = { action: 'pause_posts', ids: [ada.id, two.id], dry_run: true };
    const answer = await call<Answer>(app, 'POST', '/api/admin/users/bulk', { token: support.token, body });
    await db.execute(sql`update users set posts_paused = true where id = ${ada.id}`);
    return answer.body.plan as string;
  });
  const run = { action: 'pause_posts', ids: [ada.id, two.id], dry_run: false, plan: paused };
  await send(run, 'where one has changed since');
  const owned = sql`account_id in (select id from x_accounts where user_id = ${ada.id})`;
  const session = (name: string) =>
    sql`insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
      values (${ada.id}, ${name}, ${at(-60)}, ${at(60)}, ${at(-60)})`;
  const changes = {
    grant_generation: sql`update generation_grants set scheduled_from = ${at(-5)} where ${owned}`,
    reset_generation: sql`update generation_grants set counted_from = ${at(-5)} where ${owned}`,
    retry_failed: sql`update posts set retry_count = retry_count + 1 where status = 'failed' and ${owned}`,
    end_sessions: sql`update sessions set id = default where user_id = ${ada.id}`,
  };
  for (const [name, change] of Object.entries(changes)) {
    const body = { action: name, ids: [ada.id] };
    const seen = await page.prepare(async () => {
      if (name === 'end_sessions') await db.execute(session('third'));
      const answer = await call<Answer>(app, 'POST', '/api/admin/users/bulk', {
        token: support.token,
        body: { ...body, dry_run: true },
      });
      await db.execute(change);
      return answer.body.plan;
    });
    await send({ ...body, dry_run: false, plan: seen }, `${name}, where a detail has changed since`);
  }
  await send(run, 'the same plan once more, which tells how to undo');
  await send({ ...run, action: 'resume_posts' }, 'a plan of another action');
  await send({ ...run, ids: [ada.id] }, 'a plan of more people');
  await send({ ...run, ids: [ada.id, eve.id] }, 'a plan of other people');
  await send(run, 'a plan of somebody else', other);
  await send({ ...run, plan: 'nonsense' }, 'no plan at all');
  const aged = (age: number, more: object = {}) =>
    writePlan(sealer, {
      bulkId: randomUUID(),
      by: support.id,
      action: 'pause_posts',
      at: at(-age).getTime(),
      people: { [two.id]: digestOf('another state') },
      ...more,
    });
  await send({ ...run, ids: [two.id], plan: aged(3_600) }, 'a plan of an hour ago');
  await send({ ...run, ids: [two.id], plan: aged(3_599) }, 'a plan of nearly an hour ago');
  await send({ ...run, ids: [two.id], plan: aged(0, { bulkId: 'x' }) }, 'a plan that we never make');
  await send({ action: 'pause_posts', ids: [two.id], dry_run: true, plan: paused }, 'a plan, but a dry run');
  await send({ action: 'pause_posts', ids: [two.id], dry_run: false }, 'a run without a plan');
  await send({ action: 'x', ids: [], dry_run: 1, reason: 'x' }, 'each field wrong');
  await send({ action: 'pause_posts', ids: [two.id, two.id], dry_run: true }, 'somebody twice');
  await send({ action: 'pause_posts', ids: [two.id], dry_run: true }, 'by ops', ops);
  await page.prepare(() =>
    db.execute(sql`update rate_limits set points = 60 where key = ${`staff-bulk:${support.id}`}`),
  );
  await send({ action: 'pause_posts', ids: [two.id], dry_run: true }, 'once more than a person may');
  await page.expectKept('bulk');
});
