import { z } from 'zod';
import { defineCall } from './call.ts';
import { byId, changedByStaff, instant, reasonBody, sensitive } from './common.ts';

const tag = 'admin';

/** Where a customer is signed in, as staff see it. */
export const customerSession = z.object({
  id: z.string(),
  created_at: instant,
  /** When it last made a call, to within five minutes. */
  last_seen_at: instant,
  device: z.string().nullable(),
  /** Its first half, or with `sensitive=true` all but its last part, which nobody keeps. */
  ip: z.string().nullable(),
  /** Until when, where it is no sign-in of theirs but a member of staff who views the account. */
  view_until: instant.optional(),
});
export type CustomerSession = z.infer<typeof customerSession>;

export const listCustomerSessions = defineCall({
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  tag,
  access: 'staff',
  summary: 'Where a customer is signed in, the latest seen first',
  params: byId,
  query: z.object({ sensitive }),
  response: z.object({ sessions: z.array(customerSession) }),
});

export const endCustomerSessions = defineCall({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  tag,
  access: 'staff',
  summary: 'Signs a customer out everywhere, open pages too; there is no way back',
  params: byId,
  body: reasonBody,
  response: changedByStaff.extend({ ended: z.int() }),
});

/** Minutes that a view of a customer lasts at most. */
export const VIEW_MINUTES = 30;

export const startView = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/view-as',
  tag,
  access: 'staff',
  summary: `Opens a view of what a customer sees, for ${VIEW_MINUTES} minutes: its token reads and changes nothing`,
  params: byId,
  body: reasonBody,
  response: z.object({
    /** For calls that the contract marks `ownRead`, and to stop the view. */
    token: z.string(),
    ends_at: instant,
  }),
});
