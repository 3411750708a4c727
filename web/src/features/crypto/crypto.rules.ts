/** Texts of the crypto pages that depend on flags. Pure. */
import type { PublicFlags } from '@drumbeat/contract/flags/flags.ts';

/** The monthly price for display: '5 USDC per month', '7.50 USDC per month'. */
export function describeMonthlyPrice({ priceUsd, currency }: PublicFlags['cardano_pricing']): string {
  const amount = Number.isInteger(priceUsd) ? String(priceUsd) : priceUsd.toFixed(2);
  return `${amount} ${currency} per month`;
}
