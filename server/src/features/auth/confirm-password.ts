import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { AuthDeps } from './auth.deps.ts';
import { selectPasswordHash } from './auth.store.ts';
import { wrongConfirmations } from './two-factor.rules.ts';

/**
 * Makes sure that whoever holds a session knows its person's password too, and gives back the hash that it fits. Throws
 * INVALID_CREDENTIALS, in the words given, and RATE_LIMIT_EXCEEDED after ten wrong ones in 15 minutes.
 */
export async function confirmPassword(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'limits' | 'passwords'>,
  actor: Actor,
  given: { password: string; refusal: string },
): Promise<string> {
  // Counted before it is looked at: guesses sent side by side cannot slip past together.
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
  await deps.limits.giveBack(wrongConfirmations, actor.userId);
  return stored;
}
