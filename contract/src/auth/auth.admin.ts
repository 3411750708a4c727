import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, changedByStaff, instant, reasonBody, sensitive } from '../common.ts';

const tag = 'admin';
const staffCall = { method: 'POST', tag, access: 'staff', params: byId, body: reasonBody } as const;

export const resendVerificationForStaff = defineCall({
  ...staffCall,
  path: '/api/admin/users/:id/resend-verification',
  summary: 'Emails the verification link again, within the limits that hold for the customer',
  response: changedByStaff,
});

export const resetTwoFactor = defineCall({
  ...staffCall,
  path: '/api/admin/users/:id/reset-2fa',
  summary: "Turns a person's two-factor off, ends their sessions and emails them; of staff only an admin may",
  response: changedByStaff,
});

/** A customer's session, as staff see it. */
export const customerSession = z.object({
  id: z.string(),
  created_at: instant,
  /** Last activity, accurate to five minutes. */
  last_seen_at: instant,
  device: z.string().nullable(),
  /** The first half of the address; with `sensitive=true` all but its last part, which is never stored. */
  ip: z.string().nullable(),
  /** Set if this is a member of staff viewing the account, not the customer: when the view ends. */
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

/** Maximum duration of a view of a customer, in minutes. */
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
    /** For calls marked `ownRead` in the contract, and to end the view. */
    token: z.string(),
    ends_at: instant,
  }),
});
