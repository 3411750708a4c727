import type { Costs, CreditState } from '@drumbeat/contract/costs/costs.admin.ts';
import { formatMicros } from '@drumbeat/contract/costs/costs.rules.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';

const chargeNames: Readonly<Record<Exclude<keyof Costs, 'total'>, string>> = {
  post: 'Posts without a link',
  post_with_link: 'Posts with a link',
  post_read: 'Posts read',
  profile_read: 'Profiles read',
  model: 'Language models',
};

/** Costs as names and amounts, with the total last. */
export function chargeFacts(costs: Costs): [name: string, amount: string][] {
  const parts = Object.entries(chargeNames).map(([kind, name]): [string, string] => [
    name,
    formatMicros(costs[kind as keyof typeof chargeNames]),
  ]);
  return [...parts, ['In all', formatMicros(costs.total)]];
}

/** Revenue in each currency; a dash if there is none. */
export function revenueText(revenue: readonly { currency: string; amount: number }[]): string {
  return revenue.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ') || '–';
}

/** How long the credits will last, as text. */
export function lastsText({ balance_micros: balance, days_left: days }: CreditState): string {
  if (balance === null) return 'Unknown until a balance is recorded';
  if (days === null) return 'More than 90 days';
  if (days === 0) return 'Until today';
  return days === 1 ? '1 day' : `${days} days`;
}

/** The banner's text for credits that are running out. */
export function lowText({ balance_micros: balance, days_left: days }: CreditState): string {
  const left = formatMicros(balance ?? 0);
  if ((balance ?? 0) <= 0)
    return `The credits at X are used up (${left}). No post goes out until you buy more.`;
  if (days === 0) return `The credits at X end today (${left} left). Buy more, or posts stop.`;
  return `The credits at X last ${days === 1 ? '1 more day' : `${days} more days`} (${left} left). Buy more, or posts stop.`;
}

/** Parses dollars as staff type them: `1250`, `1,250.50`, `$20`; null for anything else. */
export function dollarsOf(text: string): number | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return null;
  const dollars = Number(plain);
  return dollars <= 1_000_000 ? dollars : null;
}

/** The month of an instant and the five before it, latest first, as `2026-11` in UTC. */
export function lastMonths(now: Date): string[] {
  return Array.from({ length: 6 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
