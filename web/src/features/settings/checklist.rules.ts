/** What someone in a trial has done, and what is left. Pure. */
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
