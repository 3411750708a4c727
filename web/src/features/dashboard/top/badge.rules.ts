import { isFreeTier } from '@drumbeat/contract/billing/billing.rules.ts';
import type { User } from '@drumbeat/contract/users/users.ts';

const statusWords = {
  active: 'Active',
  inactive: 'Inactive',
  canceling: 'Canceling',
  canceled: 'Canceled',
  past_due: 'Past due',
} as const satisfies Record<User['subscriptionStatus'], string>;

/** What the badge offers to people on a free plan or trial. */
export const UPGRADE = 'Upgrade';

type Badged = Pick<
  User,
  'subscriptionStatus' | 'isInTrial' | 'hasPaymentMethod' | 'activeProduct' | 'entitlements'
>;

/** The texts that the badge shows in turn: status, plan, and 'Upgrade' for people who count as free. */
export function badgeTexts(user: Badged): string[] {
  const status = user.isInTrial ? 'Free Trial' : statusWords[user.subscriptionStatus];
  const plan = user.activeProduct?.name ?? 'Free';
  return [status, plan, ...(isFreeTier(user) ? [UPGRADE] : [])];
}
