import type Stripe from 'stripe';
import type { NewPortal } from './stripe.ts';

/**
 * Opens the portal at the requested page, or at its front page if its settings at Stripe do not allow that.
 */
export async function createPortal(stripe: Stripe, portal: NewPortal): Promise<string> {
  const front = { customer: portal.customerId, return_url: portal.returnUrl };
  const flow = await flowOf(stripe, portal);
  if (flow) {
    try {
      return (await stripe.billingPortal.sessions.create({ ...front, flow_data: flow })).url;
    } catch (error) {
      if ((error as { rawType?: string }).rawType !== 'invalid_request_error') throw error;
    }
  }
  return (await stripe.billingPortal.sessions.create(front)).url;
}

async function flowOf(
  stripe: Stripe,
  { at, returnUrl }: NewPortal,
): Promise<Stripe.BillingPortal.SessionCreateParams.FlowData | undefined> {
  const after_completion = { type: 'redirect', redirect: { return_url: returnUrl } } as const;
  if (at === undefined) return undefined;
  if (at === 'card') return { type: 'payment_method_update', after_completion };
  const subscription = await stripe.subscriptions.retrieve(at.subscriptionId);
  const item = subscription.items.data[0];
  if (!item || item.price.id === at.priceId) return undefined;
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: {
      subscription: at.subscriptionId,
      items: [{ id: item.id, price: at.priceId, quantity: 1 }],
    },
    after_completion,
  };
}
