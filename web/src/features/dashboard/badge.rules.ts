import { isFreeTier } from '@drumbeat/contract/billing.rules.ts';
import type { User } from '@drumbeat/contract/users.ts';

const statusWords = {
  active: 'Active',
  inactive: 'Inactive',
  canceling: 'Canceling',
  canceled: 'Canceled',
  past_due: 'Past due',
} as const satisfies Record<User['subscriptionStatus'], string>;

type Badged = Pick<
  User,
  'subscriptionStatus' | 'isInTrial' | 'hasPaymentMethod' | 'activeProduct' | 'entitlements'
>;

/** What the subscription badge shows by turns: status, plan, and 'Upgrade' for the free tier in the wide sense. */
export function badgeTexts(user: Badged): string[] {
  const status = user.isInTrial ? 'Free Trial' : statusWords[user.subscriptionStatus];
  const plan = user.activeProduct?.name ?? 'Free';
  return [status, plan, ...(isFreeTier(user) ? ['Upgrade'] : [])];
}
