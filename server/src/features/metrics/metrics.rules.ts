import { REVENUE_MONTHS, type RevenueSummary } from '@drumbeat/contract/metrics/metrics.ts';
import { formatUnits } from '@drumbeat/contract/money.rules.ts';
import { stringify } from 'csv-stringify/sync';
import type { FigureName, FigureSum, FigureTotal } from '../figures/figures.types.ts';

/** The twelve months of a year, `2026-01` to `2026-12`. */
function monthsOf(year: number): string[] {
  return Array.from(
    { length: REVENUE_MONTHS },
    (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`,
  );
}

/** The last `count` UTC months including the current one, oldest first. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1 + index, 1))
      .toISOString()
      .slice(0, 7),
  );
}

/** The sum of a figure, optionally for one label or month. */
export function sumOf(
  sums: readonly (FigureTotal & { month?: string })[],
  name: FigureName,
  only: { label?: string; month?: string } = {},
): number {
  return sums
    .filter(
      (each) =>
        each.name === name &&
        (only.label === undefined || each.label === only.label) &&
        (only.month === undefined || each.month === only.month),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** A figure by label, largest first. */
export function byLabel(sums: readonly FigureSum[], name: FigureName): { label: string; count: number }[] {
  const labels = [...new Set(sums.filter((each) => each.name === name).map(({ label }) => label))];
  return labels
    .map((label) => ({ label, count: sumOf(sums, name, { label }) }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

/** Currencies with any revenue, the one with most charges first. */
function currenciesOf(sums: readonly FigureSum[]): string[] {
  const charged = byLabel(sums, 'revenue.charges').map(({ label }) => label);
  const others = byLabel(sums, 'revenue.net').map(({ label }) => label);
  return [...new Set([...charged, ...others])];
}

/** A year in one currency: the requested one, else the one with most charges, else dollars. */
export function revenueOf(
  sums: readonly FigureSum[],
  year: number,
  wanted: string | undefined,
): RevenueSummary {
  const currencies = currenciesOf(sums);
  const currency = wanted ?? currencies[0] ?? 'usd';
  const only = { label: currency };
  return {
    currency,
    total: sumOf(sums, 'revenue.net', only),
    paidInvoiceCount: sumOf(sums, 'revenue.charges', only),
    year,
    monthly: monthsOf(year).map((month) => ({
      month,
      revenue: sumOf(sums, 'revenue.net', { ...only, month }),
      paidInvoiceCount: sumOf(sums, 'revenue.charges', { ...only, month }),
    })),
    currencies,
  };
}

/** The CSV of a year: a row per month and currency; without any revenue, twelve rows of zero dollars. */
export function revenueCsv(sums: readonly FigureSum[], year: number): string {
  const currencies = currenciesOf(sums);
  const rows = (currencies.length > 0 ? currencies : ['usd']).flatMap((currency) =>
    revenueOf(sums, year, currency).monthly.map(({ month, revenue, paidInvoiceCount }) => [
      month,
      formatUnits(revenue, currency),
      String(paidInvoiceCount),
      currency.toUpperCase(),
    ]),
  );
  // Our own negative numbers stay numbers; anything else that a spreadsheet might run is escaped.
  return stringify([
    ['month', 'revenue', 'paid_invoice_count', 'currency'],
    ...rows.map((row) => row.map(guarded)),
  ]);
}

/** A cell that no spreadsheet treats as a formula. */
export function guarded(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
}
