/** The check and the start agree in every situation: after a yes, the start never refuses. */

import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { call } from '../../../../test/factories.ts';
import { buildWriter, start, type Writer } from '../generation.fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-18T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: new Date(NOW).toISOString() });
});
afterAll(() => app.close());

const states = [
  null,
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
] as const;

const situations = fc.record({
  verified: fc.boolean(),
  account: fc.constantFrom('usable', 'usable', 'usable', 'none', 'needs reconnect', 'switched off'),
  niche: fc.constantFrom('Gaming', 'Gaming', null),
  state: fc.oneof(fc.constantFrom('trialing' as const, 'active' as const), fc.constantFrom(...states)),
  cancelAt: fc.constantFrom(null, null, null, NOW - DAY, NOW + DAY),
  /** How long the trial, or the paid period, still runs. */
  left: fc.constantFrom(6 * DAY, 6 * DAY, 20 * MINUTE, -DAY),
  tier: fc.constantFrom('free', 'standard', 'pro_plus'),
  /** Posts that the person has saved. */
  saved: fc.constantFrom(0, 0, 3, 14),
  savedStatus: fc.constantFrom('pending', 'failed', 'posted'),
  completed: fc.nat(4),
  finalized: fc.constantFrom(false, false, true),
  /** A job whose worker died long ago. */
  stale: fc.constantFrom(false, false, true),
});
type Given = typeof situations extends fc.Arbitrary<infer T> ? T : never;

const fine: Given = {
  verified: true,
  account: 'usable',
  niche: 'Gaming',
  state: 'active',
  cancelAt: null,
  left: 6 * DAY,
  tier: 'standard',
  saved: 0,
  savedStatus: 'pending',
  completed: 0,
  finalized: false,
  stale: false,
};
/** One situation for each reason, so that every run covers all of them. */
const examples: Partial<Given>[] = [
  {},
  { verified: false },
  { account: 'none' },
  { state: 'past_due' },
  { niche: null },
  { completed: 1, finalized: true },
  { completed: 4 },
  { left: 20 * MINUTE },
  { completed: 3, stale: true },
];

async function arrange(writer: Writer, given: Given): Promise<void> {
  const { db } = app.platform;
  const at = (ms: number | null) => ms && new Date(ms);
  const trial = given.state === 'trialing';
  await db.execute(sql`delete from posts where user_id = ${writer.id}`);
  await db.execute(sql`delete from generation_jobs where user_id = ${writer.id}`);
  await db.execute(
    sql`update users set email_verified_at = ${at(given.verified ? NOW : null)} where id = ${writer.id}`,
  );
  await db.execute(sql`update x_accounts set niche = ${given.niche}, connected_at = ${at(NOW - DAY)},
    disconnected_at = ${at(given.account === 'none' ? NOW : null)}, selected = ${given.account !== 'none'},
    needs_reconnect = ${given.account === 'needs reconnect'}, is_active = ${given.account !== 'switched off'}
    where id = ${writer.accountId}`);
  await db.execute(sql`update billing_products set metadata = ${JSON.stringify({ tier: given.tier })}::jsonb
    where id = ${`plan_${writer.id}`}`);
  await db.execute(sql`update subscriptions set state = ${given.state}, cancel_at = ${at(given.cancelAt)},
    period_end = ${at(NOW + given.left)}, trial_start = ${at(trial ? NOW - DAY : null)},
    trial_end = ${at(trial ? NOW + given.left : null)} where user_id = ${writer.id}`);
  await db.execute(sql`insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status,
      created_at, updated_at)
    select ${writer.id}, ${writer.accountId}, 'Saved ' || n, at, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), at,
      ${given.savedStatus}::post_status, ${at(NOW)}, ${at(NOW)}
    from generate_series(1, ${given.saved}::int) n, lateral (select ${at(NOW)}::timestamptz + n * interval '1 hour' as at)`);
  await db.execute(sql`insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots,
      drafts, round, to_ask, created_at, updated_at, used_at, finalized_at)
    select ${writer.id}, ${writer.accountId}, 'completed', 'Gaming', false, '7 days', '[{}]', '["A text"]', 1, 0,
      ${at(NOW - HOUR)}, ${at(NOW - HOUR)}, used, used
    from generate_series(1, ${given.completed}::int) n,
      lateral (select case when n = 1 and ${given.finalized} then ${at(NOW - HOUR)}::timestamptz end as used)`);
  if (given.stale) {
    await db.execute(sql`insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots,
        round, to_ask, created_at, updated_at)
      values (${writer.id}, ${writer.accountId}, 'processing', 'Gaming', false, '7 days', '[{}]', 1, 1,
        ${at(NOW - HOUR)}, ${at(NOW - HOUR)})`);
  }
}

const any = { skipWeekends: false, replace: true };

/** Starts with every day allowed and the old calendar replaced, so that a refusal comes from the situation alone. */
async function startAnyhow(writer: Writer) {
  let answer = await start(app, writer, { ...any, postsPerDay: 1 });
  for (const postsPerDay of [2, 3]) {
    if (answer.status === 200) return answer;
    answer = await start(app, writer, { ...any, postsPerDay });
  }
  return answer;
}

test('GEN-10 GEN-13 GEN-15 GEN-31 in every situation the check and the start agree', async () => {
  const writer = await buildWriter(app);
  const seen = new Set<string>();
  const agree = fc.asyncProperty(situations, async (given) => {
    await arrange(writer, given);
    const check = await call<Record<string, unknown>>(app, 'POST', '/api/check-scheduling-eligibility', {
      token: writer.token,
      body: {},
    });
    expect(check.status).toBe(200);
    const { canSchedule, reason, message, daysUntilNextScheduling } = check.body;
    const started = await startAnyhow(writer);
    seen.add(String(reason));
    if (canSchedule) expect(started).toMatchObject({ status: 200, body: { status: 'pending' } });
    else if (reason === 'email_not_verified') expect(started.body.code).toBe('EMAIL_NOT_VERIFIED');
    else {
      expect(started).toMatchObject({
        status: 409,
        body: { code: 'GENERATION_NOT_ALLOWED', message, data: { reason, daysUntilNextScheduling } },
      });
    }
  });
  await fc.assert(agree, { numRuns: 30, examples: examples.map((change) => [{ ...fine, ...change }]) });
  expect([...seen].sort()).toEqual([
    'cycle_not_elapsed',
    'email_not_verified',
    'error',
    'generation_limit_reached',
    'inactive_subscription',
    'null',
    'twitter_not_connected',
  ]);
});
