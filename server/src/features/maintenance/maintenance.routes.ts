import * as calls from '@drumbeat/contract/maintenance/maintenance.ts';
import type { FastifyInstance } from 'fastify';
import { bearerToken, route } from '../../platform/http/route.ts';
import { getMaintenanceState } from './get-maintenance-state.ts';
import type { MaintenanceDeps } from './maintenance.deps.ts';
import { passesMaintenance, staysOpen } from './maintenance.rules.ts';
import { windowView } from './maintenance.view.ts';
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
