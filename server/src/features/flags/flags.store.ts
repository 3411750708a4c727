import { inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import type { FlagRecord } from './flags.rules.ts';
import { featureFlags } from './flags.tables.ts';

export function selectFlags(db: Db, keys: readonly string[]): Promise<FlagRecord[]> {
  return db
    .select({ key: featureFlags.key, value: featureFlags.value })
    .from(featureFlags)
    .where(inArray(featureFlags.key, [...keys]));
}
