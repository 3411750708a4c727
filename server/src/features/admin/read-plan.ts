import { type BulkAction, bulkActions } from '@drumbeat/contract/bulk.rules.ts';
import { HOUR_MS } from '@drumbeat/contract/time.ts';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { hashToken, type Sealer } from '../../platform/secrets.ts';

/** How long after the dry run its plan can be run. */
const LIFETIME_MS = HOUR_MS;

const plan = z.object({
  kind: z.literal('bulk'),
  bulkId: z.uuid(),
  /** Who looked. */
  by: z.int(),
  action: z.enum(bulkActions),
  at: z.number(),
  /** For each person the digest of what would happen. */
  people: z.record(z.string(), z.string()),
});
export type Plan = z.infer<typeof plan>;

/** What stands in a plan for one person. */
export function digestOf(stateText: string): string {
  return hashToken(stateText).slice(0, 24);
}

/** The plan of a dry run as the browser keeps it: sealed, so that nobody runs what was never looked at. */
export function writePlan(sealer: Sealer, given: Omit<Plan, 'kind'>): string {
  return sealer.seal(JSON.stringify({ kind: 'bulk', ...given }));
}

/**
 * Reads a plan for the person who looked, the same action and the same people. Throws VALIDATION_FAILED for what is none,
 * STALE_VERSION for one that is too old or meant for something else.
 */
export function readPlan(
  sealer: Sealer,
  text: string,
  wish: { by: number; action: BulkAction; ids: readonly number[]; now: Date },
): Plan {
  const found = openPlan(sealer, text);
  if (!found) throw new AppError('VALIDATION_FAILED', 'This is no plan of a dry run. Look again.');
  const isSame =
    found.by === wish.by &&
    found.action === wish.action &&
    Object.keys(found.people).length === wish.ids.length &&
    wish.ids.every((id) => Object.hasOwn(found.people, String(id)));
  if (!isSame)
    throw new AppError('STALE_VERSION', 'This plan is for another action or other people. Look again.');
  if (wish.now.getTime() - found.at >= LIFETIME_MS)
    throw new AppError('STALE_VERSION', 'You looked more than an hour ago. Look again.');
  return found;
}

function openPlan(sealer: Sealer, text: string): Plan | undefined {
  try {
    return plan.parse(JSON.parse(sealer.open(text)));
  } catch {
    return undefined;
  }
}
