import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idField, instant, sensitive } from '../common.ts';
import { AUDIT_LIMIT, AUDIT_MAX } from './audit.rules.ts';

export const auditEntry = z.object({
  id: z.string(),
  created_at: instant,
  actor_user_id: z.string().nullable(),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEntryView = z.infer<typeof auditEntry>;

export const listAudit = defineCall({
  method: 'GET',
  path: '/api/admin/audit',
  tag: 'admin',
  access: 'staff',
  summary:
    'Who did what, newest first; addresses are masked unless admin or support ask for them, and `before` reads on behind an entry',
  query: z.object({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(AUDIT_MAX, `At most ${AUDIT_MAX} entries are read at once.`)
      .default(AUDIT_LIMIT),
    /** Page cursor: returns the entries after the one with this id. */
    before: idField.optional(),
    actor: idField.optional(),
    action: z.string().trim().max(80).optional(),
    target_type: z.string().trim().max(40).optional(),
    target: z.string().trim().max(100).optional(),
    from: instant.optional(),
    to: instant.optional(),
    /** Matches a request id, the start of an action, or the full email address of the actor or the target. */
    q: z.string().trim().max(200, 'A search has at most 200 characters.').optional(),
    sensitive,
  }),
  response: z.object({ logs: z.array(auditEntry), nextBefore: z.string().nullable() }),
});
