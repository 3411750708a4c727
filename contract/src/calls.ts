import type { z } from 'zod';
import type * as accountsAdmin from './accounts/accounts.admin.ts';
import type * as accounts from './accounts/accounts.ts';
import type * as admin from './admin/admin.ts';
import type * as bulkAdmin from './admin/bulk.admin.ts';
import type * as customerTimeline from './admin/customer-timeline.ts';
import type * as customers from './admin/customers.ts';
import type * as search from './admin/search.ts';
import type * as auditAdmin from './audit/audit.admin.ts';
import type * as authAdmin from './auth/auth.admin.ts';
import type * as auth from './auth/auth.ts';
import type * as sessions from './auth/sessions.ts';
import type * as twoFactor from './auth/two-factor.ts';
import type * as billingAdmin from './billing/billing.admin.ts';
import type * as billing from './billing/billing.ts';
import type * as customerBilling from './billing/customer-billing.ts';
import type { Call } from './call.ts';
import type * as costsAdmin from './costs/costs.admin.ts';
import type * as costs from './costs/costs.ts';
import type * as customerEmails from './emails/customer-emails.ts';
import type * as emailsAdmin from './emails/emails.admin.ts';
import type * as facts from './facts/facts.ts';
import type * as feedbackAdmin from './feedback/feedback.admin.ts';
import type * as feedback from './feedback/feedback.ts';
import type * as flagsAdmin from './flags/flags.admin.ts';
import type * as flags from './flags/flags.ts';
import type * as generationAdmin from './generation/generation.admin.ts';
import type * as generation from './generation/generation.ts';
import type * as health from './health.ts';
import type * as maintenance from './maintenance/maintenance.ts';
import type * as metrics from './metrics/metrics.ts';
import type * as news from './news/news.ts';
import type * as nichesAdmin from './niches/niches.admin.ts';
import type * as niches from './niches/niches.ts';
import type * as ownPosts from './posts/own-posts.ts';
import type * as postsAdmin from './posts/posts.admin.ts';
import type * as posts from './posts/posts.ts';
import type * as prompts from './prompts/prompts.ts';
import type * as publishing from './publishing/publishing.ts';
import type * as userData from './user-data/user-data.ts';
import type * as usersAdmin from './users/users.admin.ts';
import type * as users from './users/users.ts';
import type * as voice from './voice/voice.ts';

type Modules = [
  typeof accounts,
  typeof accountsAdmin,
  typeof admin,
  typeof auditAdmin,
  typeof auth,
  typeof authAdmin,
  typeof billing,
  typeof customers,
  typeof billingAdmin,
  typeof bulkAdmin,
  typeof emailsAdmin,
  typeof costs,
  typeof costsAdmin,
  typeof customerBilling,
  typeof customerEmails,
  typeof customerTimeline,
  typeof facts,
  typeof feedback,
  typeof feedbackAdmin,
  typeof flags,
  typeof flagsAdmin,
  typeof generation,
  typeof generationAdmin,
  typeof health,
  typeof maintenance,
  typeof metrics,
  typeof news,
  typeof niches,
  typeof nichesAdmin,
  typeof ownPosts,
  typeof posts,
  typeof postsAdmin,
  typeof prompts,
  typeof publishing,
  typeof search,
  typeof sessions,
  typeof twoFactor,
  typeof userData,
  typeof users,
  typeof usersAdmin,
  typeof voice,
];
type ExportsOf<M> = M extends unknown ? M[keyof M] : never;
type AnyCall = Extract<ExportsOf<Modules[number]>, Call>;

/** Every call by its method and path: `Calls['POST /api/auth/signin']`. */
export type Calls = { [C in AnyCall as `${C['method']} ${C['path']}`]: C };
export type CallName = keyof Calls;

type InputOf<S> = S extends z.ZodType ? z.input<S> : never;
type Part<C, K extends string> = C extends { [P in K]: infer S } ? { [P in K]: InputOf<S> } : unknown;

/** What a caller sends: `params`, `query` and `body`, as far as the call declares them. */
export type CallInput<N extends CallName> = Part<Calls[N], 'params'> &
  Part<Calls[N], 'query'> &
  Part<Calls[N], 'body'>;
/** What a caller receives. */
export type CallOutput<N extends CallName> = z.output<Calls[N]['response']>;
