/** The page of a customer over a server that knows one of everything. */

import type { CustomerEvent } from '@drumbeat/contract/admin/customer-timeline.ts';
import type { CustomerBilling } from '@drumbeat/contract/billing/customer-billing.ts';
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { CustomerPost } from '@drumbeat/contract/posts/posts.admin.ts';
import { buildSubscription } from '../../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import type { Answers } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { buildOverview } from '../admin.fixture.ts';

export const at = '2026-01-02T03:04:00.000Z';
const later = '2026-01-09T03:04:00.000Z';
/** What happened, as the timeline of staff has it. */
export const buildEvent = (given: Partial<CustomerEvent>): CustomerEvent => ({
  id: 'audit:1',
  at,
  source: 'audit',
  action: 'auth.signed_in',
  by: 'customer',
  staff_id: null,
  details: {},
  change_id: null,
  ...given,
});
const post = (id: string, status: CustomerPost['status']): CustomerPost => ({
  id,
  twitter_account_id: '3',
  content: `Post ${id}`,
  status,
  scheduled_time: at,
  posted_at: status === 'Posted' ? later : null,
  hold_reason: null,
  retry_count: 0,
  error_code: status === 'Failed' ? 'X_REFUSED' : null,
  error_message: null,
  tweet_url: null,
});
export const account = {
  id: '3',
  twitter_user_id: '99',
  username: 'ada',
  profile_image_url: null,
  niche: 'Coffee',
  is_active: true,
  selected: true,
  needs_reconnect: false,
  posts_paused: false,
  limited_until: null,
  stopped_since: null,
  niche_update_count: 1,
  niche_update_period_end: at,
  usage: { limit: 4, remaining: 3, periodEnd: at },
};
const billing: CustomerBilling = {
  subscription: buildSubscription(),
  ids: { customer_id: 'cus_new', subscription_id: 'sub_new' },
  previous: { customer_id: 'cus_old', subscription_id: 'sub_old', replaced_at: later },
  history: {
    invoices: [
      {
        id: 'in_1',
        date: at,
        amount: 1500,
        currency: 'usd',
        status: 'paid',
        description: 'Pro',
        invoiceUrl: 'https://stripe.example/in_1',
        receiptUrl: 'https://stripe.example/receipt_1',
      },
    ],
    hasMore: false,
    unavailable: false,
  },
};

const email: CallOutput<'GET /api/admin/users/:id/emails'>['emails'][number] = {
  id: '1',
  type: 'verify_email',
  sent_at: later,
  meta: {
    status: 'sent',
    recipient: 'j***@people.example',
    subject: 'Verify your email',
    queued_at: at,
    failed_tries: 0,
    last_error: null,
  },
};

const costs: CallOutput<'GET /api/admin/users/:id/costs'> = {
  days: 30,
  costs: { post: 15_000, post_with_link: 200_000, post_read: 0, profile_read: 0, model: 0, total: 215_000 },
  revenue: [{ currency: 'usd', amount: 1500 }],
  margin: 14_785_000,
  links: { limit: 15, used: 1, ends_at: at },
};

/** The page of a customer, at one of its tabs, as staff open it. */
export const openCustomer = (tab = '', answers: Answers = {}, user = buildUser({ roles: ['admin'] })) =>
  openScreen(`/admin/customer?id=7${tab && `&tab=${tab}`}`, {
    user,
    answers: {
      'GET /api/admin/me/roles': { roles: user.roles },
      'GET /api/admin/users/:id/overview': { user: buildOverview() },
      'GET /api/admin/users/:id/timeline': { events: [buildEvent({})], next: null },
      'GET /api/admin/users/:id/twitter-accounts': { accounts: [account] },
      'GET /api/admin/users/:id/billing': billing,
      'GET /api/admin/users/:id/costs': costs,
      'GET /api/admin/users/:id/posts': {
        posts: [post('1', 'Pending'), post('2', 'Failed'), post('3', 'Posted')],
        nextPage: null,
      },
      'GET /api/admin/users/:id/emails': {
        emails: [email],
        nextPage: null,
      },
      'GET /api/admin/users/:id/sessions': {
        sessions: [
          { id: '5', created_at: at, last_seen_at: later, device: 'Chrome on Windows', ip: '203.0.***' },
        ],
      },
      ...answers,
    },
  });
