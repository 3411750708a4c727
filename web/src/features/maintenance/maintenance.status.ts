import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { call } from '../../api/client.ts';

type MaintenanceStatus = CallOutput<'GET /api/maintenance/status'>;

/** The status must never block the app: after this time, no answer counts as no maintenance. */
const PATIENCE_MS = 5_000;
const none: MaintenanceStatus = { active: false, isAdmin: false, window: null };

/** Whether maintenance is on. Never fails. */
export async function readMaintenance(signal?: AbortSignal): Promise<MaintenanceStatus> {
  try {
    return await call(
      'GET /api/maintenance/status',
      {},
      { signal, timeoutMs: PATIENCE_MS, background: true },
    );
  } catch {
    return none;
  }
}
