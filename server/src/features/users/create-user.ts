import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { insertUser } from './users.store.ts';
import type { UserRecord } from './users.types.ts';

type NewUser = Pick<UserRecord, 'email' | 'niche' | 'timeZone' | 'emailConsent' | 'createdAt'>;

/** Adds a person, in the caller's transaction. Throws EMAIL_TAKEN where the address has an account. */
export async function createUser(tx: Db, user: NewUser): Promise<UserRecord> {
  const created = await insertUser(tx, user);
  if (!created) throw new AppError('EMAIL_TAKEN', 'An account with this email already exists.');
  return created;
}
