import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';
import * as calls from '@drumbeat/contract/maintenance/maintenance.ts';
import type { FastifyInstance } from 'fastify';
import { bearerToken, route } from '../../platform/http/route.ts';
import { cancelWindow, scheduleWindow } from './change-windows.ts';
import { getMaintenanceState, listWindows } from './list-windows.ts';
import { passesMaintenance, staysOpen } from './maintenance.rules.ts';
import type { MaintenanceDeps, WindowDeps, WindowRecord } from './maintenance.types.ts';
import { createMaintenanceGuard } from './refuse-during-maintenance.ts';

export function registerMaintenanceRoutes(app: FastifyInstance, deps: MaintenanceDeps): void {
  route(app, calls.getMaintenanceStatus, async ({ actor }) => {
    const { active, window } = await getMaintenanceState(deps);
    return { active, isAdmin: passesMaintenance(actor), window: window ? windowView(window) : null };
  });
}

/** Rejects calls while maintenance is on. Register it before the routes that it guards. */
export function registerMaintenanceGuard(app: FastifyInstance, deps: MaintenanceDeps): void {
  const refuse = createMaintenanceGuard(deps);
  app.addHook('onRequest', async (request) => {
    const matched = request.routeOptions.url;
    if (matched === undefined || staysOpen(matched)) return;
    const token = bearerToken(request.headers.authorization);
    await refuse(async () => (token ? app.authenticate(token, false) : undefined));
  });
}

export function registerMaintenanceAdminRoutes(app: FastifyInstance, deps: WindowDeps): void {
  route(app, calls.listMaintenanceWindows, async ({ query }) => {
    const { windows, nextPage } = await listWindows(deps, query);
    return { windows: windows.map(windowView), nextPage };
  });
  route(app, calls.scheduleMaintenance, async ({ actor, body }) => ({
    window: windowView(await scheduleWindow(deps, actor, body)),
  }));
  route(app, calls.cancelMaintenance, async ({ actor, body }) => ({
    window: windowView(await cancelWindow(deps, actor, body)),
  }));
}

function windowView(window: WindowRecord): MaintenanceWindow {
  return {
    id: String(window.id),
    starts_at: window.startsAt.toISOString(),
    ends_at: window.endsAt?.toISOString() ?? null,
    message: window.message,
    holds_publishing: window.holdsPublishing,
    canceled_at: window.canceledAt?.toISOString() ?? null,
  };
}
