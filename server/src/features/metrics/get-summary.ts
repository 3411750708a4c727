import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { SubscriberMetrics } from '@drumbeat/contract/metrics/metrics.ts';
import { sumAllFigures } from '../figures/figures.queries.ts';
import type { MetricsDeps } from './metrics.deps.ts';
import { sumOf } from './metrics.rules.ts';

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
