import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { AppError } from '../../platform/errors.ts';
import { shownAccount } from '../accounts/accounts.rules.ts';
import { getBilling } from '../billing/get-billing.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { findUser } from '../users/users.queries.ts';
import { selectUserView } from './user-view.store.ts';
import { userView } from './user-view.view.ts';

/** A person's own view, with their billing and account data. Throws NOT_FOUND. */
export async function getUserView(deps: UsersDeps, userId: number): Promise<User> {
  const now = deps.clock.now();
  const [user, billing] = await Promise.all([
    selectUserView(deps.db, userId),
    getBilling(deps.db, now, userId),
  ]);
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
  const { accountId, nicheUpdateCount, ...rest } = user;
  const account =
    accountId === null || nicheUpdateCount === null
      ? undefined
      : shownAccount({ ...rest, nicheUpdateCount }, billing.entitlements, now);
  return userView(user, billing, account);
}

/** A person's profile as every screen shows it, and when the account was created. Throws NOT_FOUND. */
export async function exportProfile(deps: UsersDeps, userId: number): Promise<UserExport['user']> {
  const [view, record] = await Promise.all([getUserView(deps, userId), findUser(deps.db, userId)]);
  return { ...view, createdAt: (record?.createdAt ?? new Date(0)).toISOString() };
}
