import type { Db } from '../../../platform/database/database.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import { countLessons, deleteLessonsBefore, deleteLessonsBeyond, lockVoice } from '../voice.store.ts';
import type { VoiceDeps } from '../voice.types.ts';
import { LESSONS_KEPT, lessonsOf } from './lessons.rules.ts';

/**
 * Learns from a person's edits of texts of an account, in the caller's transaction: each text counts each of
 * its lessons once. The account must be the person's own. Keeps the account's newest 100 lessons.
 */
export async function recordEdits(
  tx: Db,
  accountId: number,
  edits: readonly { before: string; after: string }[],
  at: Date,
): Promise<void> {
  const counted = new Map<string, number>();
  for (const { before, after } of edits)
    for (const lesson of lessonsOf(before, after)) counted.set(lesson, (counted.get(lesson) ?? 0) + 1);
  if (counted.size === 0) return;
  await lockVoice(tx, accountId);
  await countLessons(tx, accountId, counted, at);
  await deleteLessonsBeyond(tx, accountId, LESSONS_KEPT);
}

/** Deletes lessons that have not occurred again for a long time. Accepted ones are rules, and are kept. */
export async function deleteOldLessons(deps: Pick<VoiceDeps, 'db' | 'clock'>): Promise<void> {
  await deleteLessonsBefore(deps.db, expiredBefore(deps.clock.now(), 'voiceLessons'));
}
