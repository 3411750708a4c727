import type { Db } from '../../platform/database.ts';
import { selectUserByEmail } from './users.store.ts';
import type { UserRecord } from './users.types.ts';

/** The person of an address in lower case, or undefined. */
export function findUserByEmail(db: Db, email: string): Promise<UserRecord | undefined> {
  return selectUserByEmail(db, email);
}
