import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { selectUserForUpdate } from './users.store.ts';
import type { UserRecord } from './users.types.ts';

/** Holds a person's row until the transaction ends, so that what is counted per person is counted once. Throws NOT_FOUND. */
export async function lockUser(tx: Db, userId: number): Promise<UserRecord> {
  const user = await selectUserForUpdate(tx, userId);
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
  return user;
}
