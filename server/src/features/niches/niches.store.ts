import { and, asc, desc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { beginningWith, containing, LIKENESS, withWord } from './niches.rules.ts';
import { nicheRequests, niches } from './niches.tables.ts';
import type { NicheRecord, NicheRequest } from './niches.types.ts';

const columns = { id: niches.id, name: niches.name, parentId: niches.parentId };
const lowerName = sql`lower(${niches.name})`;

/** Names that begin with the text, then those with such a word, then those that contain it, most chosen first; then similar ones. */
export function selectNichesLike(db: Db, text: string, limit: number): Promise<NicheRecord[]> {
  const contains = sql<boolean>`${lowerName} like lower(${containing(text)})`;
  const begins = sql<boolean>`${lowerName} like lower(${beginningWith(text)})`;
  const hasWord = sql<boolean>`${lowerName} like lower(${withWord(text)})`;
  const likeness = sql<number>`word_similarity(lower(${text}), ${lowerName})`;
  return db
    .select(columns)
    .from(niches)
    .where(and(eq(niches.isActive, true), or(contains, sql`${likeness} > ${LIKENESS}`)))
    .orderBy(
      desc(begins),
      desc(hasWord),
      desc(contains),
      desc(niches.selectionCount),
      desc(likeness),
      asc(niches.id),
    )
    .limit(limit);
}

export function selectPopularNiches(db: Db, limit: number): Promise<NicheRecord[]> {
  return db
    .select(columns)
    .from(niches)
    .where(eq(niches.isActive, true))
    .orderBy(desc(niches.selectionCount), asc(niches.id))
    .limit(limit);
}

export async function selectActiveNiche(db: Db, name: string): Promise<NicheRecord | undefined> {
  const rows = await db
    .select(columns)
    .from(niches)
    .where(and(eq(niches.isActive, true), sql`${lowerName} = lower(${name})`));
  return rows[0];
}

export async function updateSelectionCount(db: Db, nicheId: number): Promise<void> {
  await db
    .update(niches)
    .set({ selectionCount: sql`${niches.selectionCount} + 1` })
    .where(eq(niches.id, nicheId));
}

/** Stores a request, unless the person made the same one before. */
export async function insertNicheRequest(
  db: Db,
  request: Omit<NicheRequest, 'id' | 'status'>,
): Promise<void> {
  await db.insert(nicheRequests).values(request).onConflictDoNothing();
}

export function selectNicheRequestsOf(db: Db, userId: number): Promise<NicheRequest[]> {
  return db
    .select()
    .from(nicheRequests)
    .where(eq(nicheRequests.userId, userId))
    .orderBy(desc(nicheRequests.createdAt), desc(nicheRequests.id));
}
