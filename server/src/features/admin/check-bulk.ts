import { randomUUID } from 'node:crypto';
import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import { type BulkAction, singleCallOf } from '@drumbeat/contract/admin/bulk.rules.ts';
import { type Actor, isStaffFor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { bulkActions } from '../../platform/rate-limits.ts';
import { maskedEmail } from '../audit/masks.rules.ts';
import { findCustomers } from '../users/users.queries.ts';
import type { UserRecord } from '../users/users.types.ts';
import type { AdminDeps, BulkDeps } from './admin.deps.ts';
import { type BulkStates, type Prediction, predict, stateText } from './bulk.rules.ts';
import { readBulkStates } from './read-bulk-state.ts';
import { digestOf, writePlan } from './read-plan.ts';

/** A person at one time: the deciding state, the predicted effect, and the digest of both. */
export type Seen<A extends BulkAction> = {
  user: UserRecord | undefined;
  state: BulkStates[A] | null;
  prediction: Prediction;
  digest: string;
};

/**
 * Predicts for each person what a bulk action would do, without changing anything. The plan is the input of
 * `changeInBulk`. Throws FORBIDDEN without the permission for the single call, RATE_LIMIT_EXCEEDED.
 */
export async function checkBulk(
  deps: BulkDeps,
  actor: Actor,
  { action, ids }: { action: BulkAction; ids: readonly number[] },
): Promise<{ plan: string; people: BulkPerson[] }> {
  await admitBulk(deps, actor, action);
  const digests: Record<string, string> = {};
  const people: BulkPerson[] = [];
  const users = await findCustomers(deps.db, ids);
  const look = await readSeen(deps, action, [...users.values()]);
  for (const id of ids) {
    const seen = look(users.get(id));
    digests[id] = seen.digest;
    people.push(personOf(id, seen));
  }
  const at = deps.clock.now().getTime();
  const looked = { bulkId: randomUUID(), by: actor.userId, action, at, people: digests };
  return { plan: writePlan(deps.sealer, looked), people };
}

/** Counts the call. Throws FORBIDDEN unless the actor may make the single call. */
export async function admitBulk(deps: BulkDeps, actor: Actor, action: BulkAction): Promise<void> {
  if (!isStaffFor(actor, singleCallOf[action]))
    throw new AppError('FORBIDDEN', 'You do not have permission to do this.');
  await deps.limits.consume(bulkActions, actor.userId);
}

/**
 * Reads what decides an action for these people, on `deps.db`. Returns a function that predicts the effect on
 * one of them, or on an unknown person.
 */
export async function readSeen<A extends BulkAction>(
  deps: AdminDeps,
  action: A,
  people: readonly UserRecord[],
): Promise<(user: UserRecord | undefined) => Seen<A>> {
  const stateOf = people.length > 0 ? await readBulkStates(deps, action, people) : undefined;
  const now = deps.clock.now();
  return (user) => {
    const state = (user && stateOf?.(user)) ?? null;
    const prediction = predict(action, state, now);
    return { user, state, prediction, digest: digestOf(stateText(state, prediction)) };
  };
}

/** A person of the response; without `more`, the result of a dry run. */
export function personOf(
  id: number,
  { user, prediction }: Pick<Seen<BulkAction>, 'user' | 'prediction'>,
  more: Partial<BulkPerson> = {},
): BulkPerson {
  const email = user ? maskedEmail(user.email) : null;
  return { id: String(id), email, ...prediction, outcome: null, change_id: null, ...more };
}
