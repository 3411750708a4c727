import { and, asc, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/database/database.ts';
import { beginningWith, containing, LIKENESS, withWord } from './niches.rules.ts';
import { nicheRequests, niches } from './niches.tables.ts';
import type { NicheRecord, NicheRequest, RequestSearch, StaffNicheRecord } from './niches.types.ts';

const columns = { id: niches.id, name: niches.name, parentId: niches.parentId };
const lowerName = sql`lower(${niches.name})`;

/**
 * Names that begin with the text, then names with a word that does, then names that contain it, each by
 * popularity; then similar names.
 */
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

const staffColumns = {
  id: niches.id,
  name: niches.name,
  slug: niches.slug,
  isActive: niches.isActive,
  selectionCount: niches.selectionCount,
};

const everyNiche = prepared((db) =>
  db
    .select(staffColumns)
    .from(niches)
    .orderBy(asc(lowerName), asc(niches.id))
    .limit(sql.placeholder('limit'))
    .prepare('every_niche'),
);
/** Every niche, by name; there are a few hundred. */
export function selectEveryNiche(db: Db, limit: number): Promise<StaffNicheRecord[]> {
  return everyNiche(db).execute({ limit });
}

/** Undefined if the name (in any case) or the slug is taken. */
export async function insertNiche(
  tx: Db,
  niche: { name: string; slug: string; isActive: boolean },
): Promise<StaffNicheRecord | undefined> {
  const [row] = await tx.insert(niches).values(niche).onConflictDoNothing().returning(staffColumns);
  return row;
}

/** The niche with this name in any case, else the one with this slug. */
export async function selectNicheLike(
  db: Db,
  { name, slug = '' }: { name: string; slug?: string },
): Promise<StaffNicheRecord | undefined> {
  const isNamed = sql<boolean>`${lowerName} = lower(${name})`;
  const [row] = await db
    .select(staffColumns)
    .from(niches)
    .where(or(isNamed, eq(niches.slug, slug)))
    .orderBy(desc(isNamed))
    .limit(1);
  return row;
}

export async function selectNicheForUpdate(tx: Db, id: number): Promise<StaffNicheRecord | undefined> {
  const [row] = await tx.select(staffColumns).from(niches).where(eq(niches.id, id)).for('update');
  return row;
}

export async function updateNicheRow(
  tx: Db,
  id: number,
  change: { selectionCount: number; isActive: boolean },
): Promise<void> {
  await tx.update(niches).set(change).where(eq(niches.id, id));
}

export async function deleteNicheRow(tx: Db, id: number): Promise<void> {
  await tx.delete(niches).where(eq(niches.id, id));
}

export async function hasChildren(db: Db, id: number): Promise<boolean> {
  const found = await db.select({ id: niches.id }).from(niches).where(eq(niches.parentId, id)).limit(1);
  return found.length > 0;
}

/** Open requests, newest first, each with whether a niche of that name exists. */
export function selectOpenRequests(
  db: Db,
  search: RequestSearch,
  limit: number,
): Promise<(NicheRequest & { nicheExists: boolean })[]> {
  const isListed = sql<boolean>`exists (select 1 from niches n where lower(n.name) = lower(niche_requests.name))`;
  return db
    .select({ ...getTableColumns(nicheRequests), nicheExists: isListed })
    .from(nicheRequests)
    .where(and(eq(nicheRequests.status, 'open'), searchedRequests(search)))
    .orderBy(desc(nicheRequests.createdAt), desc(nicheRequests.id))
    .limit(limit);
}

function searchedRequests(search: RequestSearch): SQL | undefined {
  if (search === null) return undefined;
  if ('userId' in search) return eq(nicheRequests.userId, search.userId);
  return sql`lower(${nicheRequests.name} || ' ' || coalesce(${nicheRequests.notes}, '')) like lower(${containing(search.words)})`;
}

export async function selectRequestForUpdate(tx: Db, id: number): Promise<NicheRequest | undefined> {
  const [row] = await tx.select().from(nicheRequests).where(eq(nicheRequests.id, id)).for('update');
  return row;
}

/** Closes every open request with this name, in any case; returns their ids. */
export async function updateRequestsToAdded(tx: Db, name: string): Promise<number[]> {
  const closed = await tx
    .update(nicheRequests)
    .set({ status: 'added' })
    .where(and(eq(nicheRequests.status, 'open'), sql`lower(${nicheRequests.name}) = lower(${name})`))
    .returning({ id: nicheRequests.id });
  return closed.map(({ id }) => id).sort((a, b) => a - b);
}

export async function deleteRequestRow(tx: Db, id: number): Promise<void> {
  await tx.delete(nicheRequests).where(eq(nicheRequests.id, id));
}
