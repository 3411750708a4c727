import { staffAccess } from '@drumbeat/contract/staff.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call, connectX, subscribe } from '../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

type StaffCall = keyof typeof staffAccess;
const staffCalls = Object.keys(staffAccess) as StaffCall[];

/** Makes the call without any input: whoever may make it is told of the input, or answered. */
async function make(name: StaffCall, token?: string) {
  const [method, path = ''] = name.split(' ') as ['GET' | 'POST', string];
  return call(app, method, path.replace(':id', '999999'), {
    ...(token ? { token } : {}),
    ...(method === 'POST' ? { body: {} } : {}),
  });
}

describe('staff calls', () => {
  test('ADM-CON-20 ADM-CON-22 ADM-CON-24 ADM-CON-25 ADM-CON-26 ADM-CON-29 each is open to the roles of the table and to nobody else', async () => {
    expect(staffCalls.length).toBeGreaterThan(5);
    const unverified = await buildUser(app, { roles: ['admin'], verified: false });
    const customer = await buildUser(app);
    for (const name of staffCalls) {
      expect(await make(name), name).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
      expect(await make(name, unverified.token), name).toMatchObject({
        status: 403,
        body: { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' },
      });
      expect(await make(name, customer.token), name).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    }
    for (const role of ['admin', 'support', 'ops', 'tester'] as const) {
      const { token } = await buildUser(app, { roles: [role] });
      for (const name of staffCalls) {
        const allowed: readonly string[] = staffAccess[name];
        const { status } = await make(name, token);
        if (allowed.includes(role)) expect([200, 400, 404], `${role}: ${name}`).toContain(status);
        else expect(status, `${role}: ${name}`).toBe(403);
      }
    }
  });

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
      checks: { migrations: 'ok', worker: 'no sign of life' },
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
        sql`select actor_user_id, target_id, details from audit_log where action = 'admin.sensitive_shown'`,
      )
    ).rows;

  test('ADM-CUS-05 ADM-CUS-06 ADM-CUS-07 ADM-CUS-08 ADM-CON-12 ADM-CON-13 ADM-CON-14 it is masked unless asked for, and asking is on record', async () => {
    const customer = await buildUser(app);
    await subscribe(app, customer);
    await connectX(app, customer, 'overviewed');
    const staff = await buildUser(app, { roles: ['support'] });
    const masked = await overview(staff.token, customer.id);
    expect(masked.status).toBe(200);
    expect(masked.body.user).toMatchObject({
      id: String(customer.id),
      email: `${customer.email.slice(0, 1)}***@${customer.email.split('@')[1]}`,
      email_verified: true,
      roles: [],
      two_factor_enabled: false,
      post_generation_count: 0,
      has_payment_method: true,
      has_ever_subscribed: true,
      all_accounts_paused: false,
      stripe_customer_id: 'cus_********',
      stripe_subscription_id: 'sub_********',
    });
    expect(masked.body.user.created_at).toEqual(expect.stringMatching(/Z$/));
    expect(masked.body.user.post_generation_period_end).toEqual(expect.stringMatching(/Z$/));
    expect(await shown()).toEqual([]);

    const open = await overview(staff.token, customer.id, '?sensitive=true');
    expect(open.body.user).toMatchObject({
      email: customer.email,
      stripe_customer_id: expect.stringMatching(/^cus_\w+$/),
      stripe_subscription_id: expect.stringMatching(/^sub_\w+$/),
    });
    expect(await shown()).toEqual([
      { actor_user_id: staff.id, target_id: String(customer.id), details: { view: 'overview' } },
    ]);
  });

  test('an id of nobody, and one that is no id, are said so', async () => {
    const { token } = await buildUser(app, { roles: ['admin'] });
    expect(await overview(token, 999_999)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'There is no customer with this id.' },
    });
    for (const id of ['0', '-1', 'abc', '1e9', '99999999999999999999'])
      expect((await call(app, 'GET', `/api/admin/users/${id}/overview`, { token })).status, id).toBe(400);
  });
});
