import { crashPoint } from '../../platform/crash-points.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import { XError } from '../../providers/x/x.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { findUser } from '../users/users.queries.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { endsSoon, isUsable } from './accounts.rules.ts';
import { selectAccountForUpdate, selectGrants, updateAccountRow } from './accounts.store.ts';
import type { Grant, XAccountRecord } from './accounts.types.ts';

/**
 * The way to call X for an account: a token; or why there is none. `dead`: X refused the grant just now; `gone`: the
 * account was disconnected, switched off or refused before; `unavailable`: X did not answer, which passes.
 */
export type AccountAccess =
  | { kind: 'token'; accessToken: string; twitterUserId: string }
  | { kind: 'dead' }
  | { kind: 'gone' }
  | { kind: 'unavailable' };

/**
 * Tokens for several accounts at once. Each is a promise of its own: an account whose token must be renewed first, under
 * its row lock, keeps no other waiting. An account that is unknown is left out; one that is not usable is `gone`.
 */
export async function accessFor(
  deps: AccountsDeps,
  accountIds: readonly number[],
): Promise<Map<number, Promise<AccountAccess>>> {
  const rows = await selectGrants(deps.db, accountIds);
  const now = deps.clock.now();
  return new Map(rows.map((account) => [account.id, accessOf(deps, account, now)]));
}

async function accessOf(deps: AccountsDeps, account: Grant, now: Date): Promise<AccountAccess> {
  if (!isUsable(account)) return { kind: 'gone' };
  return endsSoon(account.tokenExpiresAt, now) ? renewAccess(deps, account.id) : tokenOf(deps, account);
}

/**
 * Renews an account's tokens, unless another process did so meanwhile: the row lock lets one in, and the new refresh
 * token is stored before anyone uses it. `refused` is the access token that X did not accept.
 * A grant that X no longer knows makes the account `needs_reconnect`, holds its posts and writes to its owner.
 */
export function renewAccess(deps: AccountsDeps, accountId: number, refused?: string): Promise<AccountAccess> {
  return inTransaction(deps.db, async (tx) => {
    const account = await selectAccountForUpdate(tx, accountId);
    if (!account?.refreshToken || !isUsable(account)) return { kind: 'gone' };
    const current = tokenOf(deps, account);
    const renewed = refused !== undefined && current.accessToken !== refused;
    if (renewed || (refused === undefined && !endsSoon(account.tokenExpiresAt, deps.clock.now())))
      return current;
    return refresh(deps, tx, account, account.refreshToken);
  });
}

async function refresh(
  deps: AccountsDeps,
  tx: Db,
  account: XAccountRecord,
  sealed: string,
): Promise<AccountAccess> {
  const now = deps.clock.now();
  try {
    const tokens = await deps.x.refreshTokens(deps.sealer.open(sealed));
    crashPoint('token_rotated');
    await updateAccountRow(tx, account.id, {
      accessToken: deps.sealer.seal(tokens.accessToken),
      refreshToken: deps.sealer.seal(tokens.refreshToken),
      tokenExpiresAt: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
      updatedAt: now,
    });
    return { kind: 'token', accessToken: tokens.accessToken, twitterUserId: account.twitterUserId };
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    if (error.kind !== 'grant_dead') return { kind: 'unavailable' };
    await markDead(deps, tx, account);
    return { kind: 'dead' };
  }
}

/** Says that X refuses the account for good, for example after the person took the grant away. */
export function loseAccess(deps: AccountsDeps, accountId: number): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const account = await selectAccountForUpdate(tx, accountId);
    if (account && isUsable(account)) await markDead(deps, tx, account);
  });
}

async function markDead(deps: AccountsDeps, tx: Db, account: XAccountRecord): Promise<void> {
  const now = deps.clock.now();
  await updateAccountRow(tx, account.id, { needsReconnect: true, updatedAt: now });
  await deps.holds.hold(tx, account.id, 'disconnected');
  const owner = await findUser(tx, account.userId);
  if (!owner) return;
  await queueEmail(deps, tx, {
    template: 'reconnect_x',
    userId: owner.id,
    to: owner.email,
    variables: { username: account.username, link: `${deps.publicUrl}/dashboard` },
  });
}

function tokenOf(deps: AccountsDeps, account: Grant): Extract<AccountAccess, { kind: 'token' }> {
  return {
    kind: 'token',
    accessToken: deps.sealer.open(account.accessToken ?? ''),
    twitterUserId: account.twitterUserId,
  };
}
