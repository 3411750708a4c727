import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import { endPause, pausePublishing } from '../publishing/engine/stop-publishing.ts';
import { windowFault } from './maintenance.rules.ts';
import { insertWindow, lockWindow, markCanceled } from './maintenance.store.ts';
import type { WindowDeps, WindowRecord } from './maintenance.types.ts';

type Input = {
  startsAt: string;
  endsAt?: string | null | undefined;
  message?: string | null | undefined;
  holdsPublishing: boolean;
  reason?: string | undefined;
};

/** Schedules a window, for staff. Throws VALIDATION_FAILED if the end is not after the start, or is past. */
export async function scheduleWindow(deps: WindowDeps, actor: Actor, input: Input): Promise<WindowRecord> {
  const at = deps.clock.now();
  const times = { startsAt: new Date(input.startsAt), endsAt: input.endsAt ? new Date(input.endsAt) : null };
  const fault = windowFault(times, at);
  if (fault) throw new AppError('VALIDATION_FAILED', fault);
  return inTransaction(deps.db, async (tx) => {
    const message = input.message || null;
    const { holdsPublishing } = input;
    const window = await insertWindow(tx, { ...times, message, holdsPublishing, createdBy: actor.userId });
    if (holdsPublishing) await pausePublishing(tx, { windowId: window.id, ...times });
    await recordChange(tx, actor, {
      at,
      action: 'maintenance.scheduled',
      target: { type: 'maintenance_window', id: window.id },
      before: null,
      after: { ...times, message, holdsPublishing },
      reason: input.reason,
    });
    return window;
  });
}

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
