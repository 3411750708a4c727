import { and, inArray, lt, notInArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { usedTrials } from './billing.tables.ts';

type UsedTrial = typeof usedTrials.$inferSelect;

/** Records what was used to start a trial; existing marks keep their first owner. */
export async function insertUsedTrials(tx: Db, used: readonly UsedTrial[]): Promise<void> {
  if (used.length > 0)
    await tx
      .insert(usedTrials)
      .values([...used])
      .onConflictDoNothing();
}

/** Which of these marks somebody else has already used for a trial. */
export async function selectTrialsOfOthers(
  db: Db,
  marks: readonly string[],
  ownerMarks: readonly string[],
): Promise<Pick<UsedTrial, 'kind' | 'mark'>[]> {
  if (marks.length === 0) return [];
  return db
    .select({ kind: usedTrials.kind, mark: usedTrials.mark })
    .from(usedTrials)
    .where(and(inArray(usedTrials.mark, [...marks]), notInArray(usedTrials.ownerMark, [...ownerMarks])));
}

export async function deleteUsedTrials(db: Db, before: Date): Promise<void> {
  await db.delete(usedTrials).where(lt(usedTrials.usedAt, before));
}
