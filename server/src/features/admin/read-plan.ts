import { type BulkAction, bulkActions } from '@drumbeat/contract/admin/bulk.rules.ts';
import { HOUR_MS } from '@drumbeat/contract/time.ts';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { hashToken, type Sealer } from '../../platform/secrets.ts';

/** How long after the dry run its plan can be used. */
const LIFETIME_MS = HOUR_MS;

const plan = z.object({
  kind: z.literal('bulk'),
  bulkId: z.uuid(),
  /** The staff member who made the dry run. */
  by: z.int(),
  action: z.enum(bulkActions),
  at: z.number(),
  /** The digest of the predicted effect for each person. */
  people: z.record(z.string(), z.string()),
});
export type Plan = z.infer<typeof plan>;

/** The entry of a plan for one person. */
export function digestOf(stateText: string): string {
  return hashToken(stateText).slice(0, 24);
}

/** The plan of a dry run for the browser to keep: sealed, so that nobody can run what was never checked. */
export function writePlan(sealer: Sealer, given: Omit<Plan, 'kind'>): string {
  return sealer.seal('bulk plan', JSON.stringify({ kind: 'bulk', ...given }));
}

/**
 * Opens a plan for the same staff member, action and people. Throws VALIDATION_FAILED if it is not valid,
 * STALE_VERSION if it is too old or for something else.
 */
export function readPlan(
  sealer: Sealer,
  text: string,
  wish: { by: number; action: BulkAction; ids: readonly number[]; now: Date },
): Plan {
  const found = openPlan(sealer, text);
  if (!found) throw new AppError('VALIDATION_FAILED', 'This is not a valid plan. Check again.');
  const isSame =
    found.by === wish.by &&
    found.action === wish.action &&
    Object.keys(found.people).length === wish.ids.length &&
    wish.ids.every((id) => Object.hasOwn(found.people, String(id)));
  if (!isSame)
    throw new AppError('STALE_VERSION', 'This plan is for another action or other people. Check again.');
  if (wish.now.getTime() - found.at >= LIFETIME_MS)
    throw new AppError('STALE_VERSION', 'This check is more than an hour old. Check again.');
  return found;
}

function openPlan(sealer: Sealer, text: string): Plan | undefined {
  try {
    return plan.parse(JSON.parse(sealer.open('bulk plan', text)));
  } catch {
    return undefined;
  }
}
