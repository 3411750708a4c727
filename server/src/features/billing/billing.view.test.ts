import { describe, expect, test } from 'vitest';
import type { BillingRow, SubscriptionRow } from './billing.store.ts';
import type { InvoiceRecord, Movement, PlanPrice, PlanProduct } from './billing.types.ts';
import { customerBillingView, productsView, subscriptionView, withoutAddress } from './billing.view.ts';

const now = new Date('2026-11-24T12:00:00Z');
const day = (text: string) => new Date(`2026-${text}T12:00:00Z`);
const text = (date: string) => `2026-${date}T12:00:00.000Z`;

const product: PlanProduct = {
  id: 'prod_pro',
  name: 'Pro',
  description: 'For a few accounts.',
  active: true,
  metadata: { tier: 'pro', account_limit: '3', posts_per_day: '2', note: 'ours' },
};
const price: PlanPrice = {
  id: 'price_pro',
  productId: 'prod_pro',
  active: true,
  unitAmount: 1500,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  taxBehavior: 'unspecified',
  lookupKey: 'pro_monthly',
  trialPeriodDays: 14,
  metadata: {},
};
const row: SubscriptionRow = {
  userId: 7,
  customerReference: '5b0a2a2e-4a8c-4f4e-9a53-0a8f7f0f3a11',
  customerFailures: 0,
  customerId: 'cus_7',
  subscriptionId: 'sub_7',
  state: 'active',
  priceId: 'price_pro',
  productId: 'prod_pro',
  periodEnd: day('12-20'),
  trialStart: day('11-01'),
  trialEnd: day('12-08'),
  cancelAt: null,
  canceledAt: null,
  endedAt: null,
  cancelReason: null,
  cancelFeedback: null,
  hasPaymentMethod: true,
  hasEverSubscribed: true,
  collectionPaused: false,
  graceEnd: null,
  publishes: true,
  publishesUntil: null,
  accountLimit: 3,
  ticket: 1,
  appliedTicket: 1,
  syncedAt: now,
  askedAt: now,
  cardBrand: 'visa',
  cardLast4: '4242',
  cardExpMonth: 12,
  cardExpYear: 2034,
  endedUnpaid: false,
  endChanges: 0,
  trialRemindedEnd: null,
  seenAt: null,
  countedPhase: null,
  countedTier: null,
  countedEver: false,
  trialRefused: null,
  trialAllowedAt: null,
};
const moved = (id: string, kind: Movement['kind'], amount: number): Movement => ({
  id,
  kind,
  amount,
  currency: 'eur',
  at: day('11-20'),
});
const returns = [
  moved('re_1', 'refunded', 250),
  moved('ch_1', 'charged', 700),
  moved('dp_1', 'disputed', 300),
];

type Given = { row?: Partial<SubscriptionRow>; price?: Partial<PlanPrice> };
const billingOf = (given: Given = {}): BillingRow => ({
  subscription: { ...row, ...given.row },
  product,
  price: { ...price, ...given.price },
});
const viewOf = (given: Given = {}) =>
  subscriptionView({ billing: billingOf(given), returns: [], isTrialDue: false }, now);

const active = {
  status: 'active',
  isInTrial: false,
  plan: {
    productId: 'prod_pro',
    name: 'Pro',
    priceId: 'price_pro',
    unit_amount: 1500,
    currency: 'usd',
    interval: 'month',
  },
  nextCharge: { at: text('12-20'), amount: 1500, currency: 'usd' },
  endsAt: null,
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
  pastDue: null,
  reactivation: 'none',
  mayStartTrial: false,
  trialRefused: null,
  returns: [],
};
const owed = (reason: string, publishesUntil: string | null) => ({
  status: 'past_due',
  nextCharge: null,
  pastDue: { reason, publishesUntil },
});
const over = { status: 'canceled', nextCharge: null, reactivation: 'checkout' };

describe('a person’s subscription', () => {
  test.each<[string, Given, object]>([
    ['that is paid', {}, {}],
    [
      'in its trial is charged at the end of that',
      { row: { state: 'trialing' } },
      { isInTrial: true, nextCharge: { at: text('12-08'), amount: 1500, currency: 'usd' } },
    ],
    [
      'that costs nothing',
      { price: { unitAmount: 0 } },
      { nextCharge: null, plan: { ...active.plan, unit_amount: 0 } },
    ],
    ['whose next charge is not known', { row: { periodEnd: null } }, { nextCharge: null }],
    [
      'that will end',
      { row: { cancelAt: day('12-19') } },
      { status: 'canceling', nextCharge: null, endsAt: text('12-19'), reactivation: 'resume' },
    ],
    ['that has ended by the clock', { row: { cancelAt: day('11-23') } }, { ...over, endsAt: text('11-23') }],
    [
      'that has ended before the day that was planned',
      { row: { state: 'canceled', cancelAt: day('12-19'), endedAt: day('11-22') } },
      { ...over, endsAt: text('11-22') },
    ],
    [
      'that has ended, at a price no longer sold',
      { row: { state: 'canceled', endedAt: day('11-22') }, price: { active: false } },
      { ...over, endsAt: text('11-22'), reactivation: 'none' },
    ],
    [
      'that has ended, at a price of three months',
      { row: { state: 'canceled', endedAt: day('11-22') }, price: { intervalCount: 3 } },
      { ...over, endsAt: text('11-22'), reactivation: 'none' },
    ],
    [
      'in its grace',
      { row: { state: 'past_due', graceEnd: new Date(now.getTime() + 1) } },
      owed('payment_failed', '2026-11-24T12:00:00.001Z'),
    ],
    ['at the end of its grace', { row: { state: 'past_due', graceEnd: now } }, owed('payment_failed', null)],
    [
      'that is unpaid and will end',
      { row: { state: 'unpaid', cancelAt: day('12-19') } },
      { ...owed('unpaid', null), endsAt: text('12-19'), reactivation: 'resume' },
    ],
    ['that nobody collects for', { row: { collectionPaused: true } }, owed('collection_paused', null)],
    ['with a card that is not known in full', { row: { cardExpYear: null } }, { card: null }],
    [
      'whose trial was refused',
      { row: { trialRefused: 'x_user' } },
      { trialRefused: 'This X account has already been used for a trial.' },
    ],
  ])('%s', (_, given, shown) => {
    expect(viewOf(given)).toEqual({ ...active, ...shown });
  });

  test('has no plan without its product or its price, and nothing is charged without a price', () => {
    const facts = { returns: [], isTrialDue: false };
    const without = (part: 'product' | 'price') =>
      subscriptionView({ ...facts, billing: { ...billingOf(), [part]: null } }, now);
    expect(without('product')).toEqual({ ...active, plan: null });
    expect(without('price')).toEqual({ ...active, plan: null, nextCharge: null });
  });

  test('shows what went back, not what was charged, and whether a trial may start', () => {
    const shown = (id: string, kind: string, amount: number) => ({
      id,
      kind,
      amount,
      currency: 'eur',
      at: text('11-20'),
    });
    const facts = { billing: billingOf(), returns, isTrialDue: true };
    expect(subscriptionView(facts, now)).toEqual({
      ...active,
      mayStartTrial: true,
      returns: [shown('re_1', 'refunded', 250), shown('dp_1', 'disputed', 300)],
    });
    expect(subscriptionView({ billing: undefined, returns: [], isTrialDue: false }, now)).toEqual({
      status: 'inactive',
      isInTrial: false,
      plan: null,
      nextCharge: null,
      endsAt: null,
      card: null,
      pastDue: null,
      reactivation: 'none',
      mayStartTrial: false,
      trialRefused: null,
      returns: [],
    });
  });
});

describe('a customer’s billing, for staff', () => {
  const invoice = (id: string, status: InvoiceRecord['status']): InvoiceRecord => ({
    id,
    date: day('11-10'),
    amount: 1500,
    currency: 'usd',
    status,
    description: '1 × Pro',
    url: `https://invoices.example/${id}`,
  });
  const facts = {
    billing: billingOf(),
    returns,
    isTrialDue: false,
    previous: { customerId: 'cus_old', subscriptionId: 'sub_old', replacedAt: day('10-05') },
    invoices: [invoice('in_2', 'open'), invoice('in_1', 'paid')],
    hasMore: true,
    unavailable: false,
  };
  const shown = (id: string, status: string, urls: object) => ({
    id,
    date: text('11-10'),
    amount: 1500,
    currency: 'usd',
    status,
    description: '1 × Pro',
    ...urls,
  });
  const none = { invoiceUrl: null, receiptUrl: null };

  test('names no id and opens no invoice unless what is sensitive is asked for', () => {
    const masked = customerBillingView(facts, { sensitive: false, now });
    expect(masked).toEqual({
      subscription: {
        ...active,
        plan: { ...active.plan, productId: 'prod_********', priceId: 'price_********' },
        returns: [
          { id: 're_********', kind: 'refunded', amount: 250, currency: 'eur', at: text('11-20') },
          { id: 'dp_********', kind: 'disputed', amount: 300, currency: 'eur', at: text('11-20') },
        ],
      },
      ids: { customer_id: 'cus_********', subscription_id: 'sub_********' },
      previous: {
        customer_id: 'cus_********',
        subscription_id: 'sub_********',
        replaced_at: text('10-05'),
      },
      history: {
        invoices: [shown('in_2', 'open', none), shown('in_1', 'paid', none)],
        hasMore: true,
        unavailable: false,
      },
    });
  });

  test('has the ids and addresses where it is asked for; a receipt is of what was paid', () => {
    const open = customerBillingView(facts, { sensitive: true, now });
    const [two, one] = ['https://invoices.example/in_2', 'https://invoices.example/in_1'];
    expect(open).toEqual({
      subscription: subscriptionView(facts, now),
      ids: { customer_id: 'cus_7', subscription_id: 'sub_7' },
      previous: { customer_id: 'cus_old', subscription_id: 'sub_old', replaced_at: text('10-05') },
      history: {
        invoices: [
          shown('in_2', 'open', { invoiceUrl: two, receiptUrl: null }),
          shown('in_1', 'paid', { invoiceUrl: one, receiptUrl: one }),
        ],
        hasMore: true,
        unavailable: false,
      },
    });
    expect(withoutAddress(invoice('in_1', 'paid'))).toEqual(shown('in_1', 'paid', { invoiceUrl: null }));
  });

  test('is empty of whoever never came to the provider', () => {
    const nobody = { billing: undefined, returns: [], isTrialDue: true, previous: undefined, invoices: [] };
    const view = { ...nobody, hasMore: false, unavailable: true };
    expect(customerBillingView(view, { sensitive: false, now })).toMatchObject({
      ids: { customer_id: null, subscription_id: null },
      previous: null,
      history: { invoices: [], hasMore: false, unavailable: true },
    });
  });
});

test('products come in the order of their first price, with the plan’s keys of both and the price’s first', () => {
  const yearly = { ...price, id: 'price_year', unitAmount: 15_000, interval: 'year', lookupKey: null };
  const bare = { ...product, id: 'prod_bare', name: 'Bare', description: '', metadata: {} };
  const { products } = productsView([
    { product, price },
    { product: bare, price: { ...price, id: 'price_bare', productId: 'prod_bare', trialPeriodDays: null } },
    { product, price: { ...yearly, active: false, metadata: { account_limit: '4', links_per_cycle: '9' } } },
  ]);
  const plan = { tier: 'pro', account_limit: '3', posts_per_day: '2' };
  const shown = products.map((one) => ({
    ...one,
    prices: one.prices.map(({ metadata, ...rest }) => ({ ...rest, metadata: JSON.parse(metadata) })),
  }));
  const sold = {
    id: 'price_pro',
    active: true,
    unit_amount: 1500,
    currency: 'usd',
    interval: 'month',
    lookup_key: 'pro_monthly',
    trial_period_days: 14,
    metadata: plan,
  };
  expect(shown).toEqual([
    {
      id: 'prod_pro',
      name: 'Pro',
      description: 'For a few accounts.',
      metadata: product.metadata,
      prices: [
        sold,
        {
          ...sold,
          id: 'price_year',
          active: false,
          unit_amount: 15_000,
          interval: 'year',
          lookup_key: null,
          metadata: { ...plan, account_limit: '4', links_per_cycle: '9' },
        },
      ],
    },
    {
      id: 'prod_bare',
      name: 'Bare',
      description: '',
      metadata: {},
      prices: [
        {
          ...sold,
          id: 'price_bare',
          trial_period_days: null,
          metadata: { tier: 'free', account_limit: '1', posts_per_day: '1' },
        },
      ],
    },
  ]);
});
