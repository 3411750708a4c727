import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant, isWhole, reason, reasonBody } from '../common.ts';
import { CATALOGUE_NAME_MAX, type PriceInterval, priceIntervals, taxBehaviors } from './catalogue.rules.ts';

const tag = 'billing';

/** The highest price, in cents, that the provider accepts. */
export const UNIT_AMOUNT_MAX = 99_999_999;
export const TRIAL_PERIOD_DAYS_MAX = 730;
/** The largest number of intervals between two charges: three years. */
export const INTERVAL_COUNT_MAX: Readonly<Record<PriceInterval, number>> = {
  day: 1095,
  week: 156,
  month: 36,
  year: 3,
};

export const cataloguePrice = z.object({
  id: z.string(),
  product_id: z.string(),
  active: z.boolean(),
  type: z.literal('recurring'),
  /** In cents, or in whole units for currencies without cents; 0 means free. */
  unit_amount: z.int(),
  currency: z.string(),
  interval: z.string(),
  interval_count: z.int(),
  trial_period_days: z.int().nullable(),
  tax_behavior: z.enum(taxBehaviors),
  metadata: z.record(z.string(), z.string()),
});
export type CataloguePrice = z.infer<typeof cataloguePrice>;

export const catalogueProduct = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  prices: z.array(cataloguePrice),
});
export type CatalogueProduct = z.infer<typeof catalogueProduct>;

const catalogue = z.object({
  products: z.array(catalogueProduct),
  /** When it was last read from the provider; null if never. */
  synced_at: instant.nullable(),
});
export type Catalogue = z.infer<typeof catalogue>;

const byProviderId = z.object({ id: z.string().regex(/^\w{1,255}$/, 'must be an id of the provider') });
/** Idempotency key of one form submission: a retry with the same key creates nothing again. */
const idempotencyKey = z.uuid().optional();
const activity = z.object({ active: z.boolean(), reason });

export const getCatalogue = defineCall({
  method: 'GET',
  path: '/api/admin/stripe/catalog',
  tag,
  access: 'staff',
  summary: 'Products and recurring prices, including archived ones, as last synced from the payment provider',
  response: catalogue,
});

export const createProduct = defineCall({
  method: 'POST',
  path: '/api/admin/stripe/products',
  tag,
  access: 'staff',
  summary: 'Creates a product at the payment provider',
  body: z.object({
    name: z
      .string({ error: 'Please name the product.' })
      .trim()
      .min(1, 'Please name the product.')
      .max(CATALOGUE_NAME_MAX, `A name has at most ${CATALOGUE_NAME_MAX} characters.`)
      .refine(isWhole, 'The name contains invalid characters.'),
    description: z
      .string()
      .trim()
      .max(1000, 'A description has at most 1,000 characters.')
      .refine(isWhole, 'The description contains invalid characters.')
      .nullish(),
    idempotency_key: idempotencyKey,
    reason,
  }),
  response: z.object({ product: catalogueProduct }),
});

export const updateProduct = defineCall({
  method: 'PUT',
  path: '/api/admin/stripe/products/:id',
  tag,
  access: 'staff',
  summary: 'Activates or deactivates a product at the payment provider',
  params: byProviderId,
  body: activity,
  response: z.object({ product: catalogueProduct }),
});

export const createPrice = defineCall({
  method: 'POST',
  path: '/api/admin/stripe/prices',
  tag,
  access: 'staff',
  summary: 'Creates a recurring price of a product at the payment provider',
  body: z
    .object({
      product_id: z
        .string({ error: 'Please choose a product.' })
        .regex(/^\w{1,255}$/, 'Please choose a product.'),
      unit_amount: z
        .int('An amount is a whole number of cents.')
        .min(1, 'An amount is more than 0. Create a free price in Stripe, then sync.')
        .max(UNIT_AMOUNT_MAX, 'An amount is at most 99,999,999.'),
      currency: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{3}$/, 'A currency has three letters, such as USD.')
        .default('USD'),
      interval: z.enum(priceIntervals, { error: 'An interval is day, week, month or year.' }),
      interval_count: z
        .int('An interval count is a whole number.')
        .min(1, 'An interval count is at least 1.')
        .default(1),
      tax_behavior: z.enum(taxBehaviors).default('unspecified'),
      trial_period_days: z
        .int('Trial days are a whole number.')
        .min(0, 'Trial days cannot be below 0.')
        .max(TRIAL_PERIOD_DAYS_MAX, 'A trial has at most 730 days.')
        .nullish(),
      idempotency_key: idempotencyKey,
      reason,
    })
    .refine((body) => body.interval_count <= INTERVAL_COUNT_MAX[body.interval], {
      path: ['interval_count'],
      message: 'A price is charged at least every three years.',
    }),
  response: z.object({ price: cataloguePrice }),
});

export const updatePrice = defineCall({
  method: 'PUT',
  path: '/api/admin/stripe/prices/:id',
  tag,
  access: 'staff',
  summary: 'Activates or deactivates a price at the payment provider',
  params: byProviderId,
  body: activity,
  response: z.object({ price: cataloguePrice }),
});

export const syncCatalogue = defineCall({
  method: 'POST',
  path: '/api/admin/stripe/sync',
  tag,
  access: 'staff',
  summary: 'Syncs the catalogue from the payment provider now',
  body: reasonBody,
  response: catalogue,
});
