import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { lockUser } from './lock-user.ts';
import { updateUser } from './users.store.ts';

/**
 * Makes a person who leaves a stranger: address, niche, zone and roles are gone at once. Returns the address that they
 * had. Throws UNAUTHENTICATED for one who has left already.
 */
export async function forgetUser(tx: Db, userId: number, at: Date): Promise<string> {
  const { email, deletedAt } = await lockUser(tx, userId);
  if (deletedAt) throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.');
  await updateUser(tx, userId, {
    email: `deleted-${userId}@deleted.invalid`,
    niche: '',
    timeZone: 'UTC',
    emailConsent: false,
    emailVerifiedAt: null,
    roles: [],
    deletedAt: at,
    updatedAt: at,
  });
  return email;
}
