import { and, asc, desc, eq, gte, inArray, lt, ne, sql, sum } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/database/database.ts';
import { movements } from './billing.tables.ts';
import type { Movement } from './billing.types.ts';

/**
 * Records movements. Returns the new ones, and those whose kind has changed, for example when a dispute ends.
 * The caller must have locked the person's subscription.
 */
export async function upsertMovements(
  tx: Db,
  userId: number,
  seen: readonly Movement[],
): Promise<{ fresh: Movement[]; changed: { movement: Movement; was: Movement['kind'] }[] }> {
  if (seen.length === 0) return { fresh: [], changed: [] };
  const ids = seen.map((one) => one.id);
  const known = new Map(
    (await tx.select().from(movements).where(inArray(movements.id, ids))).map((row) => [row.id, row.kind]),
  );
  const fresh = seen.filter((one) => !known.has(one.id));
  const changed = seen.flatMap((movement) => {
    const was = known.get(movement.id);
    return was === undefined || was === movement.kind ? [] : [{ movement, was }];
  });
  if (fresh.length > 0)
    await tx
      .insert(movements)
      .values(fresh.map((one) => ({ ...one, userId })))
      .onConflictDoNothing();
  for (const { movement } of changed)
    await tx
      .update(movements)
      .set({ kind: movement.kind })
      .where(and(eq(movements.id, movement.id), eq(movements.userId, userId)));
  return { fresh, changed };
}

const returnsSince = prepared((db) =>
  db
    .select()
    .from(movements)
    .where(
      and(
        eq(movements.userId, sql.placeholder('userId')),
        ne(movements.kind, 'charged'),
        gte(movements.at, sql.placeholder('since')),
      ),
    )
    .orderBy(desc(movements.at), desc(movements.id))
    .limit(sql.placeholder('limit'))
    .prepare('returns'),
);
/** Refunds and disputes since `since`, newest first. */
export async function selectReturns(db: Db, userId: number, since: Date, limit: number): Promise<Movement[]> {
  const rows = await returnsSince(db).execute({ userId, since, limit });
  return rows.map(({ userId: _, ...movement }) => movement);
}

/** All recorded movements of a person, oldest first. Retention bounds their number. */
export async function selectMovements(db: Db, userId: number): Promise<Movement[]> {
  return db
    .select({
      id: movements.id,
      kind: movements.kind,
      amount: movements.amount,
      currency: movements.currency,
      at: movements.at,
    })
    .from(movements)
    .where(eq(movements.userId, userId))
    .orderBy(asc(movements.at), asc(movements.id));
}

export async function deleteMovementsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(movements).where(lt(movements.at, before));
}

/** Sums of these people's movements from `from` until before `until`, by kind and currency, in its order. */
export function selectMovementSums(
  db: Db,
  userIds: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<{ userId: number; kind: Movement['kind']; currency: string; amount: number }[]> {
  return db
    .select({
      userId: movements.userId,
      kind: movements.kind,
      currency: movements.currency,
      amount: sum(movements.amount).mapWith(Number),
    })
    .from(movements)
    .where(and(inArray(movements.userId, [...userIds]), gte(movements.at, from), lt(movements.at, until)))
    .groupBy(movements.userId, movements.kind, movements.currency)
    .orderBy(asc(movements.currency), asc(movements.kind));
}
