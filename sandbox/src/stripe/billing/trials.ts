import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { idOf } from '../objects.ts';
import { groupParam, integerParam, textParam } from '../params.ts';
import { runDue } from './advance.ts';
import { invalidRequest } from './failures.ts';
import { announceShortTrial } from './subscribing.ts';

/** Reads `trial_end`: a timestamp in the future, or `now`. */
export function readTrialEnd(form: Form, at: number): number | undefined {
  const text = textParam(form, 'trial_end');
  if (text === undefined) return undefined;
  if (text === 'now') return at;
  const end = integerParam(form, 'trial_end') ?? at;
  if (end > at) return end;
  throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
}

/** Reads `trial_settings`; by default a trial that ends without a card creates an invoice. */
export function readTrialSettings(form: Form): Stripe.Subscription.TrialSettings {
  const end = groupParam(groupParam(form, 'trial_settings') ?? {}, 'end_behavior') ?? {};
  const missing = textParam(end, 'missing_payment_method') ?? 'create_invoice';
  if (!['cancel', 'create_invoice', 'pause'].includes(missing)) {
    throw invalidRequest(
      `Invalid missing_payment_method: ${missing}`,
      'trial_settings[end_behavior][missing_payment_method]',
    );
  }
  return { end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: missing } };
}

/** Moves the end of a trial, or starts one; the period and the billing day move with it. */
export function applyTrialEnd(subscription: Stripe.Subscription, end: number, at: number): void {
  const item = subscription.items.data[0] as Stripe.SubscriptionItem;
  if (end === at && subscription.status !== 'trialing') return;
  if (subscription.status !== 'trialing') {
    subscription.trial_start = at;
    item.current_period_start = at;
  }
  subscription.trial_end = end;
  subscription.billing_cycle_anchor = end;
  item.current_period_end = end;
  if (subscription.cancel_at_period_end) subscription.cancel_at = end;
  subscription.status = 'trialing';
}

/** Announces the new end, and starts the paid period if the trial ends now. */
export function afterTrialChange(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  at: number,
): void {
  if (subscription.status !== 'trialing') return;
  const { trialNotices } = context.store.state.stripe;
  delete trialNotices[subscription.id];
  if (subscription.trial_end === at) trialNotices[subscription.id] = true;
  else announceShortTrial(context, subscription, at);
  runDue(context, idOf(subscription.customer), at);
}
