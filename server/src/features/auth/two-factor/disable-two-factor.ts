import type { Actor } from '../../../platform/actor.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { isTwoFactorOn } from '../auth.queries.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { announceTwoFactor } from './announce-two-factor.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import { notEnabled } from './two-factor.errors.ts';
import { deleteTwoFactor } from './two-factor.store.ts';

/**
 * Turns two-factor off with the password and a code (app or backup), ends the other sessions and emails the
 * person. Throws TWO_FACTOR_NOT_ENABLED, INVALID_CREDENTIALS, TWO_FACTOR_CODE_INVALID or RATE_LIMIT_EXCEEDED.
 */
export async function disableTwoFactor(
  deps: AuthDeps,
  actor: Actor,
  input: { password: string; code: string },
): Promise<void> {
  const refusal = "That password isn't correct. Please try again.";
  await confirmPassword(deps, actor, { password: input.password, refusal });
  if (!(await isTwoFactorOn(deps.db, actor.userId))) throw notEnabled();

  await requireSecondFactor(deps, { actor, code: input.code }, async (tx) => {
    // Another call turned it off meanwhile: do not email twice.
    if (!(await isTwoFactorOn(tx, actor.userId))) throw notEnabled();
    await deleteTwoFactor(tx, actor.userId);
    await announceTwoFactor(deps, tx, { actor, now: 'off' });
  });
}
