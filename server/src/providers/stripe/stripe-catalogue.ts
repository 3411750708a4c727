import type Stripe from 'stripe';
import { AppError } from '../../platform/errors.ts';
import type { CataloguePrice, CatalogueProduct, NewPrice, NewProduct } from './stripe.ts';
import { priceOf, productOf } from './stripe-replies.ts';

/**
 * Changes to the catalogue. A refusal is thrown as PROVIDER_REFUSED with Stripe's message, because only staff
 * make these calls.
 */
export async function createProduct(stripe: Stripe, product: NewProduct): Promise<CatalogueProduct> {
  const { name, description, idempotencyKey } = product;
  const params = { name, ...(description ? { description } : {}) };
  return productOf(await stripe.products.create(params, { idempotencyKey }).catch(refused));
}

export async function setProductActive(
  stripe: Stripe,
  id: string,
  active: boolean,
): Promise<CatalogueProduct> {
  return productOf(await stripe.products.update(id, { active }).catch(refused));
}

export async function createPrice(stripe: Stripe, price: NewPrice): Promise<CataloguePrice> {
  const params: Stripe.PriceCreateParams = {
    product: price.productId,
    unit_amount: price.unitAmount,
    currency: price.currency.toLowerCase(),
    tax_behavior: price.taxBehavior,
    recurring: {
      interval: price.interval,
      interval_count: price.intervalCount,
      ...(price.trialPeriodDays ? { trial_period_days: price.trialPeriodDays } : {}),
    },
  };
  const options = { idempotencyKey: price.idempotencyKey };
  return recurring(await stripe.prices.create(params, options).catch(refused));
}

/**
 * Stripe does not archive a price that is its product's default, so another active one becomes the default
 * first, if there is one.
 */
export async function setPriceActive(stripe: Stripe, id: string, active: boolean): Promise<CataloguePrice> {
  if (!active) await passDefaultOn(stripe, id);
  return recurring(await stripe.prices.update(id, { active }).catch(refused));
}

async function passDefaultOn(stripe: Stripe, priceId: string): Promise<void> {
  const price = await stripe.prices.retrieve(priceId, { expand: ['product'] }).catch(refused);
  const product = price.product as Stripe.Product;
  if (product.default_price !== priceId) return;
  const others = await stripe.prices.list({ product: product.id, active: true, limit: 2 });
  const other = others.data.find(({ id }) => id !== priceId);
  if (other) await stripe.products.update(product.id, { default_price: other.id }).catch(refused);
}

function recurring(price: Stripe.Price): CataloguePrice {
  const read = priceOf(price);
  if (!read) throw new AppError('PROVIDER_REFUSED', 'Only recurring prices are managed here.');
  return read;
}

/** For `catch`: throws a refusal by Stripe with its message; rethrows any other failure. */
function refused(error: unknown): never {
  const { type, code, message } = error as { type?: string; code?: string; message?: string };
  if (code === 'resource_missing') throw new AppError('NOT_FOUND', `Stripe has ${lowerFirst(message)}.`);
  if (type !== 'StripeInvalidRequestError' && type !== 'StripeIdempotencyError') throw error;
  throw new AppError('PROVIDER_REFUSED', `Stripe refused: ${message ?? 'no reason given'}`, { cause: error });
}

function lowerFirst(text = 'no such thing'): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
