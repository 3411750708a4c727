import type { Db } from '../../platform/database.ts';
import { insertVersions, selectPublishedVersions } from './versions.store.ts';
import type { Subject, VersionRecord } from './versions.types.ts';

/** The newest published version of each of these subjects, by id; nothing for one that has none. */
export async function findPublished<Content>(
  db: Db,
  type: Subject['type'],
  ids: readonly string[],
): Promise<Map<string, VersionRecord<Content>>> {
  const rows = (await selectPublishedVersions(db, type, ids)) as VersionRecord<Content>[];
  return new Map(rows.map((row) => [row.subjectId, row]));
}

type Written = { id: string; version: number; content: unknown; savedAt: Date };

/** Records what the program itself wrote, in the caller's transaction: texts that came with a new release. */
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
