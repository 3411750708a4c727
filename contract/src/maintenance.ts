import { z } from 'zod';
import { defineCall } from './call.ts';
import { instant } from './common.ts';

export const maintenanceWindow = z.object({
  id: z.string(),
  starts_at: instant,
  ends_at: instant.nullable(),
  message: z.string().nullable(),
  canceled_at: instant.nullable(),
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

export const getMaintenanceStatus = defineCall({
  method: 'GET',
  path: '/api/maintenance/status',
  tag: 'maintenance',
  access: 'public',
  summary: 'Whether maintenance is on, its window (else the next one), and whether the caller passes it',
  response: z.object({ active: z.boolean(), isAdmin: z.boolean(), window: maintenanceWindow.nullable() }),
});
