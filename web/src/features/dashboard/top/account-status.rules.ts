import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
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

type Connection = { tone: 'good' | 'attention' | 'bad' | 'idle'; text: string };

/** The texts that the badge shows in turn: status, plan, and 'Upgrade' for people who count as free. */
export function badgeTexts(user: Badged): string[] {
  const status = user.isInTrial ? 'Free Trial' : statusWords[user.subscriptionStatus];
  const plan = user.activeProduct?.name ?? 'Free';
  return [status, plan, ...(isFreeTier(user) ? [UPGRADE] : [])];
}

/** Whether the account is connected to X and can publish posts. */
export function connectionOf(
  account: Pick<XAccount, 'needs_reconnect' | 'is_active'> | undefined,
): Connection {
  if (!account) return { tone: 'idle', text: 'No X account' };
  if (account.needs_reconnect) return { tone: 'bad', text: 'Disconnected' };
  return account.is_active
    ? { tone: 'good', text: 'Connected' }
    : { tone: 'attention', text: 'Switched off' };
}
