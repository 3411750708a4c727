import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { findCustomer } from '../customers.ts';
import { idOf } from '../objects.ts';
import {
  booleanParam,
  groupsParam,
  integerParam,
  mergedMetadata,
  requiredText,
  textParam,
} from '../params.ts';
import { findPrice } from '../prices.ts';
import type { StripeState } from '../state.ts';
import { daySeconds, nowFor } from './clock.ts';
import { invalidRequest, missing } from './failures.ts';
import { startSubscription } from './subscribing.ts';
import { setCanceling } from './subscriptions.ts';
import { readTrialEnd, readTrialSettings } from './trials.ts';

/** Parameters of `POST /v1/subscriptions` that the sandbox supports. */
export const subscriptionCreateParams: readonly string[] = [
  'cancel_at_period_end',
  'customer',
  'default_payment_method',
  'description',
  'items',
  'metadata',
  'off_session',
  'payment_behavior',
  'trial_end',
  'trial_period_days',
  'trial_settings',
];

/** Starts a subscription without a checkout. */
export function createSubscription(context: SandboxContext, form: Form): Stripe.Subscription {
  const state = context.store.state.stripe;
  const customer = findCustomer(state, requiredText(form, 'customer'), 'customer', 400);
  const item = groupsParam(form, 'items')[0];
  if (!item) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  const price = findPrice(state, requiredText(item, 'price'), 'items[0][price]', 400);
  const at = nowFor(state, customer.id);
  const trialEnd = trialEndOf(form, at);
  const method = methodOf(state, form);
  const card = method ?? idOf(customer.invoice_settings.default_payment_method);
  if (!card && trialEnd === null && (price.unit_amount ?? 0) > 0) throw noCard();
  const subscription = startSubscription(context, {
    customerId: customer.id,
    paymentMethodId: method,
    price,
    quantity: integerParam(item, 'quantity') ?? 1,
    metadata: mergedMetadata(form, {}),
    description: textParam(form, 'description') ?? null,
    trialEnd,
    trialSettings: readTrialSettings(form),
    whenUnpaid: textParam(form, 'payment_behavior') === 'error_if_incomplete' ? 'refuse' : 'incomplete',
    at,
  });
  if (booleanParam(form, 'cancel_at_period_end')) {
    setCanceling(subscription, subscription.items.data[0]?.current_period_end ?? at, true, at);
  }
  return subscription;
}

function trialEndOf(form: Form, at: number): number | null {
  const days = integerParam(form, 'trial_period_days');
  const end = readTrialEnd(form, at);
  if (days !== undefined && end !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.');
  }
  if (days !== undefined) return days > 0 ? at + days * daySeconds : null;
  return end === undefined || end === at ? null : end;
}

function methodOf(state: StripeState, form: Form): string | null {
  const method = textParam(form, 'default_payment_method') ?? null;
  if (method && !state.paymentMethods[method]) {
    throw missing('PaymentMethod', method, 'default_payment_method', 400);
  }
  return method;
}

function noCard(): Error {
  return invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    undefined,
    'resource_missing',
  );
}
