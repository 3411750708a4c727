import { passwordMessages } from '@drumbeat/contract/auth/password.rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { deleteEmailTokens, deleteOtherSessions, updateCheckedPassword } from '../auth.store.ts';
import { requireSecondFactor } from '../two-factor/require-second-factor.ts';
import { deleteProofs } from '../two-factor/two-factor.store.ts';
import { confirmPassword } from './confirm-password.ts';
import { requireUncommon } from './require-uncommon.ts';

/**
 * Changes the password, ends the other sessions, invalidates emailed reset links and proofs of the old one, and emails the person.
 * Throws INVALID_CREDENTIALS, VALIDATION_FAILED if the new password is the same or easily guessed,
 * RATE_LIMIT_EXCEEDED after ten wrong passwords, and the errors of `requireSecondFactor`.
 */
export async function changePassword(
  deps: AuthDeps,
  actor: Actor,
  input: { currentPassword: string; newPassword: string; code?: string | undefined },
): Promise<void> {
  const { currentPassword, newPassword } = input;
  const given = { password: currentPassword, refusal: passwordMessages.wrong };
  const checked = await confirmPassword(deps, actor, given);
  if (newPassword === currentPassword) {
    const fields = { newPassword: passwordMessages.same };
    throw new AppError('VALIDATION_FAILED', passwordMessages.same, { data: { fields } });
  }
  await requireUncommon(newPassword, actor.email, 'newPassword');
  const hash = await deps.passwords.hash(newPassword, actor.origin.ip);
  const at = deps.clock.now();
  await requireSecondFactor(deps, { actor, code: input.code }, async (tx) => {
    const user = await lockUser(tx, actor.userId);
    // Another call changed it meanwhile: the password that we checked is no longer current.
    if (!(await updateCheckedPassword(tx, user.id, checked, hash, at)))
      throw new AppError('INVALID_CREDENTIALS', passwordMessages.wrong);
    await deleteOtherSessions(tx, user.id, actor.sessionId);
    await deleteEmailTokens(tx, user.id, 'reset_password');
    await deleteProofs(tx, user.id);
    await deps.events.notify(tx, 'sessions_ended', { userId: user.id });
    await recordAudit(tx, actor, { at, action: 'auth.password_changed' });
    await queueEmail(deps, tx, {
      userId: user.id,
      to: user.email,
      template: 'password_changed',
      variables: { email: user.email, link: `${deps.publicUrl}/auth` },
    });
  });
}
