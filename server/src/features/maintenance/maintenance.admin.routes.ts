import * as calls from '@drumbeat/contract/maintenance/maintenance.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { cancelWindow } from './cancel-window.ts';
import { listWindows } from './list-windows.ts';
import type { WindowDeps } from './maintenance.deps.ts';
import { windowView } from './maintenance.view.ts';
import { scheduleWindow } from './schedule-window.ts';

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
