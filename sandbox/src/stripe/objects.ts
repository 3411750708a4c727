import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new id in Stripe's format: `sub_1Q…`. */
export function newId(prefix: string): string {
  const letters = [...randomBytes(18)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${prefix}_1Q${letters}`;
}

/** The id of a reference that may be expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '');
}

/** A complete list, as embedded in other objects. */
export function embeddedList<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url };
}

/** Decimals are text on the wire; only the SDK turns them into its own type. */
export function wireDecimal(amount: number): Stripe.Decimal {
  return String(amount) as unknown as Stripe.Decimal;
}

/** Formats an amount: `$7.00`, `¥700`. Stripe counts in a currency's smallest unit. */
export function money(amount: number, currency = 'usd'): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
