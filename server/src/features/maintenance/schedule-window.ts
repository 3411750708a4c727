import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import type { MaintenanceDeps } from './maintenance.deps.ts';
import { windowFault } from './maintenance.rules.ts';
import { insertWindow } from './maintenance.store.ts';
import type { WindowRecord } from './maintenance.types.ts';

type Input = {
  startsAt: string;
  endsAt?: string | null | undefined;
  message?: string | null | undefined;
  reason?: string | undefined;
};

/** Plans a window, for staff. Throws VALIDATION_FAILED where the end is not after the start, or past. */
export async function scheduleWindow(
  deps: MaintenanceDeps,
  actor: Actor,
  input: Input,
): Promise<WindowRecord> {
  const at = deps.clock.now();
  const times = { startsAt: new Date(input.startsAt), endsAt: input.endsAt ? new Date(input.endsAt) : null };
  const fault = windowFault(times, at);
  if (fault) throw new AppError('VALIDATION_FAILED', fault);
  return inTransaction(deps.db, async (tx) => {
    const message = input.message || null;
    const window = await insertWindow(tx, { ...times, message, createdBy: actor.userId });
    await recordChange(tx, actor, {
      at,
      action: 'maintenance.scheduled',
      target: { type: 'maintenance_window', id: window.id },
      before: null,
      after: { ...times, message },
      reason: input.reason,
    });
    return window;
  });
}
