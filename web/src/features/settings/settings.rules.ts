/** What the settings say about niche changes, and the checklist of a trial. Pure. */

import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';

export type ChecklistStep = 'verify' | 'connect' | 'niche' | 'schedule' | 'plan';

type Person = Pick<
  User,
  'emailVerifiedAt' | 'niche' | 'lastSchedulingCycle' | 'activeProduct' | 'hasPaymentMethod'
>;

/** The steps in order; `done` marks completed ones. */
export function checklistOf(
  user: Person,
  accounts: readonly Pick<XAccount, 'niche'>[],
): { step: ChecklistStep; done: boolean }[] {
  return [
    { step: 'verify', done: user.emailVerifiedAt !== null },
    { step: 'connect', done: accounts.length > 0 },
    { step: 'niche', done: user.niche !== '' },
    { step: 'schedule', done: user.lastSchedulingCycle !== null },
    { step: 'plan', done: user.activeProduct !== null && user.hasPaymentMethod },
  ];
}

/** How many changes are left, or until when there are none; undefined if changes are not limited. */
export function changesLeftText(left: number | null, untilDay: string | null): string | undefined {
  if (left === null) return undefined;
  if (left === 0) return `Niche change limit reached${untilDay ? ` until ${untilDay}` : ''}.`;
  const changes = left === 1 ? '1 niche change' : `${left} niche changes`;
  return `${changes} left ${untilDay ? `until ${untilDay}` : 'in this billing cycle'}.`;
}

/** Whether the chosen niche can be saved: it differs, the plan is active, and a change is left. */
export function maySaveNiche(
  user: Pick<User, 'niche' | 'nicheUpdateRemaining' | 'subscriptionStatus'>,
  chosen: string,
): boolean {
  return chosen !== user.niche && user.subscriptionStatus !== 'canceled' && user.nicheUpdateRemaining !== 0;
}

/** Whether to suggest niches right away: to people without an active subscription, and to admins. */
export function seesSuggestions({
  subscriptionStatus,
  roles,
}: Pick<User, 'subscriptionStatus' | 'roles'>): boolean {
  return subscriptionStatus !== 'active' || roles.includes('admin');
}
