import { isFreeTier } from '@drumbeat/contract/billing.rules.ts';
import type { User } from '@drumbeat/contract/users.ts';

const statusWords = {
  active: 'Active',
  inactive: 'Inactive',
  canceling: 'Canceling',
  canceled: 'Canceled',
  past_due: 'Past due',
} as const satisfies Record<User['subscriptionStatus'], string>;

/** What the badge offers to whoever counts as free. */
export const UPGRADE = 'Upgrade';

type Badged = Pick<
  User,
  'subscriptionStatus' | 'isInTrial' | 'hasPaymentMethod' | 'activeProduct' | 'entitlements'
>;

/** What the subscription badge shows in turn: status, plan, and 'Upgrade' for whoever counts as free. */
export function badgeTexts(user: Badged): string[] {
  const status = user.isInTrial ? 'Free Trial' : statusWords[user.subscriptionStatus];
  const plan = user.activeProduct?.name ?? 'Free';
  return [status, plan, ...(isFreeTier(user) ? [UPGRADE] : [])];
}
