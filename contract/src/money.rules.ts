/** Currencies that Stripe counts in whole units. Source: docs.stripe.com/currencies, zero-decimal. */
const withoutCents = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
/** Currencies that Stripe counts in thousandths. */
const withThousandths = new Set('bhd jod kwd omr tnd'.split(' '));

function decimalsOf(currency: string): number {
  if (withoutCents.has(currency)) return 0;
  return withThousandths.has(currency) ? 3 : 2;
}

/**
 * Formats an amount: `$7.00`, `¥700`, `-$7.00`. `amount` is in the smallest unit that Stripe counts the
 * currency in; `currency` is its ISO code in any case. An unknown code is put before the number.
 */
export function formatMoney(amount: number, currency: string): string {
  const code = currency.toLowerCase();
  const decimals = decimalsOf(code);
  const value = amount / 10 ** decimals;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (!/^[a-z]{3}$/.test(code)) return `${currency} ${value.toFixed(decimals)}`;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    ...digits,
  }).format(value);
}

/** An amount as a plain number for a table: `7.00`, `700`, `-7.00`. */
export function formatUnits(amount: number, currency: string): string {
  const decimals = decimalsOf(currency.toLowerCase());
  return (amount / 10 ** decimals).toFixed(decimals);
}
