import type Stripe from 'stripe';
import type { CustomerAccount, PaymentMovement } from './stripe.ts';
import { cardOf, dateOf, fingerprintOf, subscriptionOf } from './stripe-replies.ts';

const PAGE_SIZE = 100;
export const EVERYTHING = { limit: 10_000 };

/** Everything at Stripe about a customer that concerns us, read in parallel. */
export async function readCustomer(
  stripe: Stripe,
  id: string,
): Promise<CustomerAccount | 'deleted' | 'missing'> {
  const expand = ['invoice_settings.default_payment_method'];
  const customer = await stripe.customers.retrieve(id, { expand }).catch(undefinedIfMissing);
  if (!customer) return 'missing';
  if (customer.deleted) return 'deleted';
  const [subscriptions, movements] = await Promise.all([
    stripe.subscriptions
      .list({ customer: id, status: 'all', limit: PAGE_SIZE, expand: ['data.default_payment_method'] })
      .autoPagingToArray(EVERYTHING),
    movementsOf(stripe, id),
  ]);
  const ownMethod = customer.invoice_settings.default_payment_method;
  const card = cardOf(ownMethod);
  const hasMethod = subscriptions.some((one) => one.default_payment_method !== null) || ownMethod !== null;
  return {
    subscriptions: await Promise.all(
      subscriptions.map(async (one) => {
        const subscription = subscriptionOf(one, await openInvoicesOf(stripe, one));
        if (subscription.card) return subscription;
        return { ...subscription, card, cardFingerprint: fingerprintOf(ownMethod) };
      }),
    ),
    hasPaymentMethod: hasMethod,
    card,
    movements,
  };
}

/** For `catch`: undefined if Stripe has no such object; rethrows any other error. */
export function undefinedIfMissing(error: unknown): undefined {
  if ((error as Partial<Stripe.StripeRawError>).code === 'resource_missing') return undefined;
  throw error;
}

/** The unpaid invoices of a past-due subscription; empty for any other. */
async function openInvoicesOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  if (subscription.status !== 'past_due') return [];
  return stripe.invoices
    .list({ subscription: subscription.id, status: 'open', limit: PAGE_SIZE })
    .autoPagingToArray(EVERYTHING);
}

async function movementsOf(stripe: Stripe, customer: string): Promise<PaymentMovement[]> {
  const charges = await stripe.charges.list({ customer, limit: PAGE_SIZE, expand: ['data.refunds'] });
  const disputes = await Promise.all(
    charges.data
      .filter((charge) => charge.disputed)
      .map(async (charge) => (await stripe.disputes.list({ charge: charge.id, limit: PAGE_SIZE })).data),
  );
  return [
    ...charges.data.filter((charge) => charge.status === 'succeeded').map((one) => moved('charged', one)),
    ...charges.data
      .flatMap((charge) => charge.refunds?.data ?? [])
      .filter(({ status }) => status === 'succeeded' || status === 'pending')
      .map((one) => moved('refunded', one)),
    ...disputes.flat().map((one) => moved(disputeKind(one.status), one)),
  ];
}

/** The customer of a refund (`re_…`, `pyr_…`) or a dispute. */
export async function customerOfReturn(stripe: Stripe, id: string): Promise<string | null> {
  const isRefund = /^(re|pyr)_/.test(id);
  const found = await (isRefund ? stripe.refunds.retrieve(id) : stripe.disputes.retrieve(id)).catch(
    undefinedIfMissing,
  );
  if (!found?.charge) return null;
  const charge =
    typeof found.charge === 'string' ? await stripe.charges.retrieve(found.charge) : found.charge;
  return typeof charge.customer === 'string' ? charge.customer : (charge.customer?.id ?? null);
}

function moved(
  kind: PaymentMovement['kind'],
  thing: { id: string; amount: number; currency: string; created: number },
): PaymentMovement {
  const { id, amount, currency, created } = thing;
  return { id, kind, amount, currency, at: dateOf(created) };
}

function disputeKind(status: Stripe.Dispute['status']): PaymentMovement['kind'] {
  if (status === 'won' || status === 'warning_closed') return 'dispute_won';
  return status === 'lost' ? 'dispute_lost' : 'disputed';
}
