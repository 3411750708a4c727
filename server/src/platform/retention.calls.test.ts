import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, connectX } from '../../test/factories.ts';
import { inPlain } from '../../test/in-plain.ts';
import { KEPT_NOW, openKeptPage } from '../../test/kept-calls.ts';
import { queues } from './queues.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('docs/calls/retention.md says what each periodic job does to rows on both sides of its limit', async () => {
  const page = await openKeptPage();
  const { app } = page;
  const { db, jobs } = app.platform;
  const now = new Date(KEPT_NOW).getTime();
  /** Around the end of what is kept so long: a second older, as old, and a second younger. */
  const around = (kept: number) => [-1, 0, 1].map((seconds) => new Date(now - kept + seconds * 1_000));
  const each = async (kept: number, insert: (at: Date, index: number) => SQL) => {
    for (const [index, at] of around(kept).entries()) await db.execute(insert(at, index));
  };
  const people: BuiltUser[] = [];
  for (const name of ['ada', 'bob', 'cyd'])
    people.push(await buildUser(app, { email: `${name}@example.com`, timeZone: 'Asia/Kolkata' }));
  const [ada, bob] = people as [BuiltUser, BuiltUser];
  const personOf = (index: number) => (people[index] as BuiltUser).id;
  const account = await connectX(app, ada, 'ada');
  const posted = { user: ada, accountId: account.id, status: 'posted' as const };
  await page.prepare(async () => {
    for (const table of ['rate_limits', 'person_changes', 'cost_entries', 'billed_reads', 'figure_changes'])
      await db.execute(sql`delete from ${sql.identifier(table)}`);
    await each(
      0,
      (at) =>
        sql`insert into rate_limits (key, points, expire) values (${`k:${at.toISOString()}`}, 1, ${at.getTime()})`,
    );
    await each(
      HOUR,
      (at) => sql`insert into person_changes (user_id, kind, at) values (${ada.id}, 'plan_changed', ${at})`,
    );
    await each(
      30 * DAY,
      (at, n) => sql`insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
      values (${bob.id}, ${`s${n}`}, ${at}, ${at}, ${at})`,
    );
    await each(
      30 * DAY,
      (at, n) => sql`insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
      values (${personOf(n)}, 'verify_email', ${`t${n}`}, ${at}, ${at})`,
    );
    await each(
      30 * DAY,
      (at, n) =>
        sql`insert into two_factor (user_id, sealed_secret, created_at) values (${personOf(n)}, 'x', ${at})`,
    );
    const on = await buildUser(app, { email: 'on@example.com' });
    await db.execute(sql`insert into two_factor (user_id, sealed_secret, created_at, enabled_at)
      values (${on.id}, 'x', '2019-01-01', '2019-01-01')`);
    await each(
      180 * DAY,
      (at, n) => sql`insert into known_networks (user_id, network_hash, last_seen_at)
      values (${ada.id}, ${`h${n}`}, ${at})`,
    );
    await each(
      90 * DAY,
      (at, n) => sql`insert into webhook_events (id, type, occurred_at, received_at, processed_at)
      values (${`evt_${n}`}, 'invoice.paid', ${at}, ${at}, ${at})`,
    );
    await db.execute(sql`insert into webhook_events (id, type, occurred_at, received_at, processed_at) values
      ('evt_late', 'invoice.paid', '2020-01-01', '2020-01-01', '2020-11-01')`);
    await each(
      30 * 60_000,
      (at, n) => sql`insert into webhook_events (id, type, occurred_at, received_at)
      values (${`evt_open_${n}`}, 'invoice.none', ${at}, ${at})`,
    );
    await each(
      400 * DAY,
      (at, n) => sql`insert into billing_movements (id, user_id, kind, amount, currency, at)
      values (${`ch_${n}`}, ${ada.id}, 'charged', 700, 'usd', ${at})`,
    );
    await each(
      730 * DAY,
      (at, n) =>
        sql`insert into used_trials (mark, kind, owner_mark, used_at) values (${`m${n}`}, 'email', 'o', ${at})`,
    );
    await each(400 * DAY, (at) => sql`insert into billing_reconciliations (started_at) values (${at})`);
    await each(
      400 * DAY,
      (at) => sql`insert into cost_entries (at, kind, cost_micros, user_id, tier, is_summed)
      values (${at}, 'post', 15000, ${ada.id}, 'pro', true)`,
    );
    for (const [kind, person] of [
      ['post', ada],
      ['post_with_link', ada],
      ['post_read', ada],
      ['model', ada],
      ['model', bob],
    ] as const)
      await db.execute(sql`insert into cost_entries (at, kind, count, cost_micros, user_id, tier)
        values ('2020-10-31T23:59:59Z', ${kind}, 2, 100, ${person.id}, 'pro')`);
    await db.execute(
      sql`insert into cost_entries (at, kind, cost_micros, tier) values ('2020-11-01', 'post', 7, 'pro')`,
    );
    // 400 days before is in October 2025.
    for (const month of ['2019-09-01', '2019-10-01', '2019-11-01'])
      await db.execute(sql`insert into cost_months (month, user_id, post_count, link_count, x_micros, model_micros)
        values (${month}, ${ada.id}, 1, 0, 15000, 0)`);
    for (const day of ['2020-11-17', '2020-11-18', '2020-11-19'])
      await db.execute(
        sql`insert into billed_reads (day, kind, object_id) values (${day}, 'post_read', '1')`,
      );
    await each(
      400 * DAY,
      (at, n) =>
        sql`insert into x_credits (key, at, balance_micros, spent_micros) values (${randomUUID()}, ${at}, ${n}, 0)`,
    );
    await each(
      90 * DAY,
      (
        at,
      ) => sql`insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots,
      drafts, round, to_ask, created_at, updated_at)
      values (${ada.id}, ${account.id}, 'completed', 'Gaming', false, '', '[1]', '[1]', 1, 0, ${at}, ${at})`,
    );
    for (const state of ['counted', 'dismissed', 'accepted'])
      await each(
        180 * DAY,
        (at, n) => sql`insert into voice_lessons (account_id, lesson, times, state, last_at)
        values (${account.id}, ${`${state} ${n}`}, 1, ${state}, ${at})`,
      );
    await each(
      730 * DAY,
      (at, n) => sql`insert into feedback (user_id, category, message, page_path, request_id, created_at)
      values (${ada.id}, 'bug', ${`It works ${n}.`}, '/', 'r', ${at})`,
    );
    await each(
      7 * DAY,
      (at) =>
        sql`insert into post_requests (user_id, key, post_ids, at) values (${ada.id}, ${randomUUID()}, '{1}', ${at})`,
    );
    await each(
      90 * DAY,
      (
        at,
        n,
      ) => sql`insert into deleted_posts (post_id, user_id, account_id, content, scheduled_at, status, created_at,
      deleted_at, way, history, attempts) values (${n}, ${ada.id}, ${account.id}, 'x', ${at}, 'pending', ${at}, ${at}, 'one', '[]', '[]')`,
    );
    await each(
      DAY,
      (at, n) =>
        sql`insert into publishing_pauses (window_id, starts_at, ends_at) values (${n}, '2020-11-01', ${at})`,
    );
    await db.execute(sql`insert into publishing_pauses (window_id, starts_at) values (9, '2020-12-24')`);
    const old: number[] = [];
    for (const days of [100, 300, 400])
      old.push((await buildPost(app, { ...posted, scheduledAt: new Date(now - days * DAY) })).id);
    await each(
      0,
      (at, n) => sql`insert into alike_texts (post_id, bands, sketch, look_at)
        values (${old[n]}, array[${n}::int], ${n}::int::bit(256), ${at})`,
    );
    const leavers: number[] = [];
    for (const name of ['eve', 'fay', 'gus'])
      leavers.push((await buildUser(app, { email: `${name}@example.com` })).id);
    await each(DAY, (at, n) => sql`update users set deleted_at = ${at} where id = ${leavers[n]}`);
  });
  await page.prepare(() => jobs.drain());
  for (const queue of jobs.periodic()) {
    const run = async () => {
      await jobs.enqueue(db, queue, {});
      await jobs.drain();
    };
    await page.step(queue, run, undefined, { isSideBySide: queue === queues.updatePlannedCosts });
  }
  await page.expectKept('retention');
});

test('docs/calls/queues.md says when each queue runs, and how often it is tried', async () => {
  const app = await buildApp();
  await app.startWorker();
  const { rows } = await app.platform.db.execute(sql`
    select q.name, q.retry_limit as tries, q.retry_delay as pause, q.retry_backoff as grows, q.expire_seconds as ends,
      q.policy, s.cron, s.timezone
    from pgboss.queue q left join pgboss.schedule s on s.name = q.name
    where q.name not like '\\_\\_%' order by q.name`);
  const lines = rows.map((row) => inPlain(row, { isOneLine: true }));
  await expect(`# queues\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`).toMatchFileSnapshot(
    '../../../docs/calls/queues.md',
  );
});
