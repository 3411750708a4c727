import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, changedByStaff, reason } from '../common.ts';
import { user } from './users.ts';

const roles = user.shape.roles.element;

export const setRole = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/roles',
  tag: 'admin',
  access: 'staff',
  summary: 'Gives a person a role, or takes it away; 403 for the last admin and for one’s own role admin',
  params: byId,
  body: z.object({
    role: z.enum(roles.options, {
      error: `There is no such role. The roles are ${roles.options.join(', ')}.`,
    }),
    enabled: z.boolean(),
    reason,
  }),
  response: changedByStaff.extend({ roles: user.shape.roles }),
});
