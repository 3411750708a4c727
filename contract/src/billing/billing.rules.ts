import { formatMoney } from '../money.rules.ts';
import type { Card, Entitlements, Price, Product, Tier } from './billing.entities.ts';

/** The fixed limits of a trial. */
export const TRIAL_DAYS = 7;
export const TRIAL_POSTS = 14;
export const TRIAL_POSTS_WITHOUT_WEEKENDS = 10;
export const TRIAL_POSTS_PER_DAY = 2;

/** What each tier includes if the plan's metadata does not say otherwise. */
const tierDefaults: Record<Tier, Omit<Entitlements, 'tier'>> = {
  free: {
    postsPerDay: 1,
    accountLimit: 1,
    customDaySelection: false,
    skipWeekends: true,
    nicheChangeLimitPerAccount: 1,
    postGenerationLimit: 2,
    linksPerCycle: 0,
  },
  standard: {
    postsPerDay: 2,
    accountLimit: 1,
    customDaySelection: false,
    skipWeekends: true,
    nicheChangeLimitPerAccount: 3,
    postGenerationLimit: 4,
    linksPerCycle: 4,
  },
  pro: {
    postsPerDay: 2,
    accountLimit: 3,
    customDaySelection: true,
    skipWeekends: true,
    nicheChangeLimitPerAccount: 5,
    postGenerationLimit: 10,
    linksPerCycle: 15,
  },
  pro_plus: {
    postsPerDay: 3,
    accountLimit: 5,
    customDaySelection: true,
    skipWeekends: true,
    nicheChangeLimitPerAccount: 10,
    postGenerationLimit: 50,
    linksPerCycle: 40,
  },
};

/** Plan metadata as received: an object, or a JSON string of one. Malformed JSON counts as empty. */
export type RawMetadata = string | Readonly<Record<string, unknown>> | null | undefined;

function asRecord(raw: RawMetadata): Readonly<Record<string, unknown>> {
  if (typeof raw !== 'string') return raw ?? {};
  // Stryker disable BlockStatement: an empty catch gives undefined, and that spreads to nothing as well.
  try {
    const parsed: unknown = JSON.parse(raw);
    return typeof parsed === 'object' && !Array.isArray(parsed) ? { ...parsed } : {};
  } catch {
    return {};
  }
  // Stryker restore BlockStatement
}

/** Merges product and price metadata; the price wins. */
export function mergeMetadata(product: RawMetadata, price: RawMetadata): Record<string, unknown> {
  return { ...asRecord(product), ...asRecord(price) };
}

const proPlusSpellings = new Set(['pro-plus', 'pro plus', 'proplus', 'pro_plus', 'pro+']);

/** The tier that a metadata value names; undefined for `free` and for unknown values. */
export function tierOf(value: unknown): Tier | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim().toLowerCase();
  if (proPlusSpellings.has(name)) return 'pro_plus';
  return name === 'standard' || name === 'pro' ? name : undefined;
}

/** Niche changes of a plan that names a tier we do not know (PROD-41). */
const NICHE_CHANGES_OF_UNKNOWN_TIER = 3;

/** Whether metadata names an unknown tier. A missing tier and `free` do not count as unknown. */
function namesUnknownTier(value: unknown): boolean {
  if (value === undefined || value === null || tierOf(value)) return false;
  return !['', 'free'].includes(String(value).trim().toLowerCase());
}

function positiveInteger(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const rounded = Math.round(Number(value));
  return Number.isSafeInteger(rounded) && rounded > 0 ? rounded : undefined;
}

/** Like `positiveInteger`, but also accepts 0. */
function wholeNumber(value: unknown): number | undefined {
  const isZero = value === 0 || (typeof value === 'string' && /^\s*0+\s*$/.test(value));
  return isZero ? 0 : positiveInteger(value);
}

function boolean(value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return ['true', '1', 'yes'].includes(String(value).trim().toLowerCase());
}

/** The entitlements of a plan: the defaults of its tier, overridden by its merged metadata. */
export function entitlementsOf(metadata: Readonly<Record<string, unknown>>): Entitlements {
  const tier = tierOf(metadata.tier) ?? 'free';
  const defaults = tierDefaults[tier];
  return {
    tier,
    postsPerDay: positiveInteger(metadata.posts_per_day) ?? defaults.postsPerDay,
    accountLimit: positiveInteger(metadata.account_limit) ?? defaults.accountLimit,
    customDaySelection: boolean(metadata.custom_day_selection) ?? defaults.customDaySelection,
    skipWeekends: boolean(metadata.skip_weekends) ?? defaults.skipWeekends,
    nicheChangeLimitPerAccount:
      positiveInteger(metadata.niche_change_limit_per_x_account) ??
      (namesUnknownTier(metadata.tier) ? NICHE_CHANGES_OF_UNKNOWN_TIER : defaults.nicheChangeLimitPerAccount),
    postGenerationLimit: positiveInteger(metadata.post_generation_limit) ?? defaults.postGenerationLimit,
    linksPerCycle: wholeNumber(metadata.links_per_cycle) ?? defaults.linksPerCycle,
  };
}

/** Whether a plan may start with a trial: yes, unless its metadata sets `free_trial` to false. */
export function offersTrial(metadata: Readonly<Record<string, unknown>>): boolean {
  return boolean(metadata.free_trial) ?? true;
}

/** Whether a tier is one of the pro tiers. */
export function isProTier(tier: Tier): boolean {
  return tier === 'pro' || tier === 'pro_plus';
}

/** Free in the broad sense of badges and outlines: the free tier, or a trial without a payment method. */
export function isFreeTier(user: {
  entitlements: { tier: Tier };
  isInTrial: boolean;
  hasPaymentMethod: boolean;
}): boolean {
  return user.entitlements.tier === 'free' || (user.isInTrial && !user.hasPaymentMethod);
}

/** A price for display: `$7.00 USD / month`, `¥700 JPY / month`, or `Free`. */
export function formatPrice(price: Pick<Price, 'unit_amount' | 'currency' | 'interval'>): string {
  if (price.unit_amount === 0) return 'Free';
  const amount = formatMoney(price.unit_amount, price.currency);
  return `${amount} ${price.currency.toUpperCase()} / ${price.interval}`;
}

/** A price within a sentence: `$7.00 a month`, `free`. */
export function spokenPrice(price: Pick<Price, 'unit_amount' | 'currency' | 'interval'>): string {
  return price.unit_amount === 0
    ? 'free'
    : `${formatMoney(price.unit_amount, price.currency)} a ${price.interval}`;
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A card for display: `Visa ending in 4242`, or `Card ending in 4242` for a brand we do not know. */
export function cardText(card: Pick<Card, 'brand' | 'last4'>): string {
  return `${brands[card.brand] ?? 'Card'} ending in ${card.last4}`;
}

/** The prices that a plans page lists: active ones, cheapest first. */
export function listedPrices(product: Pick<Product, 'prices'>): Price[] {
  return product.prices.filter((price) => price.active).sort((a, b) => a.unit_amount - b.unit_amount);
}
