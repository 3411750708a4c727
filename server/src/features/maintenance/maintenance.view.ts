import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';
import type { WindowRecord } from './maintenance.types.ts';

export function windowView(window: WindowRecord): MaintenanceWindow {
  return {
    id: String(window.id),
    starts_at: window.startsAt.toISOString(),
    ends_at: window.endsAt?.toISOString() ?? null,
    message: window.message,
    holds_publishing: window.holdsPublishing,
    canceled_at: window.canceledAt?.toISOString() ?? null,
  };
}
