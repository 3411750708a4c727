import type { z } from 'zod';
import type * as accountsAdmin from './accounts.admin.ts';
import type * as accounts from './accounts.ts';
import type * as admin from './admin.ts';
import type * as auditAdmin from './audit.admin.ts';
import type * as authAdmin from './auth.admin.ts';
import type * as auth from './auth.ts';
import type * as billingAdmin from './billing.admin.ts';
import type * as billing from './billing.ts';
import type * as bulkAdmin from './bulk.admin.ts';
import type { Call } from './call.ts';
import type * as costsAdmin from './costs.admin.ts';
import type * as costs from './costs.ts';
import type * as customerBilling from './customer-billing.ts';
import type * as customerEmails from './customer-emails.ts';
import type * as customerTimeline from './customer-timeline.ts';
import type * as customers from './customers.ts';
import type * as emailsAdmin from './emails.admin.ts';
import type * as facts from './facts.ts';
import type * as feedbackAdmin from './feedback.admin.ts';
import type * as feedback from './feedback.ts';
import type * as flagsAdmin from './flags.admin.ts';
import type * as flags from './flags.ts';
import type * as generationAdmin from './generation.admin.ts';
import type * as generation from './generation.ts';
import type * as health from './health.ts';
import type * as maintenance from './maintenance.ts';
import type * as metrics from './metrics.ts';
import type * as news from './news.ts';
import type * as nichesAdmin from './niches.admin.ts';
import type * as niches from './niches.ts';
import type * as ownPosts from './own-posts.ts';
import type * as postsAdmin from './posts.admin.ts';
import type * as posts from './posts.ts';
import type * as prompts from './prompts.ts';
import type * as publishing from './publishing.ts';
import type * as search from './search.ts';
import type * as sessionsAdmin from './sessions.admin.ts';
import type * as sessions from './sessions.ts';
import type * as twoFactor from './two-factor.ts';
import type * as userData from './user-data.ts';
import type * as usersAdmin from './users.admin.ts';
import type * as users from './users.ts';
import type * as voice from './voice.ts';

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
  typeof sessionsAdmin,
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
