import type { Platform } from '../../platform/platform.ts';
import { expiredBefore } from '../../platform/retention.ts';
import { addChangesToDays, deleteModelCallsBefore } from './figures.store.ts';

const BATCH = 400;

/** Adds up all changes since the last time. Each counts once, however often this runs and wherever it breaks off. */
export async function updateFigureDays(deps: Pick<Platform, 'db'>): Promise<void> {
  while ((await addChangesToDays(deps.db, BATCH)) === BATCH);
}

/** Deletes calls of models that we have kept long enough; what they cost stays in the days. */
export async function deleteOldModelCalls(deps: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await deleteModelCallsBefore(deps.db, expiredBefore(deps.clock.now(), 'modelCalls'));
}
