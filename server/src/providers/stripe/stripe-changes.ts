import type Stripe from 'stripe';
import type { Cancellation, PaymentGateway } from './stripe.ts';
import { REASON_KEY, stripeReasons } from './stripe-replies.ts';

/** Ends a subscription with its period. Our own reason is stored too, because Stripe's list is shorter. */
export function cancelParams({ reason, feedback }: Cancellation): Stripe.SubscriptionUpdateParams {
  return {
    cancel_at_period_end: true,
    cancellation_details: { feedback: stripeReasons[reason], comment: feedback ?? '' },
    metadata: { [REASON_KEY]: reason },
  };
}

/**
 * Reverts a planned end the same way that it was set, because Stripe does not accept both ways at once;
 * undefined if there is none.
 */
export function resumeParams(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams | undefined {
  const metadata = { [REASON_KEY]: '' };
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false, metadata };
  return subscription.cancel_at === null ? undefined : { cancel_at: '', metadata };
}

/** Moves the end of a trial, or starts one that ends by itself if no card was added by then. */
export async function setTrialEnd(
  stripe: Stripe,
  trial: Parameters<PaymentGateway['setTrialEnd']>[0],
): Promise<void> {
  const trialEnd = Math.floor(trial.trialEnd.getTime() / 1000);
  if ('subscriptionId' in trial) {
    const params = { trial_end: trialEnd, proration_behavior: 'none' } as const;
    await stripe.subscriptions.update(trial.subscriptionId, params);
    return;
  }
  const { customerId: customer, priceId: price } = trial;
  await stripe.subscriptions.create(
    {
      customer,
      items: [{ price }],
      trial_end: trialEnd,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
    { idempotencyKey: `trial-${customer}-${price}-${trialEnd}` },
  );
}
