import type { SessionOwner } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { getMaintenanceState } from './list-windows.ts';
import { passesMaintenance, TRUST_MS } from './maintenance.rules.ts';
import type { MaintenanceDeps } from './maintenance.types.ts';

/** Throws MAINTENANCE during a window, unless the actor is exempt; the actor is looked up only then. */
type RefuseDuringMaintenance = (findActor: () => Promise<SessionOwner | undefined>) => Promise<void>;

/** Called for every request, so the state is cached for a few seconds. */
export function createMaintenanceGuard(deps: MaintenanceDeps): RefuseDuringMaintenance {
  let known: { active: Promise<boolean>; readAt: number } | undefined;

  function isActive(): Promise<boolean> {
    const now = deps.clock.now().getTime();
    if (known && Math.abs(now - known.readAt) < TRUST_MS) return known.active;
    const active = getMaintenanceState(deps).then((state) => state.active);
    known = { active, readAt: now };
    active.catch(() => {
      known = undefined;
    });
    return active;
  }

  return async (findActor) => {
    if (!(await isActive())) return;
    if (passesMaintenance(await findActor())) return;
    throw new AppError('MAINTENANCE', 'Service is under maintenance. Please check back soon.');
  };
}
