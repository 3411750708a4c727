import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { findUser } from '../users/users.queries.ts';
import { getUserView } from './get-user-view.ts';

/** A person's profile as every screen shows it, and when the account was created. Throws NOT_FOUND. */
export async function exportProfile(deps: UsersDeps, userId: number): Promise<UserExport['user']> {
  const [view, record] = await Promise.all([getUserView(deps, userId), findUser(deps.db, userId)]);
  return { ...view, createdAt: (record?.createdAt ?? new Date(0)).toISOString() };
}
