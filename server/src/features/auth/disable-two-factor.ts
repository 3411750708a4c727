import { AppError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Origin } from '../admin/audit.types.ts';
import { announceTwoFactor } from './announce-two-factor.ts';
import type { AuthDeps } from './auth.deps.ts';
import { confirmPassword } from './confirm-password.ts';
import { deleteTwoFactor } from './two-factor.store.ts';
import { twoFactorOn } from './two-factor-on.ts';
import { withSecondFactor } from './with-second-factor.ts';

/**
 * Turns two-factor off with the password and a code of either form, ends the person's other sessions and mails them.
 * Throws TWO_FACTOR_NOT_ENABLED, INVALID_CREDENTIALS, TWO_FACTOR_CODE_INVALID or RATE_LIMIT_EXCEEDED.
 */
export async function disableTwoFactor(
  deps: AuthDeps,
  actor: Actor,
  input: { password: string; code: string },
  origin: Origin,
): Promise<void> {
  const refusal = 'Your password is not right. Please try again.';
  await confirmPassword(deps, actor, { password: input.password, refusal }, origin);
  if (!(await twoFactorOn(deps.db, actor.userId))) throw notEnabled();

  await withSecondFactor(deps, { userId: actor.userId, code: input.code, origin }, async (tx) => {
    // Turned off by another call meanwhile: nobody is told twice.
    if (!(await twoFactorOn(tx, actor.userId))) throw notEnabled();
    await deleteTwoFactor(tx, actor.userId);
    const user = { id: actor.userId, email: actor.email };
    await announceTwoFactor(deps, tx, { user, sessionId: actor.sessionId, origin, now: 'off' });
  });
}

export function notEnabled(): AppError {
  return new AppError('TWO_FACTOR_NOT_ENABLED', 'Two-factor authentication is not on.');
}
