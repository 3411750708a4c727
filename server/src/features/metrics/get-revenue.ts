import type { RevenueSummary } from '@drumbeat/contract/metrics/metrics.ts';
import { sumFigures } from '../figures/figures.queries.ts';
import type { FigureSum } from '../figures/figures.types.ts';
import type { MetricsDeps } from './metrics.deps.ts';
import { revenueCsv, revenueOf } from './metrics.rules.ts';

type Query = { year?: number | undefined; currency?: string | undefined };

/** Revenue of a year (default: the current one) by UTC month, in one currency. */
export async function getRevenue(deps: MetricsDeps, { year, currency }: Query): Promise<RevenueSummary> {
  const asked = year ?? presentYear(deps);
  return revenueOf(await readYear(deps, asked), asked, currency);
}

/** Revenue of a year in all currencies as a CSV file, with its name. */
export async function exportRevenue(
  deps: MetricsDeps,
  { year }: Pick<Query, 'year'>,
): Promise<{ name: string; file: Blob }> {
  const asked = year ?? presentYear(deps);
  const csv = revenueCsv(await readYear(deps, asked), asked);
  return { name: `drumbeat-revenue-${asked}.csv`, file: new Blob([csv], { type: 'text/csv' }) };
}

function presentYear(deps: MetricsDeps): number {
  return deps.clock.now().getUTCFullYear();
}

function readYear(deps: MetricsDeps, year: number): Promise<FigureSum[]> {
  const days = { from: `${year}-01-01`, until: `${year + 1}-01-01` };
  return sumFigures(deps.db, ['revenue.net', 'revenue.charges'], days);
}
