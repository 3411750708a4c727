import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, changedByStaff, idField, reason, reasonBody } from '../common.ts';

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

/** Ad posts cover ten days with two posts a day. */
export const AD_DAYS = 10;
export const AD_POSTS_PER_DAY = 2;
export const AD_POSTS = AD_DAYS * AD_POSTS_PER_DAY;

export const createAdPosts = defineCall({
  method: 'POST',
  path: '/api/admin/ad-posts/generate',
  tag: 'admin',
  access: 'staff',
  summary:
    "Writes and schedules ad posts for the caller's own X account; a repeat fills only times that are free",
  body: z.object({ twitterAccountId: idField.optional(), reason }).default({}),
  response: z.object({ createdCount: z.int(), requestedCount: z.int() }),
});
