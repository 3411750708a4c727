import { z } from 'zod';
import { defineCall } from './call.ts';
import { byId, changedByStaff, idField, reasonBody } from './common.ts';

export const resetNicheRetries = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/reset-niche-retries',
  tag: 'admin',
  access: 'staff',
  summary: "Gives an X account all its niche changes of this cycle back; 404 for another person's",
  params: byId,
  query: z.object({ twitter_account_id: idField }),
  body: reasonBody,
  response: changedByStaff,
});
