import { defineCall } from '../call.ts';
import { byId, changedByStaff, reasonBody } from '../common.ts';

const staffCall = { method: 'POST', tag: 'admin', access: 'staff', params: byId, body: reasonBody } as const;

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
