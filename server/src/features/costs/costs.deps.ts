import type { Platform } from '../../platform/platform.ts';

export type CostsDeps = Pick<Platform, 'db' | 'clock'> & {
  /** Credits that last for fewer days than this raise the alarm. */
  alarmDays: number;
};
