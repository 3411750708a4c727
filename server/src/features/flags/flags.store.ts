import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { FlagRecord } from './flags.rules.ts';
import { featureFlags } from './flags.tables.ts';
import type { SavedFlag } from './flags.types.ts';

export function selectFlags(db: Db, keys: readonly string[]): Promise<FlagRecord[]> {
  return db
    .select({ key: featureFlags.key, value: featureFlags.value })
    .from(featureFlags)
    .where(inArray(featureFlags.key, [...keys]));
}

export function selectAllFlags(db: Db): Promise<SavedFlag[]> {
  return db.select().from(featureFlags).orderBy(asc(featureFlags.key));
}

export async function selectFlag(db: Db, key: string): Promise<SavedFlag | undefined> {
  const [row] = await db.select().from(featureFlags).where(eq(featureFlags.key, key));
  return row;
}

/** Inserts a flag, or updates the one of this key. */
export async function upsertFlag(tx: Db, flag: SavedFlag): Promise<void> {
  // JSON null, not SQL null.
  const row = { ...flag, value: sql`${JSON.stringify(flag.value)}::jsonb` };
  const { key: _, ...changed } = row;
  await tx.insert(featureFlags).values(row).onConflictDoUpdate({ target: featureFlags.key, set: changed });
}
