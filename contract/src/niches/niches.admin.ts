import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, instant, message, reason, reasonBody, sensitive } from '../common.ts';
import { NICHE_NAME_MAX, NICHE_REQUEST_LIMIT, nicheRequestLimits } from './niches.rules.ts';

const tag = 'niches';

/** The maximum that a niche's selection count can be set to. */
export const SELECTION_COUNT_MAX = 1_000_000_000;

/** A niche as staff see it. Its parent is stored but cannot be edited. */
export const staffNiche = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  is_active: z.boolean(),
  selection_count: z.int(),
});
export type StaffNiche = z.infer<typeof staffNiche>;

/** An open request for a niche. Email addresses are masked unless requested otherwise, also in the texts. */
export const staffNicheRequest = z.object({
  id: z.string(),
  user_id: z.string(),
  user_email: z.string(),
  name: z.string(),
  notes: z.string().nullable(),
  created_at: instant,
  /** Whether a niche of this name already exists, active or not. */
  niche_exists: z.boolean(),
});
export type StaffNicheRequest = z.infer<typeof staffNicheRequest>;

const name = z
  .string({ error: 'Please name the niche.' })
  .trim()
  .min(1, 'Please name the niche.')
  .max(NICHE_NAME_MAX, `A name can have at most ${NICHE_NAME_MAX} characters.`);
const slug = z
  .string()
  .trim()
  .max(100, 'A slug can have at most 100 characters.')
  .regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, 'A slug has small letters, digits and single hyphens.')
  .nullish();

export const listNiches = defineCall({
  method: 'GET',
  path: '/api/admin/niches',
  tag,
  access: 'staff',
  summary: 'Every niche, active or not, by name',
  response: z.object({ niches: z.array(staffNiche) }),
});

export const createNiche = defineCall({
  method: 'POST',
  path: '/api/admin/niches',
  tag,
  access: 'staff',
  summary: 'Adds a niche; without a slug it is made from the name',
  body: z.object({ name, slug, is_active: z.boolean().default(true), reason }),
  response: z.object({ niche: staffNiche }),
});

export const updateNiche = defineCall({
  method: 'PUT',
  path: '/api/admin/niches/:id',
  tag,
  access: 'staff',
  summary: 'Sets how often a niche counts as chosen, or whether people may choose it',
  params: byId,
  body: z.object({
    selection_count: z
      .int('A selection count is a whole number.')
      .min(0, 'A selection count is never below 0.')
      .max(SELECTION_COUNT_MAX, 'A selection count is at most 1,000,000,000.')
      .optional(),
    is_active: z.boolean().optional(),
    reason,
  }),
  response: z.object({ niche: staffNiche }),
});

export const deleteNiche = defineCall({
  method: 'DELETE',
  path: '/api/admin/niches/:id',
  tag,
  access: 'staff',
  summary: 'Deletes a niche that nobody uses; 409 NICHE_IN_USE for any other: deactivate that',
  params: byId,
  body: reasonBody,
  response: message,
});

export const listNicheRequests = defineCall({
  method: 'GET',
  path: '/api/admin/niche-requests',
  tag,
  access: 'staff',
  summary: 'Open requests for niches, newest first; `q` is a part of the name or notes, or a whole email',
  query: z.object({
    limit: z.coerce
      .number()
      .int()
      .refine((limit) => nicheRequestLimits.some((each) => each === limit), 'must be 50, 100, 200 or 500')
      .default(NICHE_REQUEST_LIMIT),
    q: z.string().trim().max(200, 'A search has at most 200 characters.').default(''),
    sensitive,
  }),
  response: z.object({ requests: z.array(staffNicheRequest) }),
});

export const approveNicheRequest = defineCall({
  method: 'POST',
  path: '/api/admin/niche-requests/:id/approve',
  tag,
  access: 'staff',
  summary: 'Adds the niche that was asked for, and closes all open requests of that name',
  params: byId,
  body: reasonBody,
  response: z.object({ message: z.string(), niche: staffNiche }),
});

export const deleteNicheRequest = defineCall({
  method: 'DELETE',
  path: '/api/admin/niche-requests/:id',
  tag,
  access: 'staff',
  summary: 'Deletes a request for a niche',
  params: byId,
  body: reasonBody,
  response: message,
});
