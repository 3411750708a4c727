/** What staff read of the world in `world.fixture.ts`: the console, and the page of one customer. */
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { buildCustomerRow } from '../features/admin/build-customer-row.fixture.ts';
import { buildOverview } from '../features/admin/build-overview.fixture.ts';
import * as customer from '../features/admin/open-customer.fixture.ts';
import { buildSubscription } from '../testing/build-subscription.fixture.ts';
import type { Answers } from '../testing/fake-server.ts';
import { inDays, inHours, NOW } from './world.fixture.ts';

const emailTemplate = {
  template_key: 'verify_email',
  locale: 'en',
  subject: 'Verify your email',
  is_published: false,
  version: 4,
  published_version: 3,
  updated_at: inDays(-3),
};
const promptTemplate = {
  template_key: 'ad_post',
  role: 'user' as const,
  model: 'small-1',
  description: 'Writes an ad',
  locale: 'en',
  niche: 'Coffee',
  is_published: true,
  version: 6,
  published_version: 6,
  updated_at: inDays(-4),
};
const saved = (version: number) => ({
  version,
  is_published: version % 2 === 1,
  is_withdrawal: version === 2,
  saved_at: inDays(version - 9),
  saved_by: '8',
  reason: `Reason ${version}`,
});
const variables = [{ name: 'link', default: 'https://drumbeat.example/verify' }];
const window = {
  id: 'w-1',
  starts_at: inDays(1),
  ends_at: inDays(1.1),
  message: 'New disks',
  holds_publishing: true,
  canceled_at: null,
};
const credits: CallOutput<'GET /api/admin/costs/credits'> = {
  balance_micros: 91_000_000,
  recorded_at: inDays(-2),
  days_left: 12,
  next_30_days_micros: 228_000_000,
  alarm_days: 14,
  is_low: true,
  counted_at: inHours(-1),
};
const usd = (amount: number) => [{ currency: 'usd', amount }];
const count = (label: string, value: number) => ({ label, count: value });

/** What the console reads. */
export function consoleWorld(): Answers {
  return {
    'GET /api/admin/me/roles': { roles: ['admin'] },
    'GET /api/health/full': {
      status: 'unhealthy',
      environment: 'production',
      database: 'drumbeat',
      checks: { database: 'ok', migrations: 'ok', worker: 'no answer' },
      oldestOverdueSeconds: 95,
      warnings: ['TRUST_PROXY is not set.'],
    },
    'GET /api/admin/metrics/summary': {
      users: 101,
      subscribers: 52,
      trials: 13,
      posted_posts: 4004,
      failed_posts: 25,
    },
    'GET /api/admin/metrics/subscribers': { active: 52, inactive: 49, hasEverSubscribed: 66 },
    'GET /api/admin/metrics/revenue': {
      currency: 'usd',
      total: 123_400,
      paidInvoiceCount: 87,
      year: 2026,
      monthly: [
        { month: '2026-10', revenue: 61_200, paidInvoiceCount: 43 },
        { month: '2026-11', revenue: 62_200, paidInvoiceCount: 44 },
      ],
      currencies: ['usd', 'eur'],
    },
    'GET /api/admin/metrics/growth': {
      months: [
        {
          month: '2026-11',
          signed_up: 31,
          trials_started: 24,
          trials_converted: 9,
          trials_lapsed: 5,
          subscriptions_started: 12,
          subscriptions_ended: 3,
        },
      ],
      cohorts: [{ month: '2026-10', signed_up: 28, trials: 21, converted: 8, subscribed: 11, ended: 2 }],
    },
    'GET /api/admin/metrics/operations': {
      days: 30,
      posted: [count('pro', 70), count('standard', 40)],
      failed: [count('X_REFUSED', 6)],
      lateness: [count('under_1s', 90), count('under_10s', 15)],
      costs: [{ tier: 'pro', x_micros: 1_050_000, model_micros: 300_000, revenue: usd(9900) }],
      backlog: {
        due: 2,
        overdue_seconds: 17,
        unknown: 1,
        stopped: false,
        held: [count('paused', 4)],
        jobs: [count('write-posts', 8)],
      },
      forecast: { x_micros: 228_000_000, model_micros: 36_000_000 },
      at: NOW,
    },
    'GET /api/admin/users/all': {
      users: [
        buildCustomerRow('31'),
        buildCustomerRow('30', {
          subscription_status: 'canceled',
          has_ever_subscribed: true,
          posts_paused: true,
          roles: ['support'],
        }),
      ],
      nextPage: 2,
    },
    'GET /api/admin/users': { users: [buildCustomerRow('29', { in_trial: true, two_factor_enabled: true })] },
    'GET /api/admin/flags': {
      flags: [
        { key: 'plans_enabled', value: true, description: 'Sells plans', version: 3, updated_at: inDays(-9) },
        {
          key: 'trial_days',
          value: 7,
          description: 'Length of a trial',
          version: 1,
          updated_at: inDays(-10),
        },
      ],
    },
    'GET /api/admin/flags/:key/versions': {
      versions: [3, 2].map((version) => ({
        ...saved(version),
        content: { value: version === 3, description: 'Sells plans' },
      })),
      nextPage: null,
    },
    'GET /api/admin/prompts': { templates: [promptTemplate] },
    'GET /api/admin/prompts/:key': {
      template: {
        ...promptTemplate,
        content: 'Write an ad for {{ niche }}.',
        variables: [{ name: 'niche' }],
      },
    },
    'GET /api/admin/prompts/:key/versions': {
      versions: [6, 5].map((version) => ({
        ...saved(version),
        content: {
          role: 'user' as const,
          model: null,
          description: 'Writes an ad',
          content: `Write ${version}.`,
          variables: [],
        },
      })),
      nextPage: 2,
    },
    'GET /api/admin/email-templates': { templates: [emailTemplate] },
    'GET /api/admin/email-templates/:key': {
      template: {
        ...emailTemplate,
        html: '<p>Verify: {{ link }}</p>',
        plain: 'Verify: {{ link }}',
        variables,
      },
    },
    'GET /api/admin/email-templates/:key/versions': {
      versions: [4, 3].map((version) => ({
        ...saved(version),
        content: { subject: `Verify ${version}`, html: '<p>Verify</p>', plain: 'Verify', variables },
      })),
      nextPage: null,
    },
    'POST /api/admin/email-templates/:key/preview': {
      subject: 'Verify your email',
      html: '<p>Verify: here</p>',
      plain: 'Verify: here',
    },
    'POST /api/admin/prompts/:key/preview': { content: 'Write an ad for Coffee.' },
    'GET /api/admin/stripe/catalog': {
      products: [
        {
          id: 'prod_pro',
          name: 'Pro',
          description: 'For three accounts.',
          active: true,
          prices: [
            {
              id: 'price_pro_monthly',
              product_id: 'prod_pro',
              active: true,
              type: 'recurring',
              unit_amount: 1500,
              currency: 'usd',
              interval: 'month',
              interval_count: 1,
              trial_period_days: 7,
              tax_behavior: 'exclusive',
              metadata: { tier: 'pro' },
            },
          ],
        },
      ],
      synced_at: inHours(-4),
    },
    'GET /api/maintenance/list': {
      windows: [window, { ...window, id: 'w-0', message: null, canceled_at: inDays(-1) }],
      nextPage: null,
    },
    'GET /api/admin/costs': {
      days: 30,
      tiers: [
        { tier: 'pro', x_micros: 1_050_000, model_micros: 300_000, revenue: usd(9900), margin: 97_650_000 },
      ],
      charges: {
        post: 600_000,
        post_with_link: 400_000,
        post_read: 50_000,
        profile_read: 20_000,
        model: 300_000,
        total: 1_370_000,
      },
      credits,
      at: NOW,
    },
    'GET /api/admin/costs/credits': credits,
    'GET /api/admin/costs/customers': {
      month: '2026-11',
      customers: [
        {
          user_id: '31',
          email: '3***@people.example',
          tier: 'pro',
          posts: 70,
          posts_with_link: 2,
          x_micros: 1_050_000,
          model_micros: 300_000,
          revenue: usd(1500),
          margin: 13_650_000,
        },
      ],
    },
    'GET /api/admin/feedback': {
      feedback: [
        {
          id: '4',
          created_at: inDays(-1),
          user_email: 'b***@people.example',
          user_id: '31',
          category: 'feature',
          rating: 4,
          message: 'More colours, please.',
          page_path: '/dashboard',
          request_id: 'request-4',
        },
      ],
      nextPage: null,
    },
    'GET /api/admin/audit': {
      logs: [
        {
          id: '900',
          created_at: inHours(-1),
          actor_user_id: '8',
          action: 'flags.updated',
          target_type: 'flag',
          target_id: 'plans_enabled',
          details: { before: { value: false }, after: { value: true }, reason: 'Launch' },
          ip: '203.0.113.0/24',
          request_id: 'request-9',
        },
      ],
      nextBefore: '900',
    },
    'GET /api/admin/niches': {
      niches: [
        { id: '1', name: 'Tea', slug: 'tea', is_active: true, selection_count: 3 },
        { id: '2', name: 'Chess', slug: 'chess', is_active: false, selection_count: 0 },
      ],
    },
    'GET /api/admin/niche-requests': {
      requests: [
        {
          id: '5',
          user_id: '31',
          user_email: 'b***@people.example',
          name: 'Foraging',
          notes: 'Mushrooms',
          created_at: inDays(-2),
          niche_exists: false,
        },
      ],
    },
  };
}

/** What the page of one customer reads. */
export function customerWorld(): Answers {
  const { at } = customer;
  return {
    'GET /api/admin/users/:id/overview': { user: buildOverview() },
    'GET /api/admin/users/:id/timeline': {
      events: [
        customer.buildEvent({}),
        customer.buildEvent({
          id: 'post:2',
          source: 'post',
          action: 'post.failed',
          by: 'system',
          details: { post_id: '2' },
        }),
      ],
      next: null,
    },
    'GET /api/admin/users/:id/twitter-accounts': { accounts: [customer.account] },
    'GET /api/admin/users/:id/billing': {
      ...customer.billing,
      subscription: buildSubscription({ nextCharge: { at: inDays(20), amount: 1500, currency: 'usd' } }),
    },
    'GET /api/admin/users/:id/costs': customer.costs,
    'GET /api/admin/users/:id/posts': ({ query }) =>
      query.page === '2'
        ? { posts: [customer.post('4', 'Posted')], nextPage: null }
        : {
            posts: [
              customer.post('1', 'Pending'),
              customer.post('2', 'Failed'),
              customer.post('3', 'Posted'),
            ],
            nextPage: 2,
          },
    'GET /api/admin/users/:id/emails': ({ query }) =>
      query.page === '2'
        ? { emails: [{ ...customer.email, id: '2' }], nextPage: null }
        : { emails: [customer.email], nextPage: 2 },
    'GET /api/admin/users/:id/sessions': {
      sessions: [
        { id: '5', created_at: at, last_seen_at: inDays(-1), device: 'Chrome on Windows', ip: '203.0.***' },
      ],
    },
  };
}
