import { FACTS_MOST } from '@drumbeat/contract/facts/facts.rules.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { facts } from './facts.tables.ts';
import type { FactRecord, NewFact } from './facts.types.ts';

/** The facts of an account, in the order in which they were added. */
export function selectFacts(db: Db, accountId: number): Promise<FactRecord[]> {
  return db
    .select()
    .from(facts)
    .where(eq(facts.accountId, accountId))
    .orderBy(asc(facts.id))
    .limit(FACTS_MOST);
}

/** The facts of all of a person's accounts. */
export function selectFactsOfUser(db: Db, userId: number): Promise<FactRecord[]> {
  return db.select().from(facts).where(eq(facts.userId, userId)).orderBy(asc(facts.accountId), asc(facts.id));
}

export async function insertFacts(
  tx: Db,
  owner: { userId: number; accountId: number; at: Date },
  added: readonly NewFact[],
): Promise<FactRecord[]> {
  if (added.length === 0) return [];
  const { userId, accountId, at } = owner;
  const rows = added.map(({ kind, text }) => ({
    userId,
    accountId,
    kind,
    text,
    createdAt: at,
    updatedAt: at,
  }));
  const inserted = await tx.insert(facts).values(rows).returning();
  return inserted.sort((a, b) => a.id - b.id);
}

export async function selectFactForUpdate(tx: Db, id: number): Promise<FactRecord | undefined> {
  const [row] = await tx.select().from(facts).where(eq(facts.id, id)).for('update');
  return row;
}

export async function updateFact(
  tx: Db,
  id: number,
  change: NewFact & { updatedAt: Date },
): Promise<FactRecord | undefined> {
  const [row] = await tx.update(facts).set(change).where(eq(facts.id, id)).returning();
  return row;
}

export async function deleteFactRow(tx: Db, id: number): Promise<void> {
  await tx.delete(facts).where(eq(facts.id, id));
}

/** Deletes a person's facts, of one account or of all. */
export async function deleteFactsOf(tx: Db, userId: number, accountId?: number): Promise<void> {
  const mine = eq(facts.userId, userId);
  await tx.delete(facts).where(accountId === undefined ? mine : and(mine, eq(facts.accountId, accountId)));
}
