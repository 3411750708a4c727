import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { sumFigures } from '../figures/figures.queries.ts';
import type { MetricsDeps } from './metrics.deps.ts';
import { lastMonths, sumOf } from './metrics.rules.ts';

const MONTHS = 12;

/** Trials, conversion and churn of the last twelve months, and the outcome of each month's sign-ups. */
export async function getGrowth(deps: MetricsDeps): Promise<CallOutput<'GET /api/admin/metrics/growth'>> {
  const months = lastMonths(deps.clock.now(), MONTHS);
  const names = [
    'users.signed_up',
    'trials.started',
    'trials.converted',
    'trials.lapsed',
    'subscriptions.started',
    'subscriptions.ended',
  ] as const;
  // A cohort's events are never older than the cohort.
  const sums = await sumFigures(deps.db, names, { from: `${months[0]}-01`, until: '9999-12-31' });
  return {
    months: months.map((month) => ({
      month,
      signed_up: sumOf(sums, 'users.signed_up', { month }),
      trials_started: sumOf(sums, 'trials.started', { month }),
      trials_converted: sumOf(sums, 'trials.converted', { month }),
      trials_lapsed: sumOf(sums, 'trials.lapsed', { month }),
      subscriptions_started: sumOf(sums, 'subscriptions.started', { month }),
      subscriptions_ended: sumOf(sums, 'subscriptions.ended', { month }),
    })),
    cohorts: months.map((month) => ({
      month,
      signed_up: sumOf(sums, 'users.signed_up', { month }),
      trials: sumOf(sums, 'trials.started', { label: month }),
      converted: sumOf(sums, 'trials.converted', { label: month }),
      subscribed: sumOf(sums, 'subscriptions.started', { label: month }),
      ended: sumOf(sums, 'subscriptions.ended', { label: month }),
    })),
  };
}
