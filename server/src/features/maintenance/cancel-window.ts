import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import { endPause } from '../publishing/engine/stop-publishing.ts';
import type { WindowDeps } from './maintenance.deps.ts';
import { lockWindow, markCanceled } from './maintenance.store.ts';
import type { WindowRecord } from './maintenance.types.ts';

/** Cancels a window, for staff. Idempotent. Throws NOT_FOUND. */
export async function cancelWindow(
  deps: WindowDeps,
  actor: Actor,
  { id, reason }: { id: number; reason?: string | undefined },
): Promise<WindowRecord> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const window = await lockWindow(tx, id);
    if (!window) throw new AppError('NOT_FOUND', 'There is no such maintenance window.');
    if (window.canceledAt) return window;
    await markCanceled(tx, id, at);
    if (window.holdsPublishing) await endPause(deps, tx, id);
    await recordChange(tx, actor, {
      at,
      action: 'maintenance.canceled',
      target: { type: 'maintenance_window', id },
      before: { canceledAt: null },
      after: { canceledAt: at },
      reason,
    });
    return { ...window, canceledAt: at };
  });
}
