import { knownVisitor, type Visitor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/proxies.ts';
import { disowns } from '../../platform/limits.ts';
import { listEveryAccount } from '../accounts/accounts.queries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findVerification } from '../auth/auth.queries.ts';
import { findProviderIds } from '../billing/billing.queries.ts';
import { lockUser } from '../users/users.queries.ts';
import { removeUser } from './remove-user.ts';
import type { UserDataDeps } from './user-data.deps.ts';

/**
 * Deletes an account that somebody created with another person's address, authorised by the link in its
 * verification email. The same link may have verified it, but it must be unused. Throws LINK_INVALID for a
 * link that is unknown or older than a day, ACCOUNT_IN_USE, and RATE_LIMIT_EXCEEDED above 20 attempts per
 * network in 15 minutes.
 */
export async function disownUser(
  deps: UserDataDeps,
  input: { token: string },
  visitor: Visitor,
): Promise<void> {
  await deps.limits.consume(disowns, networkOf(visitor.origin.ip));
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const link = await findVerification(tx, input.token, at);
    if (!link) throw new AppError('LINK_INVALID', 'This link is invalid or has expired.');
    const user = await lockUser(tx, link.userId);
    const isOpen = user.emailVerifiedAt === null || link.usedAt !== null;
    if (!isOpen || (await hasPlanOrAccounts(tx, user.id)))
      throw new AppError(
        'ACCOUNT_IN_USE',
        'This account is already in use. Set a new password for it, then delete it in Settings.',
      );
    await removeUser(deps, tx, user.id, at);
    await recordAudit(tx, knownVisitor(visitor, user.id), {
      at,
      action: 'users.disowned',
      target: { type: 'user', id: user.id },
    });
  });
}

async function hasPlanOrAccounts(tx: Db, userId: number): Promise<boolean> {
  const { customerId } = await findProviderIds(tx, userId);
  return customerId !== null || (await listEveryAccount(tx, userId)).length > 0;
}
