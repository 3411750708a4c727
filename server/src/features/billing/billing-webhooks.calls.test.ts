import { test } from 'vitest';
import {
  buildPost,
  buildUser,
  call,
  comeBack,
  completeCheckout,
  connectX,
  sandboxControl,
} from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { queues } from '../../platform/queues.ts';
import { stripeOf } from './billing.fixture.ts';
import { billingSteps } from './kept-billing.fixture.ts';

const CHECKOUT = '/api/create-checkout-session';
const WEBHOOK = '/api/webhooks/stripe';

test('docs/calls/billing-webhooks.md says what the events of Stripe and the jobs after them do', async () => {
  const page = await openKeptPage({ RECEIPTS: 'stripe' });
  const { app, ask, prepare, advance } = page;
  const { jobs, days, hear } = billingSteps(page);
  const stripe = stripeOf(app);
  const control = (path: `/sandbox/stripe/${string}`, body: object) =>
    prepare(() => sandboxControl(app, path, body));
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const body = { priceLookupKey: 'pro_monthly' };
  const checkoutOf = async ({ token }: typeof ada, path = CHECKOUT) =>
    (await call<{ url: string }>(app, 'POST', path, { token, body })).body.url;
  const url = await checkoutOf(ada, `${CHECKOUT}-no-trial`);
  const { customer, subscription } = await completeCheckout(app, url);
  const bobs = (await checkoutOf(bob)).split('/').at(-1) ?? '';
  const session = { id: url.split('/').at(-1), object: 'checkout.session', customer };
  await stripe.products.update('prod_pro', { name: 'Pro!', description: '' });

  const headers = { 'content-type': 'application/json' };
  await ask('POST', WEBHOOK, { headers, body: { id: 'evt_0' }, note: 'without a signature' });
  await hear('evt_1', '', { id: 'acct_1' }, { note: 'of no type' });
  await hear('evt_2', 'account.updated', { id: 'acct_1', customer }, { note: 'about what is not ours' });
  await hear('evt_3', 'product.updated', { id: 'prod_pro' });
  await hear('evt_4', 'price.created', {}, { note: 'about no object' });
  await jobs();
  await hear('evt_5', 'checkout.session.completed', session);
  await hear('evt_5', 'checkout.session.completed', session, { note: 'a second time' });
  await jobs();
  await hear('evt_5', 'checkout.session.completed', session, { note: 'after its work is done' });
  const expired = { id: bobs, object: 'checkout.session', customer: null };
  await hear('evt_6', 'checkout.session.expired', expired, { note: "somebody else's, of no customer" });
  await hear(
    'evt_7',
    'customer.updated',
    { id: 'cus_unknown', object: 'customer' },
    { note: 'of nobody we know' },
  );
  const method = { id: 'pm_1', object: 'payment_method', customer: null };
  await hear('evt_8', 'payment_method.detached', method, { before: { customer } });
  await jobs();

  await prepare(async () => {
    const { id: accountId } = await connectX(app, ada, 'ada');
    await app.platform.jobs.drain();
    for (const day of [1, 40])
      await buildPost(app, {
        user: ada,
        accountId,
        content: `On day ${day}`,
        scheduledAt: new Date(app.clock.now().getTime() + day * 86_400_000),
      });
  });
  await control('/sandbox/stripe/refund', { customer, amount: 500 });
  const [refund] = (await stripe.refunds.list()).data;
  await hear('evt_11', 'refund.created', { id: refund?.id, object: 'refund' });
  await hear('evt_12', 'refund.updated', { id: 're_unknown', object: 'refund' }, { note: 'of none' });
  await hear('evt_13', 'charge.dispute.updated', {}, { note: 'about no object' });
  await jobs();
  advance(8 * 86_400_000);
  const paid = (await stripe.charges.list({ customer })).data[0]?.id;
  await hear('evt_14', 'charge.refunded', { id: paid, object: 'charge', customer });
  await jobs('The jobs that wait, with nothing new');

  await control('/sandbox/stripe/card', { customer, outcome: 'fails' });
  await prepare(() => days(22, customer));
  const invoice = { id: 'in_1', object: 'invoice', customer };
  await hear('evt_21', 'invoice.payment_failed', invoice);
  await jobs();
  await ask('GET', '/api/subscription', { as: await again(ada), note: 'past due' });
  const graceDays = app.config.pastDueGraceDays;
  await prepare(async () => {
    advance(graceDays * 86_400_000 - 1000);
    await enqueue(queues.endPublishing);
  });
  await jobs('The end of publishing is looked for a second before the days of grace end');
  await prepare(async () => {
    advance(1000);
    await enqueue(queues.endPublishing);
  });
  await jobs('The end of publishing is looked for when the days of grace have ended');
  await ask('GET', '/api/subscription', { as: await again(ada), note: 'past due, after the days of grace' });
  await control('/sandbox/stripe/card', { customer, outcome: 'success' });
  await control('/sandbox/stripe/status', { subscription, status: 'active' });
  await hear('evt_22', 'customer.subscription.updated', {
    id: subscription,
    object: 'subscription',
    customer,
  });
  await jobs();

  await prepare(async () => {
    await days(31, customer);
    await call(app, 'POST', '/api/subscription/sync', { token: (await again(ada)).token });
    await app.platform.jobs.drain();
  });
  await control('/sandbox/stripe/dispute', { customer });
  const dispute = { id: (await stripe.disputes.list()).data[0]?.id, object: 'dispute' };
  await hear('evt_31', 'charge.dispute.created', dispute);
  await jobs();
  await control('/sandbox/stripe/dispute', { customer, outcome: 'lost' });
  await hear('evt_32', 'charge.dispute.closed', dispute, { note: 'lost' });
  await jobs();

  await prepare(() =>
    stripe.subscriptions.create({ customer, items: [{ price: 'price_standard_monthly' }] }),
  );
  await hear('evt_41', 'customer.subscription.created', { id: 'sub_2', object: 'subscription', customer });
  await jobs('The jobs that wait, with a second subscription');
  await prepare(() => stripe.customers.del(customer));
  await hear('evt_42', 'customer.deleted', { id: customer, object: 'customer' });
  await jobs();
  await page.expectKept('billing-webhooks');

  async function again(user: typeof ada) {
    await comeBack(app, user);
    return user;
  }
  async function enqueue(queue: typeof queues.endPublishing) {
    await app.platform.jobs.enqueue(app.platform.db, queue, {}, { key: queue });
  }
});
