import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, instant, sensitive } from '../common.ts';
import { timelineSources } from './customers.rules.ts';

/** Events per page. */
export const TIMELINE_PAGE = 30;

export const customerEvent = z.object({
  /** Unique per customer, such as `post:123`. */
  id: z.string(),
  at: instant,
  source: z.enum(timelineSources),
  /** What happened: an audit action, a Stripe event, `email.sent`, `generation.completed`, `post.failed`. */
  action: z.string(),
  /** Who did it: the customer, a member of staff, or the program. */
  by: z.enum(['customer', 'staff', 'system']),
  /** The member of staff who did it; null for anyone else. */
  staff_id: z.string().nullable(),
  /** Masked unless requested otherwise. */
  details: z.record(z.string(), z.unknown()),
  /** For `POST /api/admin/users/:id/undo`; null if it cannot be undone. */
  change_id: z.string().nullable(),
});
export type CustomerEvent = z.infer<typeof customerEvent>;

export const getCustomerTimeline = defineCall({
  method: 'GET',
  path: '/api/admin/users/:id/timeline',
  tag: 'admin',
  access: 'staff',
  summary: `Everything that happened to a customer, newest first, ${TIMELINE_PAGE} events a page; masked unless \`sensitive=true\`, which is audited`,
  params: byId,
  query: z.object({
    /** Page cursor: `next` of the previous page. */
    before: z.string().max(300).optional(),
    source: z.enum(timelineSources).optional(),
    sensitive,
  }),
  response: z.object({ events: z.array(customerEvent), next: z.string().nullable() }),
});
