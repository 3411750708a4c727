import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { sumFigures } from '../figures/figures.queries.ts';
import type { FigureSum } from '../figures/figures.types.ts';
import { readBacklog } from '../publishing/engine/register-metrics.ts';
import type { MetricsDeps } from './metrics.deps.ts';
import { byLabel, sumOf } from './metrics.rules.ts';

type Operations = CallOutput<'GET /api/admin/metrics/operations'>;

const DAYS = 30;
const PACE_DAYS = 7;

/**
 * Publishing and its costs in the last 30 days, the current backlog, and the expected costs of X and the
 * model.
 */
export async function getOperations(deps: MetricsDeps): Promise<Operations> {
  const now = deps.clock.now();
  const names = [
    'posts.posted',
    'posts.failed',
    'posts.late',
    'costs.x',
    'costs.model',
    'revenue.tier',
  ] as const;
  const [sums, week, backlog] = await Promise.all([
    sumFigures(deps.db, names, lastDays(now, DAYS)),
    sumFigures(deps.db, ['costs.x', 'costs.model'], lastDays(now, PACE_DAYS)),
    readBacklog(deps, now),
  ]);
  const ahead = (name: 'costs.x' | 'costs.model') => Math.round((sumOf(week, name) / PACE_DAYS) * DAYS);
  return {
    days: DAYS,
    posted: byLabel(sums, 'posts.posted'),
    failed: byLabel(sums, 'posts.failed'),
    lateness: byLabel(sums, 'posts.late'),
    costs: costsOf(sums),
    backlog: {
      due: backlog.due,
      overdue_seconds: Math.round(backlog.overdueSeconds),
      unknown: backlog.unknownOpen,
      stopped: backlog.isStopped,
      held: backlog.held.map(({ name, count }) => ({ label: name, count })),
      jobs: backlog.jobs.map(({ name, count }) => ({ label: name, count })),
    },
    forecast: { x_micros: ahead('costs.x'), model_micros: ahead('costs.model') },
    at: now.toISOString(),
  };
}

/** The last `days` UTC days, including today. */
function lastDays(now: Date, days: number): { from: string; until: string } {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(now.getTime() - (days - 1) * DAY_MS), until: day(now.getTime() + DAY_MS) };
}

function costsOf(sums: readonly FigureSum[]): Operations['costs'] {
  const revenue = byLabel(sums, 'revenue.tier').map(({ label, count }) => {
    const [currency = '', tier = ''] = label.split(':');
    return { currency, tier, amount: count };
  });
  const tiers = new Set([
    ...sums.filter(({ name }) => name.startsWith('costs.')).map(({ label }) => label),
    ...revenue.map(({ tier }) => tier),
  ]);
  return [...tiers].sort().map((tier) => ({
    tier,
    x_micros: sumOf(sums, 'costs.x', { label: tier }),
    model_micros: sumOf(sums, 'costs.model', { label: tier }),
    revenue: revenue
      .filter((each) => each.tier === tier)
      .map(({ currency, amount }) => ({ currency, amount })),
  }));
}
