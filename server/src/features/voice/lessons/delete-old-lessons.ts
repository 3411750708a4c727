import { expiredBefore } from '../../../platform/retention.ts';
import type { VoiceDeps } from '../voice.deps.ts';
import { deleteLessonsBefore } from '../voice.store.ts';

/** Deletes lessons that have not occurred again for a long time. Accepted ones are rules, and are kept. */
export async function deleteOldLessons(deps: Pick<VoiceDeps, 'db' | 'clock'>): Promise<void> {
  await deleteLessonsBefore(deps.db, expiredBefore(deps.clock.now(), 'voiceLessons'));
}
