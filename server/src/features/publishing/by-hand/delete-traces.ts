import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import { deleteTracesBefore, deleteTracesOf } from '../lanes/history.store.ts';
import { deletePausesBefore } from '../lanes/pauses.store.ts';

/** Erases what is kept about a person's deleted posts, immediately. */
export async function deleteTraces(tx: Db, userId: number): Promise<void> {
  await deleteTracesOf(tx, userId);
}

/** Erases what is kept about posts deleted more than 90 days ago, and about pauses that ended long ago. */
export async function deleteOldTraces(deps: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await deleteTracesBefore(deps.db, expiredBefore(deps.clock.now(), 'deletedPosts'));
  await deletePausesBefore(deps.db, expiredBefore(deps.clock.now(), 'publishingPauses'));
}
