import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { selectLastProof, updateConfirmedAt } from '../auth.store.ts';
import { confirmPassword } from './confirm-password.ts';

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
