import type { Db } from '../../platform/database/database.ts';
import { insertVersions, selectPublishedVersions } from './versions.store.ts';
import type { Subject, VersionRecord } from './versions.types.ts';

/** The newest published version of each of these subjects, by id; omits those without one. */
export async function findPublished<Content>(
  db: Db,
  type: Subject['type'],
  ids: readonly string[],
): Promise<Map<string, VersionRecord<Content>>> {
  const rows = (await selectPublishedVersions(db, type, ids)) as VersionRecord<Content>[];
  return new Map(rows.map((row) => [row.subjectId, row]));
}

/**
 * Each record with its version in use: the newest that is neither a draft nor withdrawn; null if there is
 * none.
 */
export async function withPublishedVersion<T extends { isPublished: boolean; version: number }>(
  db: Db,
  type: Subject['type'],
  records: readonly T[],
  idOf: (record: T) => string,
): Promise<(T & { publishedVersion: number | null })[]> {
  const unpublished = records.filter(({ isPublished }) => !isPublished).map(idOf);
  const published = await findPublished(db, type, unpublished);
  return records.map((each) => ({
    ...each,
    publishedVersion: each.isPublished ? each.version : (published.get(idOf(each))?.version ?? null),
  }));
}

type Written = { id: string; version: number; content: unknown; savedAt: Date };

/** Records versions written by the program itself, in the caller's transaction: texts of a new release. */
export async function recordWritten(
  tx: Db,
  type: Subject['type'],
  written: readonly Written[],
): Promise<void> {
  const common = { subjectType: type, isPublished: true, isWithdrawal: false, savedBy: null, reason: null };
  await insertVersions(
    tx,
    written.map(({ id, ...rest }) => ({ ...common, subjectId: id, ...rest })),
  );
}
