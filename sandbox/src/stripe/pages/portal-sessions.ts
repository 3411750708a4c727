import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { hasEnded } from '../billing/advance.ts';
import { realNow } from '../billing/clock.ts';
import { invalidRequest, missing } from '../billing/failures.ts';
import { findCustomer } from '../customers.ts';
import { idOf, newId } from '../objects.ts';
import { groupParam, groupsParam, integerParam, requiredText, textParam } from '../params.ts';
import { findPrice } from '../prices.ts';
import type { StripeState } from '../state.ts';

type Flow = Stripe.BillingPortal.Session.Flow;

/** Parameters of `POST /v1/billing_portal/sessions`. */
export const portalSessionParams: readonly string[] = [
  'configuration',
  'customer',
  'flow_data',
  'locale',
  'on_behalf_of',
  'return_url',
];

export function createPortalSession(context: SandboxContext, form: Form): Stripe.BillingPortal.Session {
  const state = context.store.state.stripe;
  const customer = findCustomer(state, requiredText(form, 'customer'), 'customer', 400);
  const flow = groupParam(form, 'flow_data');
  const id = newId('bps');
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: textParam(form, 'configuration') ?? 'bpc_sandbox',
    created: realNow(),
    customer: customer.id,
    customer_account: null,
    flow: flow ? readFlow(state, customer.id, flow) : null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: textParam(form, 'return_url') ?? null,
    url: `${context.publicUrl}/stripe/portal/${id}`,
  };
  state.portalSessions[id] = session;
  return session;
}

export function findPortalSession(state: StripeState, id: string): Stripe.BillingPortal.Session {
  const session = state.portalSessions[id];
  if (!session) throw missing('billing_portal.session', id);
  return session;
}

function readFlow(state: StripeState, customerId: string, form: Form): Flow {
  const type = requiredText(form, 'type');
  const flow: Flow = {
    after_completion: readAfterCompletion(form),
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  };
  if (type === 'payment_method_update') return flow;
  if (type !== 'subscription_update_confirm' && type !== 'subscription_cancel') {
    throw invalidRequest(`The sandbox does not imitate the flow '${type}'.`, 'flow_data[type]');
  }
  const group = groupParam(form, type) ?? {};
  const id = requiredText(group, 'subscription');
  const subscription = state.subscriptions[id];
  if (!subscription || idOf(subscription.customer) !== customerId) {
    throw missing('subscription', id, `flow_data[${type}][subscription]`, 400);
  }
  if (hasEnded(subscription)) {
    throw invalidRequest(`The subscription ${id} has ended and cannot be changed.`, 'flow_data');
  }
  if (type === 'subscription_cancel') flow.subscription_cancel = { retention: null, subscription: id };
  else {
    const items = [readItem(state, subscription, groupsParam(group, 'items')[0])];
    flow.subscription_update_confirm = { discounts: null, items, subscription: id };
  }
  return flow;
}

function readItem(
  state: StripeState,
  subscription: Stripe.Subscription,
  form: Form | undefined,
): Stripe.BillingPortal.Session.Flow.SubscriptionUpdateConfirm.Item {
  const param = 'flow_data[subscription_update_confirm][items]';
  if (!form) throw invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing');
  const current = subscription.items.data[0];
  const id = requiredText(form, 'id');
  if (id !== current?.id) throw missing('subscription_item', id, param, 400);
  const price = findPrice(state, requiredText(form, 'price'), param, 400);
  if (!price.active) throw invalidRequest(`The price ${price.id} is inactive.`, param);
  if (price.id === current.price.id) {
    throw invalidRequest(`The subscription ${subscription.id} already has the price ${price.id}.`, param);
  }
  return { id, price: price.id, quantity: integerParam(form, 'quantity') ?? 1 };
}

function readAfterCompletion(form: Form): Stripe.BillingPortal.Session.Flow.AfterCompletion {
  const group = groupParam(form, 'after_completion') ?? {};
  const type = textParam(group, 'type') ?? 'portal_homepage';
  const redirect = groupParam(group, 'redirect');
  return {
    hosted_confirmation:
      type === 'hosted_confirmation'
        ? { custom_message: textParam(groupParam(group, type) ?? {}, 'custom_message') ?? null }
        : null,
    redirect: type === 'redirect' ? { return_url: requiredText(redirect ?? {}, 'return_url') } : null,
    type,
  };
}
