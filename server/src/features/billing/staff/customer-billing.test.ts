import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, subscribe } from '../../../../test/factories.ts';
import { AppError } from '../../../platform/errors.ts';
import { actorOf, depsOf, gate, rowOf, stripeOf, userOf } from '../billing.fixture.ts';
import { getCustomerBilling } from './get-customer-billing.ts';
import { restorePrevious } from './restore-previous.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

type Billing = {
  subscription: { status: string };
  ids: Record<string, string | null>;
  previous: Record<string, string | null> | null;
  history: { invoices: Record<string, unknown>[]; unavailable: boolean };
};
const read = (id: number, query = '') =>
  call<Billing>(app, 'GET', `/api/admin/users/${id}/billing${query}`, { token: support.token });
const act = (id: number, what: string, body?: object) =>
  call<{ message: string; url: string; code: string; data: { doubts: string[] } }>(
    app,
    'POST',
    `/api/admin/users/${id}/${what}`,
    { token: support.token, ...(body ? { body } : {}) },
  );
const restore = (id: number, body?: object) => act(id, 'billing/restore-previous', body);
const entries = async (id: number) =>
  (
    await app.platform.db.execute(
      sql`select action, details from audit_log where target_id = ${String(id)} and actor_user_id = ${support.id} order by id`,
    )
  ).rows;

/** What a switch of the provider's keys leaves behind: ids that the provider does not have, of a row that runs. */
async function replaceIds(user: BuiltUser, ids: { customer: string; subscription: string }): Promise<void> {
  await app.platform.db.execute(
    sql`update subscriptions set customer_id = ${ids.customer}, subscription_id = ${ids.subscription} where user_id = ${user.id}`,
  );
}

test('ADM-CUS-15 ADM-CUS-16 ADM-CON-34 subscription and invoices are masked unless asked for, and asking is in the audit log', async () => {
  const user = await buildUser(app);
  const { customer, subscription } = await subscribe(app, user, { trial: false });
  const masked = await read(user.id);
  expect(masked).toMatchObject({
    status: 200,
    body: {
      subscription: { status: 'active', plan: { name: 'Pro' } },
      ids: { customer_id: 'cus_********', subscription_id: 'sub_********' },
      previous: null,
      history: {
        hasMore: false,
        unavailable: false,
        invoices: [{ amount: 1500, status: 'paid', invoiceUrl: null, receiptUrl: null }],
      },
    },
  });
  expect(JSON.stringify(masked.body)).not.toMatch(/"(cus|sub|prod|price)_\w/);
  expect(await entries(user.id)).toEqual([]);
  const open = await read(user.id, '?sensitive=true');
  expect(open.body.ids).toEqual({ customer_id: customer, subscription_id: subscription });
  const [invoice] = open.body.history.invoices;
  expect(invoice?.invoiceUrl).toMatch(/^http/);
  expect(invoice?.receiptUrl).toBe(invoice?.invoiceUrl);
  expect(await entries(user.id)).toEqual([{ action: 'admin.sensitive_shown', details: { view: 'billing' } }]);
  expect((await read(user.id, `?after=${invoice?.id}`)).body.history.invoices).toEqual([]);
  expect(await read(user.id, '?after=in_unknown')).toMatchObject({
    status: 404,
    body: { message: 'There is no such invoice.' },
  });
});

test('every call about an unknown customer is 404', async () => {
  const nobody = { status: 404, body: { message: 'There is no customer with this id.' } };
  expect(await read(999_999)).toMatchObject(nobody);
  for (const what of ['open-portal', 'allow-trial', 'billing/restore-previous'])
    expect(await act(999_999, what), what).toMatchObject(nobody);
});

test('without an answer of the provider only the invoices are missing', async () => {
  const user = await buildUser(app);
  expect((await read(user.id)).body).toMatchObject({
    subscription: { status: 'inactive' },
    ids: { customer_id: null, subscription_id: null },
    history: { invoices: [] },
  });
  const customer = await buildUser(app);
  await subscribe(app, customer);
  const deps = depsOf(app);
  const silent = new AppError('PROVIDER_FAILED', 'No answer');
  deps.payments = { ...deps.payments, listInvoices: () => Promise.reject(silent) };
  const wish = { userId: customer.id, sensitive: false };
  expect(await getCustomerBilling(deps, actorOf(support), wish)).toMatchObject({
    subscription: { status: 'active' },
    history: { invoices: [], hasMore: false, unavailable: true },
  });
});

test('ADM-CUS-17 ADM-CON-34 the portal opens for staff, and the audit log has it', async () => {
  const user = await buildUser(app);
  expect(await act(user.id, 'open-portal')).toMatchObject({
    status: 409,
    body: { code: 'PORTAL_NOT_READY' },
  });
  await subscribe(app, user);
  const answer = await act(user.id, 'open-portal', { reason: 'They cannot sign in' });
  expect(answer).toMatchObject({ status: 200, body: { url: expect.stringMatching(/^http/) } });
  const details = { before: null, after: { portal: 'opened' }, reason: 'They cannot sign in' };
  expect(await entries(user.id)).toEqual([{ action: 'billing.portal_opened', details }]);
});

describe('ADM-CUS-18 ADM-CON-34 restoring the previous billing ids', () => {
  test('ADM-CUS-20 a live present subscription is overwritten only by force; then the provider is read again', async () => {
    const user = await buildUser(app);
    const real = await subscribe(app, user);
    const strange = { customer: `cus_gone${user.id}`, subscription: `sub_gone${user.id}` };
    await replaceIds(user, strange);
    expect((await read(user.id, '?sensitive=true')).body.previous).toMatchObject({
      customer_id: real.customer,
      subscription_id: real.subscription,
    });
    const refused = await restore(user.id, { reason: 'Keys were switched' });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'RESTORE_NEEDS_FORCE',
        message:
          'The current subscription is live. It would no longer be tracked here, but may still be charged.',
        data: { doubts: ['present_is_live'] },
      },
    });
    expect((await read(user.id, '?sensitive=true')).body.ids.customer_id).toBe(strange.customer);

    const forced = await restore(user.id, { force: true, reason: 'Keys were switched' });
    expect(forced).toMatchObject({
      status: 200,
      body: { message: 'The previous billing ids are restored, and the subscription was read from Stripe.' },
    });
    const after = (await read(user.id, '?sensitive=true')).body;
    expect(after.ids).toEqual({ customer_id: real.customer, subscription_id: real.subscription });
    expect(after.previous).toMatchObject({ customer_id: strange.customer });
    expect(await userOf(app, user)).toMatchObject({ subscriptionStatus: 'active' });
    const [entry] = (await entries(user.id)).filter((each) => each.action === 'billing.previous_restored');
    expect(entry?.details).toEqual({
      before: { customerId: strange.customer, subscriptionId: strange.subscription },
      after: { customerId: real.customer, subscriptionId: real.subscription },
      force: true,
      doubts: ['present_is_live'],
      reason: 'Keys were switched',
    });
  });

  test('a customer deleted at the provider is restored by force alone, has no plan then, and the way back is open', async () => {
    const user = await buildUser(app);
    const first = await subscribe(app, user);
    await stripeOf(app).customers.del(first.customer);
    await call(app, 'POST', '/api/subscription/sync', { token: user.token });
    const second = await subscribe(app, user);
    expect(second.customer).not.toBe(first.customer);
    const refused = await restore(user.id);
    expect(refused.body.data.doubts).toEqual(['present_is_live', 'customer_not_found']);
    expect(refused.body.message).toContain('The payment provider no longer has the previous customer.');
    app.clock.set(new Date());
    expect(await restore(user.id, { force: true })).toMatchObject({
      status: 200,
      body: {
        message:
          'The previous billing ids are restored, but Stripe does not have this customer: nothing was read, and the subscription counts as ended.',
      },
    });
    expect((await userOf(app, user)).subscriptionStatus).toBe('canceled');
    expect(await rowOf(app, user.id)).toMatchObject({ state: 'canceled', endedAt: app.clock.now() });
    expect((await restore(user.id)).status).toBe(200);
    expect(await rowOf(app, user.id)).toMatchObject({
      customerId: second.customer,
      subscriptionId: second.subscription,
      endedAt: null,
    });
    expect((await read(user.id, '?sensitive=true')).body.ids.customer_id).toBe(second.customer);
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
  });

  test('a subscription that its customer does not have is restored by force alone, also where Stripe falls silent', async () => {
    const user = await buildUser(app);
    const real = await subscribe(app, user);
    await replaceIds(user, { ...real, subscription: `sub_none${user.id}` });
    await replaceIds(user, real);
    const refused = await restore(user.id);
    expect(refused.body.data.doubts).toEqual(['present_is_live', 'subscription_not_found']);
    const deps = depsOf(app);
    const { payments } = deps;
    let reads = 0;
    deps.payments = {
      ...payments,
      customer(id) {
        reads += 1;
        return reads === 1 ? payments.customer(id) : Promise.reject(new Error('no answer'));
      },
    };
    const wish = { userId: user.id, force: true };
    expect(await restorePrevious(deps, actorOf(support), wish)).toBe(
      'The previous billing ids are restored. Stripe could not be reached; we will try again.',
    );
    const { ids } = (await read(user.id, '?sensitive=true')).body;
    expect(ids).toEqual({ customer_id: real.customer, subscription_id: `sub_none${user.id}` });
  });

  test('ids that another customer has now, and ids that changed while the provider answered, are left alone', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    const real = await subscribe(app, user);
    await replaceIds(user, { customer: `cus_a${user.id}`, subscription: `sub_a${user.id}` });
    await subscribe(app, other);
    await replaceIds(other, real);
    expect(await restore(user.id, { force: true })).toMatchObject({
      status: 409,
      body: {
        code: 'STALE_VERSION',
        message: 'The billing ids have changed since, so nothing was restored.',
      },
    });

    const person = await buildUser(app);
    await subscribe(app, person);
    await replaceIds(person, { customer: `cus_b${person.id}`, subscription: `sub_b${person.id}` });
    const [asked, answer] = [gate(), gate()];
    const deps = depsOf(app);
    const { payments } = deps;
    deps.payments = {
      ...payments,
      async customer(id) {
        asked.open();
        await answer.opened;
        return payments.customer(id);
      },
    };
    const slow = restorePrevious(deps, actorOf(support), { userId: person.id, force: true });
    await asked.opened;
    // Nothing is held while the provider answers, so the change is not kept waiting.
    await replaceIds(person, { customer: `cus_c${person.id}`, subscription: `sub_c${person.id}` });
    answer.open();
    await expect(slow).rejects.toMatchObject({ code: 'STALE_VERSION' });
    // Of all that were replaced, the last ones are shown.
    const { previous } = (await read(person.id, '?sensitive=true')).body;
    expect(previous).toMatchObject({ customer_id: `cus_b${person.id}` });
  });
});
