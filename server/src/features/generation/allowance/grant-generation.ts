import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import { accountNotFound } from '../../accounts/accounts.errors.ts';
import { listAccounts } from '../../accounts/accounts.queries.ts';
import { recordChange } from '../../audit/record-audit.ts';
import type { UsersDeps } from '../../users/users.deps.ts';
import { lockCustomer, setLastSchedulingCycle } from '../../users/users.queries.ts';
import { type GrantRow, lockAccountJobs, selectGrantsForUpdate, upsertGrant } from '../generation.store.ts';

/**
 * The part of a grant to write: from when generations count, or from when a scheduled calendar counts for its
 * cycle.
 */
type Part = 'countedFrom' | 'scheduledFrom';
/** The value of that part by account id: ISO 8601, or null if not set. */
export type Grants = Record<string, string | null>;

export type GrantState = { grants: Grants; lastSchedulingCycle?: string | null | undefined };
type Input = {
  userId: number;
  /** The account; without it all connected ones. */
  accountId?: number | undefined;
  reason?: string | undefined;
  bulkId?: string | undefined;
};

/**
 * Lets a customer make a new calendar at once, for staff: clears the last scheduling cycle, so that what was
 * scheduled before no longer counts. Returns the id of the audit entry. Throws NOT_FOUND, X_NOT_CONNECTED.
 */
export function grantGeneration(deps: UsersDeps, actor: Actor, input: Input): Promise<number> {
  return grant(deps, actor, { ...input, part: 'scheduledFrom' });
}

/**
 * Resets the generation count of this cycle to 0, for staff. Returns the id of the audit entry. Throws
 * NOT_FOUND, X_ACCOUNT_NOT_FOUND, X_NOT_CONNECTED.
 */
export function resetGenerationCount(deps: UsersDeps, actor: Actor, input: Input): Promise<number> {
  return grant(deps, actor, { ...input, part: 'countedFrom' });
}

async function grant(deps: UsersDeps, actor: Actor, input: Input & { part: Part }): Promise<number> {
  const { userId, accountId, reason, bulkId, part } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const user = await lockCustomer(tx, userId);
    const accountIds = await chooseAccounts(tx, userId, accountId);
    const before: GrantState = { grants: await readGrants(tx, accountIds, part) };
    const after: GrantState = { grants: Object.fromEntries(accountIds.map((id) => [id, at.toISOString()])) };
    if (part === 'scheduledFrom') {
      before.lastSchedulingCycle = user.lastSchedulingCycle?.toISOString() ?? null;
      after.lastSchedulingCycle = null;
    }
    return writeState(tx, actor, { userId, at, part, before, after, reason, bulkId, restores: false });
  });
}

/**
 * Undoes a grant by restoring the previous values. Throws STALE_VERSION if they were changed since, or if a
 * new calendar was scheduled.
 */
export async function restoreGrants(
  deps: UsersDeps,
  actor: Actor,
  input: { userId: number; part: Part; was: GrantState; is: GrantState; reason?: string | undefined },
): Promise<number> {
  const { userId, part, was, is, reason } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const user = await lockCustomer(tx, userId);
    const accountIds = Object.keys(is.grants).map(Number);
    const present: GrantState = { grants: await readGrants(tx, accountIds, part) };
    if (part === 'scheduledFrom')
      present.lastSchedulingCycle = user.lastSchedulingCycle?.toISOString() ?? null;
    const differs =
      accountIds.some((id) => present.grants[id] !== is.grants[id]) ||
      (part === 'scheduledFrom' && present.lastSchedulingCycle !== is.lastSchedulingCycle);
    if (differs) throw new AppError('STALE_VERSION', 'This has changed since, so nothing was undone.');
    return writeState(tx, actor, { userId, at, part, before: is, after: was, reason, restores: true });
  });
}

async function chooseAccounts(tx: Db, userId: number, accountId: number | undefined): Promise<number[]> {
  const ids = (await listAccounts(tx, userId)).map((account) => account.id);
  if (accountId !== undefined && !ids.includes(accountId)) throw accountNotFound();
  if (ids.length === 0) throw new AppError('X_NOT_CONNECTED', 'This customer has no X account connected.');
  return accountId === undefined ? ids : [accountId];
}

async function readGrants(tx: Db, accountIds: readonly number[], part: Part): Promise<Grants> {
  for (const accountId of accountIds) await lockAccountJobs(tx, accountId);
  const rows = new Map<number, GrantRow>(
    (await selectGrantsForUpdate(tx, accountIds)).map((row) => [row.accountId, row]),
  );
  return Object.fromEntries(accountIds.map((id) => [id, rows.get(id)?.[part]?.toISOString() ?? null]));
}

const actions = {
  scheduledFrom: { granted: 'generation.cycle_cleared', restored: 'generation.cycle_restored' },
  countedFrom: { granted: 'generation.count_reset', restored: 'generation.count_restored' },
} as const;

async function writeState(
  tx: Db,
  actor: Actor,
  change: {
    userId: number;
    at: Date;
    part: Part;
    before: GrantState;
    after: GrantState;
    reason: string | undefined;
    bulkId?: string | undefined;
    restores: boolean;
  },
): Promise<number> {
  const { userId, at, part, before, after, reason, bulkId, restores } = change;
  for (const [accountId, value] of Object.entries(after.grants))
    await upsertGrant(tx, Number(accountId), { [part]: value === null ? null : new Date(value) });
  if (after.lastSchedulingCycle !== undefined) {
    const cycle = after.lastSchedulingCycle === null ? null : new Date(after.lastSchedulingCycle);
    await setLastSchedulingCycle(tx, userId, cycle, at);
  }
  await notifyPerson(tx, userId, 'accounts_changed', at);
  return recordChange(tx, actor, {
    at,
    action: actions[part][restores ? 'restored' : 'granted'],
    target: { type: 'user', id: userId },
    before,
    after,
    reason,
    bulkId,
  });
}
