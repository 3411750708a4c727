import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { savedVersions } from './versions.tables.ts';
import type { Subject, VersionRecord } from './versions.types.ts';

const columns = {
  subjectId: savedVersions.subjectId,
  version: savedVersions.version,
  content: savedVersions.content,
  isPublished: savedVersions.isPublished,
  isWithdrawal: savedVersions.isWithdrawal,
  savedAt: savedVersions.savedAt,
  savedBy: savedVersions.savedBy,
  reason: savedVersions.reason,
};
const isOf = ({ type, id }: Subject) =>
  and(eq(savedVersions.subjectType, type), eq(savedVersions.subjectId, id));

/** Blocks other saves of the same subject until the transaction ends. */
export async function lockSubject(tx: Db, { type, id }: Subject): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${type}/${id}`}, 0))`);
}

export async function selectNewestVersion(db: Db, subject: Subject): Promise<VersionRecord | undefined> {
  const [row] = await db
    .select(columns)
    .from(savedVersions)
    .where(isOf(subject))
    .orderBy(desc(savedVersions.version))
    .limit(1);
  return row;
}

/**
 * The version in use of each of these subjects, which is the newest published one; omits those without one or
 * withdrawn.
 */
export async function selectPublishedVersions(
  db: Db,
  type: Subject['type'],
  ids: readonly string[],
): Promise<VersionRecord[]> {
  const rows = await db
    .selectDistinctOn([savedVersions.subjectId], columns)
    .from(savedVersions)
    .where(
      and(
        eq(savedVersions.subjectType, type),
        inArray(savedVersions.subjectId, [...ids]),
        or(eq(savedVersions.isPublished, true), eq(savedVersions.isWithdrawal, true)),
      ),
    )
    .orderBy(savedVersions.subjectId, desc(savedVersions.version));
  return rows.filter(({ isWithdrawal }) => !isWithdrawal);
}

/** A page of versions, newest first. */
export function selectVersions(
  db: Db,
  subject: Subject,
  page: { offset: number; limit: number },
): Promise<VersionRecord[]> {
  return db
    .select(columns)
    .from(savedVersions)
    .where(isOf(subject))
    .orderBy(desc(savedVersions.version))
    .offset(page.offset)
    .limit(page.limit);
}

type NewVersion = VersionRecord & { subjectType: Subject['type'] };

export async function insertVersions(tx: Db, versions: readonly NewVersion[]): Promise<void> {
  if (versions.length > 0) await tx.insert(savedVersions).values([...versions]);
}
