import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import type { Form } from '../http/form.ts';
import { realNow } from './billing/clock.ts';
import { invalidRequest, missing } from './billing/failures.ts';
import { emit, updateWithEvent } from './events.ts';
import { idOf, newId, wireDecimal } from './objects.ts';
import { newestFirst, type Page, paginate } from './paginate.ts';
import {
  booleanParam,
  groupParam,
  integerParam,
  mergedMetadata,
  requiredText,
  textParam,
  textsParam,
} from './params.ts';
import type { StripeState } from './state.ts';

/** Parameters of `POST /v1/prices`. */
export const priceCreateParams: readonly string[] = [
  'currency',
  'active',
  'billing_scheme',
  'lookup_key',
  'metadata',
  'nickname',
  'product',
  'recurring',
  'tax_behavior',
  'transfer_lookup_key',
  'unit_amount',
];

/** Parameters of `POST /v1/prices/:id`. */
export const priceUpdateParams: readonly string[] = [
  'active',
  'lookup_key',
  'metadata',
  'nickname',
  'tax_behavior',
  'transfer_lookup_key',
];

const intervals = ['day', 'week', 'month', 'year'] as const;

export interface PriceValues {
  id: string;
  product: string;
  unitAmount: number;
  currency: string;
  lookupKey: string | null;
  nickname: string | null;
  recurring: Stripe.Price.Recurring | null;
  metadata: Record<string, string>;
}

/** A price, with defaults for everything that was not given. */
export function buildPrice(values: PriceValues, created: number): Stripe.Price {
  return {
    id: values.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: values.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: values.lookupKey,
    metadata: values.metadata,
    nickname: values.nickname,
    product: values.product,
    recurring: values.recurring,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: values.recurring ? 'recurring' : 'one_time',
    unit_amount: values.unitAmount,
    unit_amount_decimal: wireDecimal(values.unitAmount),
  };
}

export function createPrice(context: SandboxContext, form: Form): Stripe.Price {
  const state = context.store.state.stripe;
  const product = requiredText(form, 'product');
  if (!state.products[product]) throw missing('product', product, 'product', 400);
  const unitAmount = integerParam(form, 'unit_amount');
  if (unitAmount === undefined)
    throw invalidRequest('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing');
  checkAmount(unitAmount);
  const price = buildPrice(
    {
      id: newId('price'),
      product,
      unitAmount,
      currency: currencyOf(form),
      lookupKey: null,
      nickname: textParam(form, 'nickname') ?? null,
      recurring: readRecurring(form),
      metadata: mergedMetadata(form, {}),
    },
    realNow(),
  );
  price.active = booleanParam(form, 'active') ?? true;
  price.tax_behavior = taxBehaviorOf(form) ?? 'unspecified';
  takeLookupKey(state, price, form);
  state.prices[price.id] = price;
  emit(context, 'price.created', price);
  return price;
}

export function updatePrice(context: SandboxContext, id: string, form: Form): Stripe.Price {
  const state = context.store.state.stripe;
  const price = findPrice(state, id);
  const taxBehavior = taxBehaviorOf(form);
  if (taxBehavior && price.tax_behavior !== 'unspecified' && price.tax_behavior !== taxBehavior)
    throw invalidRequest(
      'You cannot change `tax_behavior` once it is set to `inclusive` or `exclusive`.',
      'tax_behavior',
    );
  if (booleanParam(form, 'active') === false) refuseDefault(state, price);
  return updateWithEvent(context, 'price.updated', price, realNow(), () => {
    price.active = booleanParam(form, 'active') ?? price.active;
    price.nickname = textParam(form, 'nickname') ?? price.nickname;
    price.tax_behavior = taxBehavior ?? price.tax_behavior;
    price.metadata = mergedMetadata(form, price.metadata);
    takeLookupKey(state, price, form);
  });
}

export function listPrices(state: StripeState, form: Form): Page<Stripe.Price> {
  const active = booleanParam(form, 'active');
  const product = textParam(form, 'product');
  const type = textParam(form, 'type');
  const currency = textParam(form, 'currency');
  const keys = textsParam(form, 'lookup_keys');
  const wanted = newestFirst(state.prices).filter(
    (price) =>
      (active === undefined || price.active === active) &&
      (product === undefined || idOf(price.product) === product) &&
      (type === undefined || price.type === type) &&
      (currency === undefined || price.currency === currency) &&
      (keys.length === 0 || keys.includes(price.lookup_key ?? '')),
  );
  return paginate(wanted, form, '/v1/prices');
}

export function findPrice(state: StripeState, id: string, param = 'id', status = 404): Stripe.Price {
  const price = state.prices[id];
  if (!price) throw missing('price', id, param, status);
  return price;
}

const taxBehaviors = ['exclusive', 'inclusive', 'unspecified'] as const;
const mostCents = 99_999_999;
/** The number of intervals in three years, the longest time between two charges. */
const mostIntervals = { day: 1095, week: 156, month: 36, year: 3 };
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

function checkAmount(amount: number): void {
  if (amount < 0)
    throw invalidRequest(
      'This value must be greater than or equal to 0.',
      'unit_amount',
      'parameter_invalid_integer',
    );
  if (amount > mostCents)
    throw invalidRequest(
      `This value must be less than or equal to ${mostCents} (it currently is '${amount}').`,
      'unit_amount',
      'parameter_invalid_integer',
    );
}

function currencyOf(form: Form): string {
  const currency = requiredText(form, 'currency').toLowerCase();
  if (!currencies.has(currency)) throw invalidRequest(`Invalid currency: ${currency}`, 'currency');
  return currency;
}

function taxBehaviorOf(form: Form): (typeof taxBehaviors)[number] | undefined {
  const given = textParam(form, 'tax_behavior');
  if (given === undefined) return undefined;
  const known = taxBehaviors.find((one) => one === given);
  if (known) return known;
  throw invalidRequest(`Invalid tax_behavior: must be one of ${taxBehaviors.join(', ')}`, 'tax_behavior');
}

function refuseDefault(state: StripeState, price: Stripe.Price): void {
  const product = state.products[idOf(price.product)];
  if (product?.default_price !== price.id) return;
  throw invalidRequest(
    'This price cannot be archived because it is the default price of its product.',
    'active',
  );
}

function readRecurring(form: Form): Stripe.Price.Recurring | null {
  const group = groupParam(form, 'recurring');
  if (!group) return null;
  const interval = intervals.find((one) => one === group.interval);
  if (!interval) {
    throw invalidRequest(
      `Invalid recurring[interval]: must be one of ${intervals.join(', ')}`,
      'recurring[interval]',
    );
  }
  const count = integerParam(group, 'interval_count') ?? 1;
  if (count < 1 || count > mostIntervals[interval])
    throw invalidRequest(
      'Invalid recurring[interval_count]: a price is charged at least every three years.',
      'recurring[interval_count]',
    );
  return {
    interval,
    interval_count: count,
    meter: null,
    trial_period_days: integerParam(group, 'trial_period_days') ?? null,
    usage_type: 'licensed',
  };
}

function takeLookupKey(state: StripeState, price: Stripe.Price, form: Form): void {
  const key = textParam(form, 'lookup_key');
  if (key === undefined) return;
  const owner = Object.values(state.prices).find((one) => one.lookup_key === key && one.id !== price.id);
  if (owner && booleanParam(form, 'transfer_lookup_key') !== true) {
    throw invalidRequest(
      `A price (\`${owner.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    );
  }
  if (owner) owner.lookup_key = null;
  price.lookup_key = key;
}
