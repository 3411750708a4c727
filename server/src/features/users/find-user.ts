import type { Db } from '../../platform/database.ts';
import { selectUser } from './users.store.ts';
import type { UserRecord } from './users.types.ts';

/** The person of an id, or undefined. */
export function findUser(db: Db, userId: number): Promise<UserRecord | undefined> {
  return selectUser(db, userId);
}
