import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { RevenueSummary, SubscriberMetrics } from '@drumbeat/contract/metrics/metrics.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Platform } from '../../platform/platform.ts';
import { sumAllFigures, sumFigures } from '../figures/figures.queries.ts';
import type { FigureSum } from '../figures/figures.types.ts';
import { readBacklog } from '../publishing/engine/register-metrics.ts';
import { byLabel, lastMonths, revenueCsv, revenueOf, sumOf } from './metrics.rules.ts';

export type MetricsDeps = Pick<Platform, 'db' | 'clock'>;

type Operations = CallOutput<'GET /api/admin/metrics/operations'>;

const DAYS = 30;
const PACE_DAYS = 7;

type Query = { year?: number | undefined; currency?: string | undefined };

const MONTHS = 12;

/** How many people have a running plan, how many do not, and how many ever had one. */
export async function getSubscribers(deps: MetricsDeps): Promise<SubscriberMetrics> {
  const names = ['users.signed_up', 'users.left', 'subscribers.active', 'subscribers.ever'] as const;
  const sums = await sumAllFigures(deps.db, names);
  const users = sumOf(sums, 'users.signed_up') - sumOf(sums, 'users.left');
  const active = sumOf(sums, 'subscribers.active');
  return {
    active,
    inactive: Math.max(0, users - active),
    hasEverSubscribed: sumOf(sums, 'subscribers.ever'),
  };
}

/** Total numbers of users, subscribers, trials, and posted and failed posts. */
export async function getSummary(deps: MetricsDeps): Promise<CallOutput<'GET /api/admin/metrics/summary'>> {
  const sums = await sumAllFigures(deps.db, [
    'users.signed_up',
    'users.left',
    'subscribers.active',
    'subscribers.in_trial',
    'posts.posted',
    'posts.failed',
  ]);
  return {
    users: sumOf(sums, 'users.signed_up') - sumOf(sums, 'users.left'),
    subscribers: sumOf(sums, 'subscribers.active'),
    trials: sumOf(sums, 'subscribers.in_trial'),
    posted_posts: sumOf(sums, 'posts.posted'),
    failed_posts: sumOf(sums, 'posts.failed'),
  };
}

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
