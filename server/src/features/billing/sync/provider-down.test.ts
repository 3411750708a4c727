import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, subscribe } from '../../../../test/factories.ts';
import { createStripeGateway } from '../../../providers/stripe/stripe-gateway.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { actorOf, depsOf, subjectsTo, userOf } from '../billing.fixture.ts';
import { createProduct, setPriceActive } from '../catalogue/change-catalogue.ts';
import { syncCatalogueNow } from '../catalogue/sync-catalogue.ts';
import { cancelSubscription, reactivateSubscription } from '../checkout/change-end.ts';
import { syncSubscription } from '../checkout/get-subscription.ts';
import { listInvoices, readInvoicePdf } from '../checkout/list-invoices.ts';
import { openPortal } from '../checkout/open-portal.ts';
import { startCheckout } from '../checkout/start-checkout.ts';
import { getCustomerBilling } from '../staff/get-customer-billing.ts';
import { restorePrevious } from '../staff/restore-previous.ts';
import { setTrial } from '../trials/change-trial.ts';

let app: TestApp;
let user: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  user = await buildUser(app);
  await subscribe(app, user, { plan: 'pro' });
});
afterAll(() => app.close());

/** Billing whose provider is at an address where nobody listens. */
const down = () =>
  depsOf(app, { payments: createStripeGateway({ ...app.config.stripe, apiUrl: 'http://127.0.0.1:9' }) });

test('while the provider is down every call says so in plain words, and nothing is lost', async () => {
  const before = [await userOf(app, user), await subjectsTo(app, user.email)];
  const admin = { ...actorOf(user), roles: ['admin' as const] };
  const attempts = [
    cancelSubscription(down(), actorOf(user), { reason: 'other' }),
    reactivateSubscription(down(), actorOf(user)),
    openPortal(down(), actorOf(user), {}),
    startCheckout(down(), actorOf(user), { priceLookupKey: 'pro_monthly', trial: 'none' }),
    listInvoices(down(), actorOf(user), undefined),
    readInvoicePdf(down(), actorOf(user), 'in_1'),
    syncCatalogueNow(down(), admin, {}),
    createProduct(down(), admin, { name: 'Team', description: '' }),
  ];
  for (const { status, ...outcome } of await Promise.allSettled(attempts))
    expect([status, outcome]).toMatchObject([
      'rejected',
      {
        reason: {
          code: 'PROVIDER_FAILED',
          message: 'The payment provider did not answer as expected. Please try again.',
        },
      },
    ]);
  expect([await userOf(app, user), await subjectsTo(app, user.email)]).toEqual(before);
  // The log has the change of the catalogue that was asked for, and that it failed.
  const statement = sql`select action from audit_log where action like 'billing.catalogue%' order by id`;
  expect((await app.platform.db.execute(statement)).rows).toEqual([
    { action: 'billing.catalogue_change_asked' },
    { action: 'billing.catalogue_change_refused' },
  ]);
});

describe('a call that asks the provider', () => {
  const STAFF = 1;
  const asStaff = () => ({ ...actorOf(user), userId: STAFF });
  const view = { staffId: STAFF, endsAt: new Date() };

  test.each<[string, (deps: BillingDeps) => Promise<unknown>, 'person' | 'staff']>([
    [
      'a checkout',
      (deps) => startCheckout(deps, actorOf(user), { priceLookupKey: 'pro_monthly', trial: 'none' }),
      'person',
    ],
    ['a sync', (deps) => syncSubscription(deps, actorOf(user)), 'person'],
    ['a cancellation', (deps) => cancelSubscription(deps, actorOf(user), { reason: 'other' }), 'person'],
    ['a resumption', (deps) => reactivateSubscription(deps, actorOf(user)), 'person'],
    ['a trial', (deps) => setTrial(deps, { ...actorOf(user), roles: ['tester'] }, 7), 'person'],
    ['the portal', (deps) => openPortal(deps, actorOf(user), {}), 'person'],
    ['the history', (deps) => listInvoices(deps, actorOf(user), undefined), 'person'],
    ['the history in a view', (deps) => listInvoices(deps, { ...actorOf(user), view }, undefined), 'staff'],
    ['the portal for staff', (deps) => openPortal(deps, actorOf(user), {}, { actor: asStaff() }), 'staff'],
    [
      'the history for staff',
      (deps) => getCustomerBilling(deps, asStaff(), { userId: user.id, sensitive: false }),
      'staff',
    ],
    ['an invoice', (deps) => readInvoicePdf(deps, actorOf(user), 'in_1'), 'person'],
    ['a restore', (deps) => restorePrevious(deps, asStaff(), { userId: user.id, force: false }), 'staff'],
    ['a sync of the catalogue', (deps) => syncCatalogueNow(deps, asStaff(), {}), 'staff'],
    ['a new product', (deps) => createProduct(deps, asStaff(), { name: 'Team', description: '' }), 'staff'],
    ['a price', (deps) => setPriceActive(deps, asStaff(), { id: 'price_1', active: true }), 'staff'],
  ])('%s counts once against the limit of the caller, before it asks', async (_, ask, whose) => {
    const { db } = app.platform;
    if (whose === 'staff')
      await db.execute(sql`
        insert into former_billing_ids (user_id, customer_id) values (${user.id}, 'cus_before')`);
    const counted: unknown[] = [];
    const full = new Error('the limit is reached');
    const limits: BillingDeps['limits'] = {
      ...app.platform.limits,
      async consume(limit, key) {
        counted.push([limit, key]);
        throw full;
      },
    };
    await expect(ask({ ...down(), limits })).rejects.toBe(full);
    const limit = { name: 'billing', points: 30, seconds: 60 };
    expect(counted).toEqual([[limit, whose === 'staff' ? STAFF : user.id]]);
  });
});
