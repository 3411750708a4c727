import type { Calls } from './calls.ts';
import type { User } from './users/users.ts';

type Role = User['roles'][number];
type StaffCall = { [N in keyof Calls]: Calls[N]['access'] extends 'staff' ? N : never }[keyof Calls];

/** Which roles may make which staff call. The server enforces it; the console hides what is not allowed. */
export const staffAccess = {
  'DELETE /api/admin/niche-requests/:id': ['admin', 'support'],
  'DELETE /api/admin/niches/:id': ['admin'],
  'GET /api/admin/email-templates': ['admin'],
  'GET /api/admin/email-templates/:key': ['admin'],
  'GET /api/admin/email-templates/:key/versions': ['admin'],
  'GET /api/admin/audit': ['admin', 'ops'],
  'GET /api/admin/costs': ['admin', 'ops'],
  'GET /api/admin/costs/credits': ['admin', 'ops'],
  'GET /api/admin/costs/customers': ['admin', 'ops'],
  'GET /api/admin/feedback': ['admin', 'support'],
  'GET /api/admin/flags': ['admin', 'ops'],
  'GET /api/admin/flags/:key/versions': ['admin', 'ops'],
  'GET /api/admin/me/roles': ['admin', 'support', 'ops'],
  'GET /api/admin/metrics/growth': ['admin', 'ops'],
  'GET /api/admin/metrics/operations': ['admin', 'ops'],
  'GET /api/admin/metrics/revenue': ['admin', 'ops'],
  'GET /api/admin/metrics/revenue/export': ['admin', 'ops'],
  'GET /api/admin/metrics/subscribers': ['admin', 'ops'],
  'GET /api/admin/metrics/summary': ['admin', 'ops'],
  'GET /api/admin/niche-requests': ['admin', 'support'],
  'GET /api/admin/niches': ['admin'],
  'GET /api/admin/search': ['admin', 'support', 'ops'],
  'GET /api/admin/prompts': ['admin'],
  'GET /api/admin/prompts/:key': ['admin'],
  'GET /api/admin/prompts/:key/versions': ['admin'],
  'GET /api/admin/users': ['admin', 'support'],
  'GET /api/admin/users/all': ['admin', 'support'],
  'GET /api/admin/stripe/catalog': ['admin', 'ops'],
  'GET /api/admin/users/:id/overview': ['admin', 'support'],
  'DELETE /api/admin/users/:id/posts/:postId': ['admin', 'support'],
  'GET /api/admin/users/:id/costs': ['admin', 'support'],
  'POST /api/admin/costs/credits': ['admin', 'ops'],
  'GET /api/admin/users/:id/billing': ['admin', 'support'],
  'POST /api/admin/ad-posts/generate': ['admin'],
  'POST /api/admin/prompts/:key/preview': ['admin'],
  'POST /api/admin/prompts/:key/withdraw': ['admin'],
  'POST /api/admin/users/bulk': ['admin', 'support'],
  'POST /api/admin/users/:id/allow-trial': ['admin', 'support'],
  'POST /api/admin/users/:id/billing/restore-previous': ['admin', 'support'],
  'POST /api/admin/users/:id/open-portal': ['admin', 'support'],
  'GET /api/admin/users/:id/emails': ['admin', 'support'],
  'POST /api/admin/users/:id/send-email': ['admin', 'support'],
  'DELETE /api/admin/users/:id/sessions': ['admin', 'support'],
  'GET /api/admin/users/:id/timeline': ['admin', 'support'],
  'GET /api/admin/users/:id/twitter-accounts': ['admin', 'support'],
  'GET /api/admin/users/:id/posts': ['admin', 'support'],
  'GET /api/admin/users/:id/sessions': ['admin', 'support'],
  'POST /api/admin/users/:id/grant-generate': ['admin', 'support'],
  'POST /api/admin/users/:id/pause-posts': ['admin', 'support'],
  'POST /api/admin/users/:id/posts/:postId/retry': ['admin', 'support'],
  'POST /api/admin/users/:id/resend-verification': ['admin', 'support'],
  'POST /api/admin/users/:id/reset-2fa': ['admin', 'support'],
  'POST /api/admin/users/:id/reset-niche-retries': ['admin', 'support'],
  'POST /api/admin/users/:id/reset-post-generation': ['admin', 'support'],
  'POST /api/admin/users/:id/roles': ['admin'],
  'POST /api/admin/users/:id/undo': ['admin', 'support'],
  'POST /api/admin/users/:id/unpause-posts': ['admin', 'support'],
  'POST /api/admin/users/:id/view-as': ['admin', 'support'],
  'GET /api/health/full': ['admin', 'ops'],
  'GET /api/maintenance/list': ['admin', 'ops'],
  'POST /api/admin/niche-requests/:id/approve': ['admin', 'support'],
  'POST /api/admin/niches': ['admin'],
  'POST /api/admin/stripe/prices': ['admin'],
  'POST /api/admin/stripe/products': ['admin'],
  'POST /api/admin/stripe/sync': ['admin', 'ops'],
  'POST /api/admin/email-templates/:key/preview': ['admin'],
  'POST /api/admin/email-templates/:key/test-send': ['admin'],
  'POST /api/admin/email-templates/:key/withdraw': ['admin'],
  'POST /api/maintenance/cancel': ['admin', 'ops'],
  'POST /api/maintenance/schedule': ['admin', 'ops'],
  'PUT /api/admin/email-templates/:key': ['admin'],
  'PUT /api/admin/flags/:key': ['admin', 'ops'],
  'PUT /api/admin/prompts/:key': ['admin'],
  'PUT /api/admin/niches/:id': ['admin'],
  'PUT /api/admin/stripe/prices/:id': ['admin'],
  'PUT /api/admin/stripe/products/:id': ['admin'],
  /** A customer's call that these roles may make for any post. */
  'GET /api/posts/:id/timeline': ['admin', 'support'],
} as const satisfies Record<StaffCall | 'GET /api/posts/:id/timeline', readonly Role[]>;

/** The only staff call allowed before two-factor is on: it lets the console explain how to turn it on. */
export const beforeTwoFactor = 'GET /api/admin/me/roles' satisfies StaffCall;

/** The only changing call that a view of a customer may make: it ends the view. */
export const stopsView = 'POST /api/auth/signout' satisfies keyof Calls;

/** Whether someone with these roles may make the call; false for calls that are not in the table. */
export function staffMay(roles: readonly Role[], call: string): boolean {
  const table: Record<string, readonly Role[]> = staffAccess;
  const allowed = Object.hasOwn(table, call) ? (table[call] ?? []) : [];
  return roles.some((role) => allowed.includes(role));
}
