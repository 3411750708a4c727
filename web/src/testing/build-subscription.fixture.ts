import type { Invoice, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** The subscription of a person who pays $15 a month for Pro, for tests; name only what matters. */
export function buildSubscription(over: Partial<Subscription> = {}): Subscription {
  return {
    status: 'active',
    isInTrial: false,
    plan: {
      productId: 'prod_pro',
      name: 'Pro',
      priceId: 'price_pro_monthly',
      unit_amount: 1500,
      currency: 'usd',
      interval: 'month',
    },
    nextCharge: { at: inDays(20), amount: 1500, currency: 'usd' },
    endsAt: null,
    card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
    pastDue: null,
    reactivation: 'none',
    mayStartTrial: false,
    trialRefused: null,
    returns: [],
    ...over,
  };
}

/** A paid invoice of $15, for tests; name only what matters. */
export function buildInvoice(over: Partial<Invoice> = {}): Invoice {
  return {
    id: 'in_1',
    date: '2026-10-28T09:00:00.000Z',
    amount: 1500,
    currency: 'usd',
    status: 'paid',
    description: 'Pro, 28 Oct to 28 Nov',
    invoiceUrl: 'https://invoice.example/in_1',
    ...over,
  };
}
