import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { wrongConfirmations } from '../../../platform/limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { selectPasswordHash } from '../auth.store.ts';

/**
 * Checks that the caller of a session knows the password; returns the matching hash. Throws
 * INVALID_CREDENTIALS with the given message, and RATE_LIMIT_EXCEEDED after ten wrong passwords in 15
 * minutes.
 */
export async function confirmPassword(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'limits' | 'passwords'>,
  actor: Actor,
  given: { password: string; refusal: string },
): Promise<string> {
  // Counted before the check, so that parallel guesses cannot exceed the limit.
  await deps.limits.consume(wrongConfirmations, actor.userId);
  const stored = await selectPasswordHash(deps.db, actor.userId);
  const fits = await deps.passwords.verify(stored, given.password, actor.origin.ip);
  if (!stored || !fits) {
    await recordAudit(deps.db, actor, {
      at: deps.clock.now(),
      action: 'auth.confirmation_failed',
    });
    throw new AppError('INVALID_CREDENTIALS', given.refusal);
  }
  await deps.limits.refund(wrongConfirmations, actor.userId);
  return stored;
}
