import * as calls from '@drumbeat/contract/billing.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { getUserView } from '../user-view/get-user-view.ts';
import type { BillingDeps } from './billing.deps.ts';
import { paymentMethodView, productsView, subscriptionStatusView } from './billing.view.ts';
import { getBilling } from './get-billing.ts';
import { listProducts } from './list-products.ts';
import { openPortal } from './open-portal.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { startCheckout } from './start-checkout.ts';
import { syncSubscription } from './sync-subscription.ts';

export function registerBillingRoutes(app: FastifyInstance, deps: BillingDeps): void {
  const stateOf = (userId: number) => getBilling(deps.db, deps.clock.now(), userId);

  route(app, calls.listProducts, async () => productsView(await listProducts(deps)));
  route(app, calls.createCheckoutSession, ({ actor, body }) =>
    startCheckout(deps, actor, { ...body, trial: 'if due' }),
  );
  route(app, calls.createCheckoutSessionNoTrial, ({ actor, body }) =>
    startCheckout(deps, actor, { ...body, trial: 'none' }),
  );
  route(app, calls.createPortalSession, ({ actor }) => openPortal(deps, actor));
  route(app, calls.getSubscriptionStatus, async ({ actor }) =>
    subscriptionStatusView(await stateOf(actor.userId)),
  );
  route(app, calls.getPaymentMethod, async ({ actor }) => paymentMethodView(await stateOf(actor.userId)));
  route(app, calls.syncSubscription, async ({ actor }) => ({
    status: await syncSubscription(deps, actor),
    user: await getUserView(deps, actor.userId),
  }));
  app.register((scope, _options, done) => {
    registerWebhook(scope, deps);
    done();
  });
}

/** An event contains whole objects of the provider, with all their lists. */
const WEBHOOK_LIMIT_BYTES = 1_048_576;

/** The provider signs the bytes that it sends, so only this scope leaves bodies unparsed. */
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
