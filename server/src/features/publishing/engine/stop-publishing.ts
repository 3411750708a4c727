import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { notifyStop } from '../../../platform/person-changes.ts';
import type { HoldDeps, PublishingDeps } from '../publishing.deps.ts';
import { tryAgainAt } from '../publishing.rules.ts';
import type { NewPause } from '../publishing.types.ts';
import {
  deleteStop,
  insertPause,
  insertStop,
  selectStop,
  updatePauseEnd,
  updateStop,
} from './stops.store.ts';

/**
 * Stops all publishing because X accepts no posts from us, and raises an alarm. If already stopped, a failed
 * probe lengthens the pause before the next one.
 */
export async function stopPublishing(
  deps: Pick<PublishingDeps, 'db' | 'clock' | 'log'>,
  reason: string,
  isProbe: boolean,
): Promise<void> {
  const now = deps.clock.now();
  const failures = await inTransaction(deps.db, async (tx) => {
    if (await insertStop(tx, { reason, now, tryAt: tryAgainAt(1, now) })) {
      await notifyStop(tx, now, now);
      return 1;
    }
    const stop = isProbe ? await selectStop(tx) : undefined;
    if (!stop) return 0;
    const count = stop.failures + 1;
    await updateStop(tx, { reason, failures: count, tryAt: tryAgainAt(count, now) });
    return count;
  });
  if (failures > 0)
    deps.log.error({ reason, failures }, 'X refuses our posts (402): publishing is stopped for everybody');
}

/**
 * Resumes publishing, because X took something that was sent at `sentAt`; not if it was stopped only later.
 * Leave `sentAt` out for a probe, which is always sent after the stop. In the caller's transaction.
 */
export async function resumePublishing(
  deps: Pick<PublishingDeps, 'clock' | 'events' | 'log'>,
  tx: Db,
  sentAt?: Date,
): Promise<void> {
  if (!(await deleteStop(tx, sentAt))) return;
  deps.log.warn('X accepts posts again: publishing resumes');
  await notifyStop(tx, null, deps.clock.now());
  await deps.events.notify(tx, 'posts_due', { at: deps.clock.now().getTime() });
}

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
