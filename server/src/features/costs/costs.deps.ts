import type { Platform } from '../../platform/platform.ts';

export type CostsDeps = Pick<Platform, 'db' | 'clock'> & {
  /** Raise the alarm if the credits at X last fewer days than this. */
  alarmDays: number;
};
