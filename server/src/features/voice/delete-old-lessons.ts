import { expiredBefore } from '../../platform/retention.ts';
import type { VoiceDeps } from './voice.deps.ts';
import { deleteLessonsBefore } from './voice.store.ts';

/** Deletes lessons that were not met again for long enough; accepted ones are rules, and stay. */
export async function deleteOldLessons(deps: Pick<VoiceDeps, 'db' | 'clock'>): Promise<void> {
  await deleteLessonsBefore(deps.db, expiredBefore(deps.clock.now(), 'voiceLessons'));
}
