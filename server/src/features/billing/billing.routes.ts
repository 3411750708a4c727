import * as calls from '@drumbeat/contract/billing/billing.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { UserReader } from '../users/users.deps.ts';
import type { BillingDeps } from './billing.deps.ts';
import {
  invoiceView,
  paymentMethodView,
  productsView,
  subscriptionStatusView,
  subscriptionView,
  withoutAddress,
} from './billing.view.ts';
import { listProducts } from './catalogue/sync-catalogue.ts';
import { cancelSubscription, reactivateSubscription } from './checkout/change-end.ts';
import { getSubscription, syncSubscription } from './checkout/get-subscription.ts';
import { listInvoices, readInvoicePdf } from './checkout/list-invoices.ts';
import { openPortal } from './checkout/open-portal.ts';
import { startCheckout } from './checkout/start-checkout.ts';
import { getBilling } from './get-billing.ts';
import { receiveWebhook } from './sync/process-webhook.ts';
import { setTrial } from './trials/change-trial.ts';

export function registerBillingRoutes(app: FastifyInstance, deps: BillingDeps & UserReader): void {
  const stateOf = (userId: number) => getBilling(deps.db, deps.clock.now(), userId);

  route(app, calls.listProducts, async () => productsView(await listProducts(deps)));
  route(app, calls.createCheckoutSession, ({ actor, body }) =>
    startCheckout(deps, actor, { ...body, trial: 'if due' }),
  );
  route(app, calls.createCheckoutSessionNoTrial, ({ actor, body }) =>
    startCheckout(deps, actor, { ...body, trial: 'none' }),
  );
  route(app, calls.createPortalSession, ({ actor, body }) => openPortal(deps, actor, body ?? {}));
  route(app, calls.getSubscriptionStatus, async ({ actor }) =>
    subscriptionStatusView(await stateOf(actor.userId)),
  );
  route(app, calls.getPaymentMethod, async ({ actor }) => paymentMethodView(await stateOf(actor.userId)));
  route(app, calls.syncSubscription, async ({ actor }) => ({
    status: await syncSubscription(deps, actor),
    user: await deps.getUser(actor.userId),
  }));
  route(app, calls.getSubscription, async ({ actor }) => {
    return subscriptionView(await getSubscription(deps, actor.userId), deps.clock.now());
  });
  route(app, calls.cancelSubscription, async ({ actor, body }) => ({
    ...(await cancelSubscription(deps, actor, body)),
    user: await deps.getUser(actor.userId),
  }));
  route(app, calls.reactivateSubscription, async ({ actor }) => ({
    ...(await reactivateSubscription(deps, actor)),
    user: await deps.getUser(actor.userId),
  }));
  route(app, calls.getBillingHistory, async ({ actor, query }) => {
    const { invoices, hasMore } = await listInvoices(deps, actor, query.after);
    const view = actor.view ? withoutAddress : invoiceView;
    return { invoices: invoices.map(view), hasMore };
  });
  route(app, calls.getInvoicePdf, ({ actor, params }) => readInvoicePdf(deps, actor, params.id));
  if (deps.trialsCanBeSet)
    route(app, calls.setTrial, async ({ actor, body }) => {
      await setTrial(deps, actor, body.days);
      const { subscriptionStatus } = await stateOf(actor.userId);
      return { status: subscriptionStatus, user: await deps.getUser(actor.userId) };
    });
  app.register((scope, _options, done) => {
    registerWebhook(scope, deps);
    done();
  });
}

/** An event contains whole objects of the provider, including their lists. */
const WEBHOOK_LIMIT_BYTES = 1_048_576;

/** The provider signs the raw bytes, so only this scope leaves bodies unparsed. */
function registerWebhook(scope: FastifyInstance, deps: BillingDeps): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const schema = { tags: ['billing'], summary: 'Signed events of the payment provider' };
  const options = { schema, bodyLimit: WEBHOOK_LIMIT_BYTES };
  scope.post<{ Body: Buffer | undefined }>('/api/webhooks/stripe', options, async (request) => {
    const signature = request.headers['stripe-signature'];
    await receiveWebhook(deps, request.body ?? Buffer.alloc(0), String(signature ?? ''));
    return { received: true };
  });
}
