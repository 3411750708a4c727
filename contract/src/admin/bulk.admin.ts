/** One action on many customers: a dry run that says what would happen, then a run of that plan. */
import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idField, reason } from '../common.ts';
import { BULK_PEOPLE_MAX, bulkActions } from './bulk.rules.ts';

/** The maximum number of failed posts per person that one bulk action queues again. */
export const BULK_RETRY_MAX = 100;

const bulkAction = z.enum(bulkActions, {
  error: 'There is no such bulk action.',
});

const bulkPerson = z.object({
  id: z.string(),
  /** Masked; null if no such customer exists. */
  email: z.string().nullable(),
  would: z.enum(['change', 'nothing', 'refused']),
  /** The current and the new state, in words; null if nothing would change. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Why nothing changes, or another remark. */
  why: z.string().nullable(),
  /** The result for this person; null in a dry run. A plan sent again returns `done` for earlier changes. */
  outcome: z.enum(['done', 'left', 'changed_since', 'failed']).nullable(),
  /** Same as `change_id` in the answer of the single call. */
  change_id: z.string().nullable(),
});
export type BulkPerson = z.infer<typeof bulkPerson>;

export const changeInBulk = defineCall({
  method: 'POST',
  path: '/api/admin/users/bulk',
  tag: 'admin',
  access: 'staff',
  summary: `One action on up to ${BULK_PEOPLE_MAX} customers; a dry run says what would happen, and a run needs its plan`,
  body: z
    .object({
      action: bulkAction,
      ids: z
        .array(idField)
        .min(1, 'Choose at least one person.')
        .max(BULK_PEOPLE_MAX, `Choose at most ${BULK_PEOPLE_MAX} people.`)
        .refine((ids) => new Set(ids).size === ids.length, 'Name each person once.'),
      reason,
      dry_run: z.boolean(),
      /** The plan that the dry run returned. Customers who changed since then are skipped. */
      plan: z.string().max(10_000).optional(),
    })
    .refine((body) => body.dry_run || body.plan !== undefined, {
      path: ['plan'],
      error: 'A run needs the plan of a dry run. Check first.',
    }),
  response: z.object({
    /** The plan to send with the run, valid for one hour; null in the answer of a run. */
    plan: z.string().nullable(),
    /** In the order of the requested ids. */
    people: z.array(bulkPerson),
  }),
});
