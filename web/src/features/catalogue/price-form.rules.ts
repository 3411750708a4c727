import { formatPrice } from '@drumbeat/contract/billing/billing.rules.ts';
import type { PriceInterval } from '@drumbeat/contract/billing/catalogue.rules.ts';
import { strings } from './catalogue.strings.ts';

/** The price form as typed; amount, interval count and trial days contain only digits. */
export type PriceForm = {
  productId: string;
  amount: string;
  currency: string;
  interval: PriceInterval;
  intervalCount: string;
  tax: 'exclusive' | 'inclusive' | 'unspecified';
  trialDays: string;
};

export const emptyPrice: PriceForm = {
  productId: '',
  amount: '',
  currency: 'USD',
  interval: 'month',
  intervalCount: '1',
  tax: 'unspecified',
  trialDays: '',
};

/** Validation errors by field. */
export function priceFaults(form: PriceForm): Partial<Record<keyof PriceForm, string>> {
  return {
    ...(form.productId ? {} : { productId: strings.productMissing }),
    ...(Number(form.amount) > 0 ? {} : { amount: strings.amountMissing }),
    ...(/^[A-Z]{3}$/.test(form.currency) ? {} : { currency: strings.currencyFault }),
  };
}

/** The form as the call's body; an empty interval count is 1. */
export function priceOf(form: PriceForm) {
  return {
    product_id: form.productId,
    unit_amount: Number(form.amount),
    currency: form.currency,
    interval: form.interval,
    interval_count: Number(form.intervalCount) || 1,
    tax_behavior: form.tax,
    trial_period_days: form.trialDays === '' ? null : Number(form.trialDays),
  };
}

type Terms = { unit_amount: number; currency: string; interval: string; interval_count: number };

/** A price for display: `$7.00 USD / month`, `$18.00 USD / 3 months`. */
export function termsText({ interval_count: count, ...price }: Terms): string {
  const text = formatPrice(price);
  return count === 1 ? text : `${text.split(' / ')[0]} / ${count} ${price.interval}s`;
}
