import type { Db } from '../../platform/database.ts';
import { clearAddressesOf } from './audit.store.ts';

/** Forgets from where a person who left had called; what they did stays on record, by a number that names nobody. */
export async function forgetAddresses(tx: Db, userId: number): Promise<void> {
  await clearAddressesOf(tx, userId);
}
