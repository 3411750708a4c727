import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findBulkChange } from '../audit/audit.queries.ts';
import type { ByStaff } from '../audit/audit.types.ts';
import { endCustomerSessions } from '../auth/sessions/end-sessions.ts';
import { resendVerification } from '../auth/sign-in/verify-email.ts';
import { grantGeneration, resetGenerationCount } from '../generation/allowance/grant-generation.ts';
import { pausePosts, unpausePosts } from '../posts/edit/pause-posts.ts';
import { queueRetry } from '../publishing/by-hand/retry-post.ts';
import { lockCustomer } from '../users/users.queries.ts';
import type { UserRecord } from '../users/users.types.ts';
import type { BulkDeps } from './admin.deps.ts';
import { type BulkStates, postsToRetry } from './bulk.rules.ts';
import { admitBulk, personOf, readSeen } from './check-bulk.ts';
import { type Plan, readPlan } from './read-plan.ts';
import { canUndo } from './timeline.rules.ts';

/** No further person is started after this long, so that the response arrives before the browser gives up. */
const BUDGET_MS = 20_000;
const CHANGED = 'Changed since the check.';
const NO_TIME = 'Time ran out. Check again, then run the rest.';
const BROKEN = 'Something went wrong on our side. Check again to see the current state.';
const AGAIN = 'Already done in an earlier run of this plan.';
/** For results without before and after. */
const UNTOLD = { before: null, after: null };

type Input = { action: BulkAction; ids: readonly number[]; plan: string; reason?: string | undefined };
type Single<A extends BulkAction> = (
  deps: BulkDeps,
  user: UserRecord,
  state: BulkStates[A],
  by: ByStaff,
) => Promise<number | null>;

/**
 * The use case of each single action, run in the transaction of `deps.db`. Returns the id of the undoable
 * change, if any.
 */
const singles: { [A in BulkAction]: Single<A> } = {
  pause_posts: async (deps, { id: userId }, _, by) => (await pausePosts(deps, { userId }, {}, by)).changeId,
  resume_posts: async (deps, { id: userId }, _, by) =>
    (await unpausePosts(deps, { userId }, {}, by)).changeId,
  async resend_verification(deps, { id: userId }, _, by) {
    await resendVerification(deps, { userId }, by);
    return null;
  },
  grant_generation: (deps, { id: userId }, _, { actor, ...why }) =>
    grantGeneration(deps, actor, { userId, ...why }),
  reset_generation: (deps, { id: userId }, _, { actor, ...why }) =>
    resetGenerationCount(deps, actor, { userId, ...why }),
  async end_sessions(deps, { id: userId }, _, { actor, reason, bulkId }) {
    await endCustomerSessions(deps, actor, { userId, reason, bulkId });
    return null;
  },
  async retry_failed(deps, { id: userId, emailVerifiedAt }, state, by) {
    for (const postId of postsToRetry(state)) await queueRetry(deps, { userId, emailVerifiedAt }, postId, by);
    return null;
  },
};

/**
 * Runs the plan of a dry run: each person in a separate transaction, with the use case of the single action.
 * People who changed since are skipped, and a failure does not stop the others. Idempotent per plan. Throws
 * FORBIDDEN, RATE_LIMIT_EXCEEDED, and the errors of `readPlan`, before anything is changed.
 */
export async function changeInBulk(
  deps: BulkDeps,
  actor: Actor,
  { action, ids, plan: sealed, reason }: Input,
  budgetMs = BUDGET_MS,
): Promise<{ plan: null; people: BulkPerson[] }> {
  await admitBulk(deps, actor, action);
  const plan = readPlan(deps.sealer, sealed, { by: actor.userId, action, ids, now: deps.clock.now() });
  const by = { actor, reason, bulkId: plan.bulkId };
  const end = performance.now() + budgetMs;
  const people: BulkPerson[] = [];
  for (const id of ids)
    people.push(performance.now() < end ? await changeOne(deps, { plan, id, by }) : failed(id, NO_TIME));
  return { plan: null, people };
}

type One = { plan: Plan; id: number; by: ByStaff & { bulkId: string } };

async function changeOne(deps: BulkDeps, one: One): Promise<BulkPerson> {
  const { plan, id } = one;
  try {
    return await inTransaction(deps.db, (tx) => changeLocked({ ...deps, db: tx }, plan.action, one));
  } catch (error) {
    if (error instanceof AppError) return failed(id, error.message);
    deps.log.error(
      { err: error, userId: id, bulkId: plan.bulkId },
      'bulk action failed for one customer; continuing with the others',
    );
    return failed(id, BROKEN);
  }
}

/** Locks the person first, so that of two runs of one plan the second sees what the first did. */
async function changeLocked<A extends BulkAction>(
  deps: BulkDeps,
  action: A,
  { plan, id, by }: One,
): Promise<BulkPerson> {
  const user = await lockThere(deps.db, id);
  const done = await findBulkChange(deps.db, { userId: id, bulkId: plan.bulkId });
  const seen = (await readSeen(deps, action, user ? [user] : []))(user);
  if (done) {
    const changeId = canUndo(done.action) ? String(done.id) : null;
    return personOf(id, seen, { ...UNTOLD, outcome: 'done', why: AGAIN, change_id: changeId });
  }
  if (seen.digest !== plan.people[id])
    return personOf(id, seen, { ...UNTOLD, outcome: 'changed_since', why: CHANGED });
  if (seen.prediction.would !== 'change' || !seen.user || !seen.state)
    return personOf(id, seen, { outcome: 'left' });
  const changeId = await singles[action](deps, seen.user, seen.state, by);
  return personOf(id, seen, { outcome: 'done', change_id: changeId === null ? null : String(changeId) });
}

/** The customer, locked until the transaction ends; undefined if unknown or deleted. */
async function lockThere(tx: Db, id: number): Promise<UserRecord | undefined> {
  try {
    return await lockCustomer(tx, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function failed(id: number, why: string): BulkPerson {
  return {
    id: String(id),
    email: null,
    would: 'refused',
    ...UNTOLD,
    why,
    outcome: 'failed',
    change_id: null,
  };
}
