import type { Actor } from '../../platform/actor.ts';
import { queues } from '../../platform/queues.ts';
import { eraseAccounts } from '../accounts/erase-accounts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteCredentials } from '../auth/auth.queries.ts';
import { confirmPassword } from '../auth/confirm-password.ts';
import { requireSecondFactor } from '../auth/require-second-factor.ts';
import { countSubscription } from '../billing/count-subscription.ts';
import { deleteEmails } from '../emails/emails.queries.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { recordFigures } from '../figures/record-figures.ts';
import { erasePosts } from '../posts/erase-posts.ts';
import { anonymizeUser } from '../users/users.queries.ts';
import type { UserDataDeps } from './user-data.deps.ts';

/**
 * Deletes the account of a person who proves the password and, where two-factor is on, a code. In one transaction the
 * sessions end, X is disconnected, posts are removed except those being sent, and the address is free again; what the
 * providers hold is ended by a job; the rest is erased a day later. Throws INVALID_CREDENTIALS, TWO_FACTOR_REQUIRED,
 * TWO_FACTOR_CODE_INVALID, RATE_LIMIT_EXCEEDED.
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
    const email = await anonymizeUser(tx, userId, at);
    await recordFigures(tx, at, [{ name: 'users.left', amount: 1 }]);
    await countSubscription(tx, userId, at);
    const grants = await eraseAccounts(deps, tx, userId);
    await erasePosts(tx, userId, at);
    await deleteCredentials(tx, userId);
    await deleteEmails(tx, userId);
    await recordAudit(tx, actor, {
      at,
      action: 'users.deleted',
      target: { type: 'user', id: userId },
    });
    await queueEmail(deps, tx, { userId, to: email, template: 'account_deleted', variables: { email } });
    await deps.jobs.enqueue(tx, queues.closeProviderAccounts, { userId, grants });
  });
}
