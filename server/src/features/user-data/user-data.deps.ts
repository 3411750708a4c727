import type { AccountsDeps } from '../accounts/accounts.deps.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import type { BillingDeps } from '../billing/billing.deps.ts';
import type { PostsDeps } from '../posts/posts.deps.ts';

/** Every feature stores data about people, so this feature depends on all of them. */
export type UserDataDeps = AuthDeps &
  AccountsDeps &
  Pick<BillingDeps, 'payments'> &
  Pick<PostsDeps, 'tweetUrl' | 'events'>;
