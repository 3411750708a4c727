import type { User } from '@drumbeat/contract/users.ts';
import { AppError } from '../../platform/errors.ts';
import type { UsersDeps } from './users.deps.ts';
import { selectUser } from './users.store.ts';
import { userView } from './users.view.ts';

/** A person with what billing and accounts know of them, fit to be sent to that person. Throws NOT_FOUND. */
export async function getUserView(deps: UsersDeps, userId: number): Promise<User> {
  const [user, billing, account, twoFactorEnabled] = await Promise.all([
    selectUser(deps.db, userId),
    deps.billingOf(deps.db, userId),
    deps.selectedAccountOf(deps.db, userId),
    deps.twoFactorOn(deps.db, userId),
  ]);
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
  return userView(user, billing, account, twoFactorEnabled);
}
