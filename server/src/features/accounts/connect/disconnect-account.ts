import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { AccountsDeps } from '../accounts.deps.ts';
import { accountNotFound } from '../accounts.errors.ts';
import {
  deselectOthers,
  selectAccountForUpdate,
  selectAccounts,
  selectSelected,
  updateAccountRow,
} from '../accounts.store.ts';

/**
 * Disconnects the given account, or the selected one: holds its posts, deletes its tokens, waits for a post
 * that is being sent, and revokes the grant at X. Returns how many posts may still be published. Throws
 * X_ACCOUNT_NOT_FOUND for another person's account, X_NOT_CONNECTED if there is none.
 */
export async function disconnectAccount(
  deps: AccountsDeps,
  actor: Actor,
  accountId?: number,
): Promise<number> {
  const wanted = accountId ?? (await selectSelected(deps.db, actor.userId))?.id;
  if (!wanted) throw new AppError('X_NOT_CONNECTED', 'No X account is connected.');
  const grant = await inTransaction(deps.db, async (tx) => {
    const taken = await takeAway(deps, tx, actor, wanted);
    await audit(deps, tx, actor, 'accounts.disconnected', wanted);
    return taken;
  });
  const onTheirWay = await deps.holds.waitForOpen([wanted]);
  await revokeGrant(deps, grant);
  return onTheirWay;
}

/**
 * Removes an account: disconnects it, and deletes its pending and failed posts, its facts and its voice in
 * the same transaction. Posts that are published or being sent stay. Returns how many were deleted, and how
 * many may still be published. Throws X_ACCOUNT_NOT_FOUND.
 */
export async function removeAccount(
  deps: AccountsDeps,
  actor: Actor,
  accountId: number,
): Promise<{ deleted: number; onTheirWay: number }> {
  const { grant, deleted } = await inTransaction(deps.db, async (tx) => {
    const taken = await takeAway(deps, tx, actor, accountId);
    const count = await deps.deleteUnpublished(tx, actor.userId, accountId, deps.clock.now());
    await deps.eraseVoice(tx, accountId);
    await deps.deleteSources(tx, actor.userId, accountId);
    await audit(deps, tx, actor, 'accounts.removed', accountId, { deletedPosts: count });
    return { grant: taken, deleted: count };
  });
  const onTheirWay = await deps.holds.waitForOpen([accountId]);
  await revokeGrant(deps, grant);
  return { deleted, onTheirWay };
}

/**
 * Disconnects an account: holds its posts, deletes its tokens, selects another one. Returns the sealed grant.
 */
async function takeAway(deps: AccountsDeps, tx: Db, actor: Actor, accountId: number): Promise<string | null> {
  await lockUser(tx, actor.userId);
  const account = await selectAccountForUpdate(tx, accountId);
  if (account?.userId !== actor.userId || account.disconnectedAt !== null) {
    throw accountNotFound();
  }
  const now = deps.clock.now();
  await deps.holds.hold(tx, account.id, 'disconnected');
  await updateAccountRow(tx, account.id, {
    disconnectedAt: now,
    updatedAt: now,
    selected: false,
    needsReconnect: false,
    accessToken: null,
    refreshToken: null,
    tokenExpiresAt: null,
  });
  const [next] = account.selected ? await selectAccounts(tx, actor.userId) : [];
  if (next) {
    await deselectOthers(tx, actor.userId, next.id, now);
    await updateAccountRow(tx, next.id, { selected: true, updatedAt: now });
  }
  return account.refreshToken;
}

async function audit(
  deps: AccountsDeps,
  tx: Db,
  actor: Actor,
  action: 'accounts.disconnected' | 'accounts.removed',
  accountId: number,
  details: Record<string, unknown> = {},
): Promise<void> {
  const target = { type: 'x_account', id: String(accountId) };
  await recordAudit(tx, actor, { at: deps.clock.now(), action, target, details });
}

/** Runs after the commit: we no longer have the grant, whatever X answers. */
async function revokeGrant(deps: AccountsDeps, grant: string | null): Promise<void> {
  if (!grant) return;
  try {
    await deps.x.revoke(deps.sealer.open('x access', grant));
  } catch (error) {
    deps.log.info({ err: String(error) }, 'could not revoke a grant at X; our copy is already deleted');
  }
}
