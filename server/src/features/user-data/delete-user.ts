import { type Actor, knownVisitor, type Visitor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/proxies.ts';
import { queues } from '../../platform/queues.ts';
import { disowns } from '../../platform/rate-limits.ts';
import { listEveryAccount } from '../accounts/accounts.queries.ts';
import { eraseAccounts } from '../accounts/erase-accounts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteCredentials, findVerification } from '../auth/auth.queries.ts';
import { confirmPassword } from '../auth/passwords/confirm-password.ts';
import { requireSecondFactor } from '../auth/two-factor/require-second-factor.ts';
import { findProviderIds } from '../billing/billing.queries.ts';
import { countSubscription } from '../billing/sync/write-subscription.ts';
import { deleteEmails } from '../emails/emails.queries.ts';
import { queueEmail } from '../emails/sending/queue-email.ts';
import { deleteSources } from '../facts/facts.queries.ts';
import { recordFigures } from '../figures/record-figures.ts';
import { erasePosts } from '../posts/erase-posts.ts';
import { anonymizeUser, lockUser } from '../users/users.queries.ts';
import { eraseVoices } from '../voice/erase-voices.ts';
import type { UserDataDeps } from './user-data.deps.ts';

/**
 * Deletes the account of a person after checking the password and, if two-factor is on, a code; runs
 * `removeUser` in one transaction. Throws INVALID_CREDENTIALS, TWO_FACTOR_REQUIRED, TWO_FACTOR_CODE_INVALID,
 * RATE_LIMIT_EXCEEDED.
 */
export async function deleteUser(
  deps: UserDataDeps,
  actor: Actor,
  input: { password: string; twoFactorCode?: string | undefined },
): Promise<void> {
  const { userId } = actor;
  const refusal = "That password isn't correct. Please try again.";
  await confirmPassword(deps, actor, { password: input.password, refusal });
  await requireSecondFactor(deps, { actor, code: input.twoFactorCode }, async (tx) => {
    const at = deps.clock.now();
    const email = await removeUser(deps, tx, userId, at);
    await recordAudit(tx, actor, {
      at,
      action: 'users.deleted',
      target: { type: 'user', id: userId },
    });
    await queueEmail(deps, tx, { userId, to: email, template: 'account_deleted', variables: { email } });
  });
}

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

/**
 * Removes a person from the product, in the caller's transaction: ends sessions, disconnects X, deletes posts
 * except those being sent, and frees the address. A job closes their data at the providers; the rest is
 * erased a day later. Returns the address.
 */
async function removeUser(deps: UserDataDeps, tx: Db, userId: number, at: Date): Promise<string> {
  const email = await anonymizeUser(tx, userId, at);
  await recordFigures(tx, at, [{ name: 'users.left', amount: 1 }]);
  await countSubscription(tx, userId, at);
  await eraseVoices(tx, userId);
  const grants = await eraseAccounts(deps, tx, userId);
  await erasePosts(tx, userId, at);
  await deleteSources(tx, userId);
  await deleteCredentials(tx, userId);
  await deleteEmails(tx, userId);
  await deps.jobs.enqueue(tx, queues.closeProviderAccounts, { userId, grants });
  return email;
}
