import { user } from '@drumbeat/contract/users/users.ts';
import { z } from 'zod';
import { type Actor, isStaffFor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { resetNicheChanges } from '../accounts/change-account-niche.ts';
import { findChange } from '../audit/audit.queries.ts';
import { restoreGrants } from '../generation/allowance/grant-generation.ts';
import { pausePosts, unpausePosts } from '../posts/edit/pause-posts.ts';
import { setRole } from '../users/set-role.ts';
import { findCustomer } from '../users/users.queries.ts';
import type { CustomerDeps } from './admin.deps.ts';
import { callOf } from './timeline.rules.ts';

const grants = z.object({
  grants: z.record(z.string(), z.string().nullable()),
  lastSchedulingCycle: z.string().nullable().optional(),
});
const nicheChanges = z.object({ count: z.int(), periodEnd: z.string().nullable() });

/** The parts of an audit entry that undoing needs. */
const undoable = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('users.role_set'),
    details: z.object({ role: user.shape.roles.element, enabled: z.boolean() }),
  }),
  z.object({ action: z.literal('posts.paused_by_staff') }),
  z.object({ action: z.literal('posts.resumed_by_staff') }),
  z.object({ action: z.literal('generation.cycle_cleared'), before: grants, after: grants }),
  z.object({ action: z.literal('generation.count_reset'), before: grants, after: grants }),
  z.object({
    action: z.literal('accounts.niche_changes_reset'),
    before: nicheChanges,
    details: z.object({ accountId: z.int() }),
  }),
]);
type Undoable = z.infer<typeof undoable>;
type Input = { userId: number; changeId: number; reason?: string | undefined };

/**
 * Undoes a change by staff, with the same use case and as a new change. Returns the id of the new change.
 * Throws NOT_FOUND for a change of another customer, FORBIDDEN without the permission to make it,
 * STALE_VERSION if the value was changed since or the change cannot be undone.
 */
export async function undoChange(deps: CustomerDeps, actor: Actor, input: Input): Promise<number> {
  await findCustomer(deps.db, input.userId);
  const entry = await findChange(deps.db, input.changeId);
  if (entry?.targetType !== 'user' || entry.targetId !== String(input.userId))
    throw new AppError('NOT_FOUND', 'There is no such change of this customer.');
  const change = undoable.safeParse(entry).data;
  if (!change) throw new AppError('STALE_VERSION', 'This change cannot be undone.');
  if (!isStaffFor(actor, callOf[change.action]))
    throw new AppError('FORBIDDEN', 'You do not have permission to do this.');
  const changeId = await undo(deps, actor, change, input);
  if (changeId === null)
    throw new AppError('STALE_VERSION', 'This has changed since, so nothing was undone.');
  return changeId;
}

async function undo(
  deps: CustomerDeps,
  actor: Actor,
  change: Undoable,
  { userId, reason, changeId }: Input,
): Promise<number | null> {
  const by = { actor, reason: reason ?? `Undo of change ${changeId}` };
  switch (change.action) {
    case 'users.role_set': {
      const { role, enabled } = change.details;
      const set = { userId, role, enabled: !enabled, reason: by.reason };
      return (await setRole(deps, actor, set)).changeId;
    }
    case 'posts.paused_by_staff':
      return (await unpausePosts(deps, { userId }, {}, by)).changeId;
    case 'posts.resumed_by_staff':
      return (await pausePosts(deps, { userId }, {}, by)).changeId;
    case 'generation.cycle_cleared':
    case 'generation.count_reset': {
      const part = change.action === 'generation.count_reset' ? 'countedFrom' : 'scheduledFrom';
      return restoreGrants(deps, actor, {
        userId,
        part,
        was: change.before,
        is: change.after,
        reason: by.reason,
      });
    }
    case 'accounts.niche_changes_reset': {
      const { accountId } = change.details;
      return resetNicheChanges(deps, actor, {
        userId,
        accountId,
        restore: change.before,
        reason: by.reason,
      });
    }
    default:
      return change satisfies never;
  }
}
