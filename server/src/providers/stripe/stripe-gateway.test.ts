import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failed, list, refusal, stripeWith } from './stripe.fixture.ts';
import type { PaymentGateway } from './stripe.ts';

/* What we ask of Stripe, word for word, and what we make of answers that the sandbox does not give. */

const price = { id: 'price_1', product: 'prod_1' };
const subscription = (id: string, more: object = {}) => ({
  id,
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  created: 1_000,
  metadata: {},
  items: list([{ id: 'si_1', price, current_period_end: 2_000 }]),
  pause_collection: null,
  trial_start: null,
  trial_end: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  cancellation_details: null,
  default_payment_method: null,
  ...more,
});
const method = (last4: string) => ({
  id: `pm_${last4}`,
  card: { brand: 'visa', last4, exp_month: 12, exp_year: 2034, fingerprint: `print_${last4}` },
});
const card = (last4: string) => ({ brand: 'visa', last4, expMonth: 12, expYear: 2034 });
const customer = (id = 'cus_1', default_payment_method: object | null = null) => ({
  id,
  object: 'customer',
  metadata: {},
  invoice_settings: { default_payment_method },
});
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a customer', () => {
  test('has subscriptions, each on its own card or the customer’s, and movements of money', async () => {
    const money = { amount: 700, currency: 'usd' };
    const charge = (id: string, more: object) => ({ id, ...money, created: 10, disputed: false, ...more });
    const refund = (status: string) => ({ id: `re_${status}`, ...money, created: 20, status });
    const dispute = (status: string) => ({ id: `du_${status}`, ...money, created: 30, status });
    const { gateway, asked } = await stripeWith({
      'GET /customers/cus_1': customer('cus_1', method('1111')),
      'GET /subscriptions': list([
        subscription('sub_late', { status: 'past_due', default_payment_method: method('2222') }),
        subscription('sub_other'),
      ]),
      'GET /invoices': list([
        { id: 'in_1', attempted: true, created: 5, status_transitions: { finalized_at: 6 } },
      ]),
      'GET /charges': list([
        charge('ch_paid', {
          status: 'succeeded',
          refunds: list(['succeeded', 'pending', 'failed', 'canceled'].map(refund)),
        }),
        charge('ch_failed', { status: 'failed' }),
        charge('ch_disputed', { status: 'succeeded', disputed: true }),
      ]),
      'GET /disputes': list(['won', 'warning_closed', 'lost', 'needs_response', 'under_review'].map(dispute)),
    });
    const account = await gateway.customer('cus_1');
    if (typeof account === 'string') throw new Error(account);
    expect(account).toMatchObject({ hasPaymentMethod: true, card: card('1111') });
    expect(account.subscriptions).toMatchObject([
      { id: 'sub_late', unpaidSince: at(6), card: card('2222'), cardFingerprint: 'print_2222' },
      { id: 'sub_other', unpaidSince: null, card: card('1111'), cardFingerprint: 'print_1111' },
    ]);
    const moved = (id: string, kind: string, seconds: number) => ({ id, kind, ...money, at: at(seconds) });
    expect(account.movements).toEqual([
      moved('ch_paid', 'charged', 10),
      moved('ch_disputed', 'charged', 10),
      moved('re_succeeded', 'refunded', 20),
      moved('re_pending', 'refunded', 20),
      moved('du_won', 'dispute_won', 30),
      moved('du_warning_closed', 'dispute_won', 30),
      moved('du_lost', 'dispute_lost', 30),
      moved('du_needs_response', 'disputed', 30),
      moved('du_under_review', 'disputed', 30),
    ]);
    expect(asked.toSorted()).toEqual([
      'GET /charges customer=cus_1&limit=100&expand[0]=data.refunds',
      'GET /customers/cus_1 expand[0]=invoice_settings.default_payment_method',
      'GET /disputes charge=ch_disputed&limit=100',
      'GET /invoices subscription=sub_late&status=open&limit=100',
      'GET /subscriptions customer=cus_1&status=all&limit=100&expand[0]=data.default_payment_method',
    ]);
  });

  test('is deleted, was never there, or cannot be read: three different things', async () => {
    const { gateway } = await stripeWith({
      'GET /customers/cus_deleted': { id: 'cus_deleted', object: 'customer', deleted: true },
      'GET /customers/cus_denied': [
        401,
        { error: { type: 'invalid_request_error', message: 'Invalid key' } },
      ],
    });
    expect(await gateway.customer('cus_deleted')).toBe('deleted');
    expect(await gateway.customer('cus_missing')).toBe('missing');
    await expect(gateway.customer('cus_denied')).rejects.toMatchObject({
      ...failed,
      message: 'The payment provider did not answer as expected. Please try again.',
    });
  });

  test('is found by our reference among all with the address, and made with it under its key', async () => {
    const others = [customer('cus_1'), { ...customer('cus_2'), metadata: { drumbeat_reference: 'another' } }];
    const own = { ...customer('cus_3'), metadata: { drumbeat_reference: 'ours' } };
    const { gateway, asked, keys } = await stripeWith({
      'GET /customers': [list(others, true), list([own]), list(others)],
      'POST /customers': customer('cus_new'),
    });
    const email = 'ada@people.example';
    expect(await gateway.findCustomer({ email, reference: 'ours' })).toBe('cus_3');
    expect(await gateway.findCustomer({ email, reference: 'ours' })).toBeUndefined();
    const made = { email, userId: 7, reference: 'ours', idempotencyKey: 'customer-ours-0' };
    expect(await gateway.createCustomer(made)).toBe('cus_new');
    expect(asked).toEqual([
      `GET /customers email=${email}&limit=100`,
      `GET /customers email=${email}&limit=100&starting_after=cus_2`,
      `GET /customers email=${email}&limit=100`,
      `POST /customers email=${email}&metadata[user_id]=7&metadata[drumbeat_reference]=ours`,
    ]);
    expect(keys.at(-1)).toBe('customer-ours-0');
  });
});

test('a call that Stripe could not answer is made again, under the same key', async () => {
  const { gateway, keys } = await stripeWith({
    'POST /customers': [[500, { error: { type: 'api_error', message: 'Oops' } }], customer('cus_new')],
  });
  const made = { email: 'ada@people.example', userId: 7, reference: 'ours', idempotencyKey: 'once' };
  expect(await gateway.createCustomer(made)).toBe('cus_new');
  expect(keys).toEqual(['once', 'once']);
});

describe('a checkout', () => {
  const wish = {
    userId: 7,
    customerId: 'cus_1',
    priceId: 'price_1',
    trialDays: 0,
    needsCard: false,
    successUrl: 'https://drumbeat.example/dashboard',
    cancelUrl: 'https://drumbeat.example/products',
    idempotencyKey: 'checkout-1',
  };

  test('asks for a card and has a trial only where that is wished', async () => {
    const session = { id: 'cs_1', url: 'https://checkout.example/1', expires_at: 3_000 };
    const { gateway, asked, keys } = await stripeWith({ 'POST /checkout/sessions': session });
    const made = { id: 'cs_1', url: 'https://checkout.example/1', expiresAt: at(3_000) };
    expect(await gateway.createCheckout(wish)).toEqual(made);
    expect(await gateway.createCheckout({ ...wish, trialDays: 7, needsCard: true })).toEqual(made);
    const [first, rest] = [
      'POST /checkout/sessions mode=subscription&customer=cus_1&client_reference_id=7&metadata[user_id]=7' +
        '&line_items[0][price]=price_1&line_items[0][quantity]=1&payment_method_collection=',
      '&success_url=https://drumbeat.example/dashboard&cancel_url=https://drumbeat.example/products',
    ];
    const metadata = '&subscription_data[metadata][user_id]=7';
    expect(asked).toEqual([
      `${first}if_required${metadata}${rest}`,
      `${first}always${metadata}&subscription_data[trial_period_days]=7${rest}`,
    ]);
    expect(keys).toEqual(['checkout-1', 'checkout-1']);
  });

  test('without an address is none, and is ended only while it is open', async () => {
    const { gateway, asked } = await stripeWith({
      'POST /checkout/sessions': { id: 'cs_1', url: null, expires_at: 3_000 },
      'GET /checkout/sessions/cs_open': { id: 'cs_open', status: 'open' },
      'POST /checkout/sessions/cs_open/expire': { id: 'cs_open' },
      'GET /checkout/sessions/cs_paid': { id: 'cs_paid', status: 'complete' },
    });
    await expect(gateway.createCheckout(wish)).rejects.toMatchObject(failed);
    for (const id of ['cs_open', 'cs_paid']) await gateway.expireCheckout(id);
    expect(asked.slice(1)).toEqual([
      'GET /checkout/sessions/cs_open',
      'POST /checkout/sessions/cs_open/expire',
      'GET /checkout/sessions/cs_paid',
    ]);
  });
});

describe('the portal', () => {
  const returnUrl = 'https://drumbeat.example/back';
  const front = `POST /billing_portal/sessions customer=cus_1&return_url=${returnUrl}`;
  const after = `&flow_data[after_completion][type]=redirect&flow_data[after_completion][redirect][return_url]=${returnUrl}`;
  const opened = { url: 'https://portal.example/1' };
  const at1 = (priceId: string) => ({ subscriptionId: 'sub_1', priceId });
  const confirm =
    '&flow_data[type]=subscription_update_confirm&flow_data[subscription_update_confirm][subscription]=sub_1' +
    '&flow_data[subscription_update_confirm][items][0][id]=si_1&flow_data[subscription_update_confirm][items][0][price]=price_2' +
    '&flow_data[subscription_update_confirm][items][0][quantity]=1';

  test.each([
    ['its front page', undefined, [front]],
    ['the card', 'card' as const, [`${front}&flow_data[type]=payment_method_update${after}`]],
    ['another price', at1('price_2'), ['GET /subscriptions/sub_1', `${front}${confirm}${after}`]],
    ['its front page, for the price that one has', at1('price_1'), ['GET /subscriptions/sub_1', front]],
  ])('opens at %s', async (_, page, asks) => {
    const { gateway, asked } = await stripeWith({
      'POST /billing_portal/sessions': opened,
      'GET /subscriptions/sub_1': subscription('sub_1'),
    });
    const portal = { customerId: 'cus_1', returnUrl, ...(page ? { at: page } : {}) };
    expect(await gateway.createPortal(portal)).toBe(opened.url);
    expect(asked).toEqual(asks);
  });
});

describe('a change of a subscription', () => {
  const sub = 'POST /subscriptions/sub_1';
  const changes: [string, object, (gateway: PaymentGateway) => Promise<void>, string[], string?][] = [
    [
      'a cancellation ends it with its period, with the reason in Stripe’s words and in ours',
      subscription('sub_1'),
      (gateway) =>
        gateway.cancelAtPeriodEnd({
          subscriptionId: 'sub_1',
          reason: 'not_using_enough',
          feedback: 'No time',
          idempotencyKey: 'cancel-1',
        }),
      [
        `${sub} cancel_at_period_end=true&cancellation_details[feedback]=unused&cancellation_details[comment]=No time&metadata[cancel_reason]=not_using_enough`,
      ],
      'cancel-1',
    ],
    [
      'a resumption takes the flag back',
      subscription('sub_1', { cancel_at_period_end: true, cancel_at: 5 }),
      (gateway) => gateway.resume({ subscriptionId: 'sub_1', idempotencyKey: 'resume-1' }),
      ['GET /subscriptions/sub_1', `${sub} cancel_at_period_end=false&metadata[cancel_reason]=`],
      'resume-1',
    ],
    [
      'an end now credits what is left of the period',
      subscription('sub_1'),
      (gateway) => gateway.cancelSubscription('sub_1'),
      ['GET /subscriptions/sub_1', 'DELETE /subscriptions/sub_1 prorate=true&invoice_now=true'],
    ],
    ...(['canceled', 'incomplete_expired'] as const).map((status): (typeof changes)[number] => [
      `what is ${status} has ended`,
      subscription('sub_1', { status }),
      (gateway) => gateway.cancelSubscription('sub_1'),
      ['GET /subscriptions/sub_1'],
    ]),
    [
      'a trial that is moved is charged for nothing',
      subscription('sub_1'),
      (gateway) => gateway.setTrialEnd({ trialEnd: new Date(5_999), subscriptionId: 'sub_1' }),
      [`${sub} trial_end=5&proration_behavior=none`],
    ],
    [
      'a trial that is begun without a card ends by itself, and is begun once',
      subscription('sub_1'),
      (gateway) =>
        gateway.setTrialEnd({ trialEnd: new Date(5_999), customerId: 'cus_1', priceId: 'price_1' }),
      [
        'POST /subscriptions customer=cus_1&items[0][price]=price_1&trial_end=5&trial_settings[end_behavior][missing_payment_method]=cancel',
      ],
      'trial-cus_1-price_1-5',
    ],
  ];

  test.each(changes)('%s', async (_, reply, change, asks, key) => {
    const { gateway, asked, keys } = await stripeWith({
      'GET /subscriptions/sub_1': reply,
      'POST /subscriptions/sub_1': reply,
      'DELETE /subscriptions/sub_1': reply,
      'POST /subscriptions': reply,
    });
    await change(gateway);
    expect(asked).toEqual(asks);
    if (key) expect(keys.at(-1)).toBe(key);
  });

  test('a customer is deleted once, and no failure is taken for that', async () => {
    const { gateway, asked } = await stripeWith({
      'DELETE /customers/cus_1': [customer(), refusal('invalid_request_error')],
    });
    await gateway.deleteCustomer('cus_1');
    await expect(gateway.deleteCustomer('cus_1')).rejects.toMatchObject(failed);
    await gateway.deleteCustomer('cus_gone');
    expect(asked).toEqual([
      'DELETE /customers/cus_1',
      'DELETE /customers/cus_1',
      'DELETE /customers/cus_gone',
    ]);
  });
});

describe('invoices', () => {
  const invoice = (id: string, owner: string | object, more: object = {}) => ({
    id,
    object: 'invoice',
    customer: owner,
    created: 1,
    total: 700,
    currency: 'usd',
    status: 'paid',
    lines: list([]),
    hosted_invoice_url: 'https://invoices.example/1',
    ...more,
  });

  test('come a page at a time, after one of the customer’s own', async () => {
    const { gateway, asked } = await stripeWith({
      'GET /invoices': list([invoice('in_2', 'cus_1')], true),
      'GET /invoices/in_1': invoice('in_1', { id: 'cus_1' }),
      'GET /invoices/in_theirs': invoice('in_theirs', 'cus_2'),
    });
    const page = { customerId: 'cus_1', limit: 10 };
    const found = { hasMore: true, invoices: [{ id: 'in_2', url: 'https://invoices.example/1' }] };
    expect(await gateway.listInvoices(page)).toMatchObject(found);
    expect(await gateway.listInvoices({ ...page, after: 'in_1' })).toMatchObject(found);
    for (const after of ['in_theirs', 'in_none'])
      expect(await gateway.listInvoices({ ...page, after })).toBeUndefined();
    expect(asked).toEqual([
      'GET /invoices customer=cus_1&limit=10',
      'GET /invoices/in_1',
      'GET /invoices customer=cus_1&limit=10&starting_after=in_1',
      'GET /invoices/in_theirs',
      'GET /invoices/in_none',
    ]);
  });

  test.each([
    ['a PDF', 200, { 'content-type': 'application/pdf; charset=binary' }, '%PDF-1', '%PDF-1'],
    ['a failure', 500, { 'content-type': 'application/pdf' }, '%PDF-1', undefined],
    ['a page', 200, { 'content-type': 'text/html' }, '<html>', undefined],
    ['too much', 200, { 'content-type': 'application/pdf' }, '%'.repeat(5_000_001), undefined],
  ])('are downloaded only as a PDF of no more than 5 MB: %s', async (_, status, headers, body, content) => {
    const files = createServer((_request, response) =>
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
    );
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      files.closeAllConnections();
      files.close();
    });
    const invoice_pdf = `http://127.0.0.1:${(files.address() as AddressInfo).port}/in_1.pdf`;
    const { gateway } = await stripeWith({
      'GET /invoices/in_1': invoice('in_1', 'cus_1', { invoice_pdf }),
      'GET /invoices/in_draft': invoice('in_draft', 'cus_1', { invoice_pdf: null }),
    });
    const pdf = (invoiceId: string, customerId = 'cus_1') => gateway.invoicePdf({ customerId, invoiceId });
    if (content) expect(await (await pdf('in_1'))?.text()).toBe(content);
    else await expect(pdf('in_1')).rejects.toMatchObject(failed);
    expect(await pdf('in_draft')).toBeUndefined();
    expect(await pdf('in_1', 'cus_2')).toBeUndefined();
  });
});

test.each([
  ['re_1', 'GET /refunds/re_1', 'ch_1', 'cus_1', 'cus_1'],
  ['du_1', 'GET /disputes/du_1', 'ch_1', { id: 'cus_1' }, 'cus_1'],
  ['dp_re_1', 'GET /disputes/dp_re_1', { id: 'ch_1', customer: 'cus_2' }, null, 'cus_2'],
  ['re_2', 'GET /refunds/re_2', 'ch_1', null, null],
])('the customer of %s is found through its charge', async (id, path, charge, owner, found) => {
  const { gateway, asked } = await stripeWith({
    [path]: { id, charge },
    'GET /charges/ch_1': { id: 'ch_1', customer: owner },
  });
  expect(await gateway.customerOfReturn(id)).toBe(found);
  expect(asked).toEqual(charge === 'ch_1' ? [path, 'GET /charges/ch_1'] : [path]);
  expect(await gateway.customerOfReturn('re_none')).toBeNull();
});

describe('what is compared each night', () => {
  const event = (id: string) => ({
    id,
    object: 'event',
    type: 'invoice.paid',
    created: 5,
    data: { object: { id: 'in_1', customer: 'cus_1' } },
  });

  test('are the newest 10,000 events if there are more, and the answer says so', async () => {
    const page = (number: number) =>
      list(
        Array.from({ length: 100 }, (_, n) => event(`evt_${number}_${n}`)),
        true,
      );
    const { gateway, asked } = await stripeWith({
      'GET /events': Array.from({ length: 101 }, (_, number) => page(number)),
    });
    const { events, complete } = await gateway.listEvents(new Date(0));
    expect([asked.length, events.length, complete]).toEqual([100, 10_000, false]);
    expect([events[0]?.id, events.at(-1)?.id]).toEqual(['evt_99_99', 'evt_0_0']);
  });

  test('are all running subscriptions, page by page, each with its customer', async () => {
    const { gateway, asked } = await stripeWith({
      'GET /subscriptions': [
        list([subscription('sub_1'), subscription('sub_2', { customer: { id: 'cus_2' } })], true),
        list([subscription('sub_3', { customer: 'cus_3' })]),
      ],
    });
    const pages: string[][] = [];
    await gateway.eachRunningSubscription(async (page) => {
      pages.push(page.map((one) => `${one.customerId} ${one.subscription.id}`));
    });
    expect(pages).toEqual([['cus_1 sub_1', 'cus_2 sub_2'], ['cus_3 sub_3']]);
    expect(asked).toEqual([
      'GET /subscriptions limit=100',
      'GET /subscriptions limit=100&starting_after=sub_2',
    ]);
  });
});
