import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import type { Form } from '../http/form.ts';
import { realNow } from './billing/clock.ts';
import { invalidRequest, missing } from './billing/failures.ts';
import { emit, updateWithEvent } from './events.ts';
import { idOf, newId } from './objects.ts';
import { newestFirst, type Page, paginate } from './paginate.ts';
import { booleanParam, groupParam, mergedMetadata, requiredText, textParam, textsParam } from './params.ts';
import { createPrice } from './prices.ts';
import type { StripeState } from './state.ts';

/** Parameters of `POST /v1/products`. */
export const productCreateParams: readonly string[] = [
  'name',
  'active',
  'default_price_data',
  'description',
  'id',
  'images',
  'marketing_features',
  'metadata',
  'package_dimensions',
  'shippable',
  'statement_descriptor',
  'tax_code',
  'tax_details',
  'type',
  'unit_label',
  'url',
];

/** Parameters of `POST /v1/products/:id`. */
export const productUpdateParams: readonly string[] = [...productCreateParams, 'default_price'];

/** A product, with defaults for everything that was not given. */
export function buildProduct(
  values: Pick<Stripe.Product, 'id' | 'name' | 'description' | 'metadata'>,
  created: number,
): Stripe.Product {
  return {
    object: 'product',
    active: true,
    created,
    default_price: null,
    images: [],
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
    ...values,
  };
}

export function createProduct(context: SandboxContext, form: Form): Stripe.Product {
  const state = context.store.state.stripe;
  if (form.description === '')
    throw invalidRequest(
      "You passed an empty string for 'description'. We assume empty values are an attempt to unset a parameter; however 'description' cannot be unset. You should remove 'description' from your request or supply a non-empty value.",
      'description',
      'parameter_invalid_empty',
    );
  const id = textParam(form, 'id') ?? newId('prod');
  if (state.products[id]) {
    throw invalidRequest(`Product already exists: ${id}`, 'id', 'resource_already_exists');
  }
  const product = buildProduct(
    {
      id,
      name: requiredText(form, 'name'),
      description: textParam(form, 'description') ?? null,
      metadata: mergedMetadata(form, {}),
    },
    realNow(),
  );
  product.active = booleanParam(form, 'active') ?? true;
  product.images = textsParam(form, 'images');
  state.products[id] = product;
  emit(context, 'product.created', product);
  const priceData = groupParam(form, 'default_price_data');
  if (priceData) product.default_price = createPrice(context, { ...priceData, product: id }).id;
  return product;
}

export function updateProduct(context: SandboxContext, id: string, form: Form): Stripe.Product {
  const product = findProduct(context.store.state.stripe, id);
  const defaultPrice = textParam(form, 'default_price');
  if (defaultPrice !== undefined) checkDefault(context.store.state.stripe, id, defaultPrice);
  return updateWithEvent(context, 'product.updated', product, realNow(), () => {
    product.name = textParam(form, 'name') ?? product.name;
    product.active = booleanParam(form, 'active') ?? product.active;
    if (form.description !== undefined) product.description = textParam(form, 'description') ?? null;
    if (defaultPrice !== undefined) product.default_price = defaultPrice;
    product.metadata = mergedMetadata(form, product.metadata);
    product.updated = realNow();
  });
}

function checkDefault(state: StripeState, productId: string, priceId: string): void {
  const price = state.prices[priceId];
  if (!price || idOf(price.product) !== productId) throw missing('price', priceId, 'default_price', 400);
  if (!price.active)
    throw invalidRequest('The default price of a product must be an active price.', 'default_price');
}

export function listProducts(state: StripeState, form: Form): Page<Stripe.Product> {
  const active = booleanParam(form, 'active');
  const ids = textsParam(form, 'ids');
  const wanted = newestFirst(state.products).filter(
    (product) =>
      (active === undefined || product.active === active) && (ids.length === 0 || ids.includes(product.id)),
  );
  return paginate(wanted, form, '/v1/products');
}

export function findProduct(state: StripeState, id: string): Stripe.Product {
  const product = state.products[id];
  if (!product) throw missing('product', id);
  return product;
}
