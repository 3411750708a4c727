import type { User } from '@drumbeat/contract/users/users.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call, connectX, subscribe } from '../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

describe('staff calls', () => {
  test('ADM-CON-23 SHELL-05 the roles call answers the roles', async () => {
    const { token } = await buildUser(app, { roles: ['support', 'ops'] });
    expect(await call(app, 'GET', '/api/admin/me/roles', { token })).toMatchObject({
      status: 200,
      body: { roles: ['ops', 'support'] },
    });
  });

  test('ADM-CON-05 ADM-CON-06 the full health names status, environment and database', async () => {
    const { token } = await buildUser(app, { roles: ['ops'] });
    const { status, body } = await call<{ status: string }>(app, 'GET', '/api/health/full', { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      environment: 'development, sandbox',
      database: 'ok',
      checks: { migrations: 'ok', worker: 'no heartbeat' },
      status: 'unhealthy',
    });
  });
});

describe("a customer's overview", () => {
  async function overview(token: string, id: number, query = '') {
    return call<{ user: Record<string, unknown> }>(app, 'GET', `/api/admin/users/${id}/overview${query}`, {
      token,
    });
  }
  const shown = async () =>
    (
      await app.platform.db.execute(
        sql`select actor_user_id, target_type, target_id, details from audit_log where action = 'admin.sensitive_shown'`,
      )
    ).rows;

  test('ADM-CUS-05 ADM-CUS-06 ADM-CUS-07 ADM-CUS-08 ADM-CON-12 ADM-CON-13 ADM-CON-14 it is masked unless asked for, and asking is recorded', async () => {
    const customer = await buildUser(app, { niche: 'Chess', timeZone: 'Europe/Paris', roles: ['tester'] });
    await subscribe(app, customer);
    const account = await connectX(app, customer, 'overviewed');
    const at = '2026-11-20T09:00:00.000Z';
    await app.platform.db.execute(sql`
      update users set email_consent = true, posts_paused = true, created_at = '2026-01-02T03:04:05Z', updated_at = ${at},
        last_scheduling_cycle = '2026-11-12T09:00:00Z' where id = ${customer.id}`);
    const body = { twitterAccountId: account.id };
    expect(
      (await call(app, 'POST', '/api/posts/generate-posts', { token: customer.token, body })).status,
    ).toBe(200);
    await app.platform.db.execute(
      sql`update subscriptions set has_payment_method = false where user_id = ${customer.id}`,
    );
    const me = (await call<User>(app, 'GET', '/api/user', { token: customer.token })).body;
    const staff = await buildUser(app, { roles: ['support'] });
    const masked = await overview(staff.token, customer.id);
    expect(masked.status).toBe(200);
    expect(masked.body.user).toEqual({
      id: String(customer.id),
      email: `${customer.email.slice(0, 1)}***@${customer.email.split('@')[1]}`,
      email_verified: true,
      time_zone: 'Europe/Paris',
      email_consent: true,
      is_in_trial: true,
      plan: 'Pro',
      last_scheduling_cycle: '2026-11-12T09:00:00.000Z',
      niche: 'Chess',
      created_at: '2026-01-02T03:04:05.000Z',
      updated_at: at,
      roles: ['tester'],
      two_factor_enabled: true,
      entitlements: me.entitlements,
      post_generation_count: 1,
      post_generation_period_end: expect.stringMatching(/Z$/),
      subscription_status: 'active',
      has_payment_method: false,
      has_ever_subscribed: true,
      trial_start: me.trialStart,
      trial_end: me.trialEnd,
      subscription_current_period_end: me.subscriptionExpiryDate,
      all_accounts_paused: true,
      stripe_customer_id: 'cus_********',
      stripe_subscription_id: 'sub_********',
    });
    expect(me.trialStart).not.toBe(me.trialEnd);
    const periodEnd = String(masked.body.user.post_generation_period_end);
    expect(Date.parse(periodEnd)).toBeGreaterThan(app.clock.now().getTime());
    expect(await shown()).toEqual([]);

    const open = await overview(staff.token, customer.id, '?sensitive=true');
    expect(open.body.user).toEqual({
      ...masked.body.user,
      email: customer.email,
      stripe_customer_id: expect.stringMatching(/^cus_\w+$/),
      stripe_subscription_id: expect.stringMatching(/^sub_\w+$/),
    });
    const record = { actor_user_id: staff.id, target_type: 'user', target_id: String(customer.id) };
    expect(await shown()).toEqual([{ ...record, details: { view: 'overview' } }]);
  });
});
