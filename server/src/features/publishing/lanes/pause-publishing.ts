import type { Db } from '../../../platform/database/database.ts';
import type { HoldDeps } from '../publishing.deps.ts';
import type { NewPause } from '../publishing.types.ts';
import { insertPause, updatePauseEnd } from './pauses.store.ts';

/** Pauses all publishing during a maintenance window. Posts that come due in it later move to free slots. */
export async function pausePublishing(tx: Db, pause: NewPause): Promise<void> {
  await insertPause(tx, pause);
}

/** Ends the pause of a cancelled maintenance window, if it has one, and wakes the workers. */
export async function endPause(
  deps: Pick<HoldDeps, 'clock' | 'events'>,
  tx: Db,
  windowId: number,
): Promise<void> {
  const now = deps.clock.now();
  await updatePauseEnd(tx, windowId, now);
  await deps.events.notify(tx, 'posts_due', { at: now.getTime() });
}
