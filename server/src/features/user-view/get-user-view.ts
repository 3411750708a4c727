import type { User } from '@drumbeat/contract/users.ts';
import { AppError } from '../../platform/errors.ts';
import { getSelectedAccount } from '../accounts/get-selected-account.ts';
import { isTwoFactorOn } from '../auth/auth.queries.ts';
import { getBilling } from '../billing/get-billing.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { findUser } from '../users/users.queries.ts';
import { userView } from './user-view.view.ts';

/** A person's own view, with their billing and account data. Throws NOT_FOUND. */
export async function getUserView(deps: UsersDeps, userId: number): Promise<User> {
  const [user, billing, account, twoFactorEnabled] = await Promise.all([
    findUser(deps.db, userId),
    getBilling(deps.db, deps.clock.now(), userId),
    getSelectedAccount(deps, userId),
    isTwoFactorOn(deps.db, userId),
  ]);
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
  return userView(user, billing, account, twoFactorEnabled);
}
