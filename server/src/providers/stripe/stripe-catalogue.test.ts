import { describe, expect, test } from 'vitest';
import { failed, list, refusal, stripeWith } from './stripe.fixture.ts';
import type { NewPrice } from './stripe.ts';

describe('the catalogue', () => {
  const product = (id: string, more: object = {}) => ({
    id,
    name: 'Pro',
    description: null,
    active: true,
    metadata: {},
    ...more,
  });
  const monthly = (id: string, more: object = {}) => ({
    ...{
      id,
      product: 'prod_1',
      active: true,
      unit_amount: 700,
      currency: 'usd',
      lookup_key: null,
      metadata: {},
    },
    ...{ recurring: { interval: 'month', interval_count: 1, trial_period_days: null }, tax_behavior: null },
    ...more,
  });

  test('gets products and prices as they were wished, each under its key', async () => {
    const { gateway, asked, keys } = await stripeWith({
      'POST /products': product('prod_1'),
      'POST /prices': [monthly('price_1'), monthly('price_2'), monthly('price_odd', { recurring: null })],
      'POST /products/prod_1': product('prod_1', { active: false }),
    });
    await gateway.createProduct({ name: 'Pro', description: 'All of it', idempotencyKey: 'p1' });
    await gateway.createProduct({ name: 'Pro', description: '', idempotencyKey: 'p2' });
    const terms: NewPrice = {
      productId: 'prod_1',
      unitAmount: 700,
      currency: 'EUR',
      interval: 'week',
      intervalCount: 2,
      taxBehavior: 'inclusive',
      trialPeriodDays: 3,
      idempotencyKey: 'p3',
    };
    await gateway.createPrice(terms);
    await gateway.createPrice({ ...terms, trialPeriodDays: 0, idempotencyKey: 'p4' });
    await expect(gateway.createPrice(terms)).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: 'Only recurring prices are managed here.',
    });
    expect(await gateway.setProductActive('prod_1', false)).toMatchObject({ active: false });
    const made =
      'POST /prices product=prod_1&unit_amount=700&currency=eur&tax_behavior=inclusive&recurring[interval]=week&recurring[interval_count]=2';
    const trial = '&recurring[trial_period_days]=3';
    expect(asked).toEqual([
      'POST /products name=Pro&description=All of it',
      'POST /products name=Pro',
      `${made}${trial}`,
      made,
      `${made}${trial}`,
      'POST /products/prod_1 active=false',
    ]);
    expect(keys.slice(0, 4)).toEqual(['p1', 'p2', 'p3', 'p4']);
  });

  test('a price that is its product’s default leaves that to another before it is archived', async () => {
    const off = monthly('price_1', { active: false });
    const withDefault = (default_price: string) => ({
      ...monthly('price_1'),
      product: product('prod_1', { default_price }),
    });
    const { gateway, asked } = await stripeWith({
      'GET /prices/price_1': [withDefault('price_1'), withDefault('price_1'), withDefault('price_9')],
      'GET /prices': [list([monthly('price_1'), monthly('price_2')]), list([monthly('price_1')])],
      'POST /products/prod_1': product('prod_1'),
      'POST /prices/price_1': off,
    });
    const look = 'GET /prices/price_1 expand[0]=product';
    const others = 'GET /prices product=prod_1&active=true&limit=2';
    for (let turn = 0; turn < 3; turn += 1)
      expect(await gateway.setPriceActive('price_1', false)).toMatchObject({ active: false });
    await gateway.setPriceActive('price_1', true);
    expect(asked).toEqual([
      look,
      others,
      'POST /products/prod_1 default_price=price_2',
      'POST /prices/price_1 active=false',
      look,
      others,
      'POST /prices/price_1 active=false',
      look,
      'POST /prices/price_1 active=false',
      'POST /prices/price_1 active=true',
    ]);
  });

  test('only a refusal is shown in Stripe’s words', async () => {
    const { gateway } = await stripeWith({
      'POST /products/prod_1': [
        refusal('invalid_request_error', 'Not this way.'),
        refusal('idempotency_error', 'Keys differ.'),
        [402, { error: { type: 'card_error', message: 'Secret of Stripe' } }],
        [
          404,
          {
            error: {
              type: 'invalid_request_error',
              code: 'resource_missing',
              message: "No such product: 'prod_1'",
            },
          },
        ],
      ],
    });
    for (const told of [
      { code: 'PROVIDER_REFUSED', message: 'Stripe refused: Not this way.' },
      { code: 'PROVIDER_REFUSED', message: 'Stripe refused: Keys differ.' },
      { ...failed, message: 'The payment provider did not answer as expected. Please try again.' },
      { code: 'NOT_FOUND', message: "Stripe has no such product: 'prod_1'." },
    ])
      await expect(gateway.setProductActive('prod_1', true)).rejects.toMatchObject(told);
  });
});
