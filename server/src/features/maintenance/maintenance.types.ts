import type { Platform } from '../../platform/platform.ts';

export type MaintenanceDeps = Pick<Platform, 'db' | 'clock'>;

/** For scheduling and cancelling, which also notify the workers. */
export type WindowDeps = MaintenanceDeps & Pick<Platform, 'events'>;

export type WindowRecord = {
  id: number;
  startsAt: Date;
  endsAt: Date | null;
  message: string | null;
  /** Whether publishing is paused during the window. */
  holdsPublishing: boolean;
  canceledAt: Date | null;
};

/** The state at one instant: the current window, or else the next one within a week. */
export type MaintenanceState = { active: boolean; window: WindowRecord | undefined };

export type NewWindow = Pick<WindowRecord, 'startsAt' | 'endsAt' | 'message' | 'holdsPublishing'> & {
  createdBy: number;
};
