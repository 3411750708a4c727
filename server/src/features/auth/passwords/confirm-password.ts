import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { wrongConfirmations } from '../../../platform/rate-limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { selectLastProof, selectPasswordHash, updateConfirmedAt } from '../auth.store.ts';

/** How long a sign-in or a confirmed password proves who is using the session. */
const PROOF_MS = 10 * MINUTE_MS;

/**
 * Protects sensitive calls against a borrowed session: the caller must have signed in or confirmed the
 * password within ten minutes, or gives it now. Throws PASSWORD_REQUIRED, INVALID_CREDENTIALS, and
 * RATE_LIMIT_EXCEEDED after ten wrong passwords.
 */
export async function requireRecentProof(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'limits' | 'passwords'>,
  actor: Actor,
  password: string | undefined,
): Promise<void> {
  const now = deps.clock.now();
  if (password !== undefined) {
    const refusal = "That password isn't correct. Please try again.";
    await confirmPassword(deps, actor, { password, refusal });
    return updateConfirmedAt(deps.db, actor.sessionId, now);
  }
  const last = await selectLastProof(deps.db, actor.sessionId);
  if (!last || last.getTime() <= now.getTime() - PROOF_MS)
    throw new AppError('PASSWORD_REQUIRED', 'Please enter your password to continue.');
}

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
