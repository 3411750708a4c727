import type { Actor } from '../../platform/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { confirmPassword } from '../auth/passwords/confirm-password.ts';
import { requireSecondFactor } from '../auth/two-factor/require-second-factor.ts';
import { queueEmail } from '../emails/sending/queue-email.ts';
import { removeUser } from './remove-user.ts';
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
