import { z } from 'zod';
import { defineCall } from './call.ts';
import { byId, changedByStaff, idField, reasonBody } from './common.ts';

const staffCall = { method: 'POST', tag: 'admin', access: 'staff', params: byId, body: reasonBody } as const;

export const grantGenerate = defineCall({
  ...staffCall,
  path: '/api/admin/users/:id/grant-generate',
  summary: 'Clears the last scheduling cycle, so that a new calendar may be made before the next cycle',
  response: changedByStaff,
});

export const resetPostGeneration = defineCall({
  ...staffCall,
  path: '/api/admin/users/:id/reset-post-generation',
  summary: 'Counts the generations of this cycle from 0 again, of one X account or of all',
  query: z.object({ twitter_account_id: idField.optional() }),
  response: changedByStaff,
});
