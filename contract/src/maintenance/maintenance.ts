import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idField, instant, reason } from '../common.ts';
import { WINDOW_MESSAGE_MAX, windowPageSizes } from './maintenance.rules.ts';

export const maintenanceWindow = z.object({
  id: z.string(),
  starts_at: instant,
  ends_at: instant.nullable(),
  message: z.string().nullable(),
  /** True if posts wait during the window and then move to free times; false if they go out as planned. */
  holds_publishing: z.boolean(),
  canceled_at: instant.nullable(),
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

export const getMaintenanceStatus = defineCall({
  method: 'GET',
  path: '/api/maintenance/status',
  tag: 'maintenance',
  access: 'public',
  ownRead: true,
  summary: 'Whether maintenance is on, its window (else the next one), and whether the caller passes it',
  response: z.object({ active: z.boolean(), isAdmin: z.boolean(), window: maintenanceWindow.nullable() }),
});

const whole = z.coerce.number().int();

export const listMaintenanceWindows = defineCall({
  method: 'GET',
  path: '/api/maintenance/list',
  tag: 'maintenance',
  access: 'staff',
  summary: 'Every window, the latest to begin first',
  query: z.object({
    page: whole.min(1).max(100_000).default(1),
    limit: whole
      .refine((size) => windowPageSizes.some((each) => each === size), 'must be 10, 25, 50 or 100')
      .default(25),
  }),
  response: z.object({ windows: z.array(maintenanceWindow), nextPage: z.int().nullable() }),
});

export const scheduleMaintenance = defineCall({
  method: 'POST',
  path: '/api/maintenance/schedule',
  tag: 'maintenance',
  access: 'staff',
  summary: 'Plans a window; without an end it lasts until it is cancelled',
  body: z.object({
    startsAt: instant,
    endsAt: instant.nullish(),
    message: z.string().trim().max(WINDOW_MESSAGE_MAX).nullish(),
    holdsPublishing: z.boolean().default(false),
    reason,
  }),
  response: z.object({ window: maintenanceWindow }),
});

export const cancelMaintenance = defineCall({
  method: 'POST',
  path: '/api/maintenance/cancel',
  tag: 'maintenance',
  access: 'staff',
  summary: 'Cancels a window; a window that is cancelled already stays as it is',
  body: z.object({ id: idField, reason }),
  response: z.object({ window: maintenanceWindow }),
});
