import { CALLER_RATE_LIMITED } from '@drumbeat/contract/rate-limit-codes.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { lockUser } from '../users/users.queries.ts';
import type { AuthDeps } from './auth.deps.ts';
import { secondsUntilNextMail, VERIFICATION_WINDOW_MS } from './auth.rules.ts';
import { selectTokenTimes } from './auth.store.ts';
import { queueVerification } from './queue-verification.ts';

/**
 * Queues another verification email; returns false without one if the address is verified already.
 * Throws RATE_LIMIT_EXCEEDED within 30 seconds of the last one, or beyond five an hour.
 */
export async function resendVerification(deps: AuthDeps, actor: Actor): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, actor.userId);
    if (user.emailVerifiedAt) return false;
    const now = deps.clock.now();
    const since = new Date(now.getTime() - VERIFICATION_WINDOW_MS);
    const sent = await selectTokenTimes(tx, user.id, 'verify_email', since);
    const retryAfter = secondsUntilNextMail(sent, now);
    if (retryAfter > 0) {
      throw new AppError(CALLER_RATE_LIMITED, waitMessage(retryAfter), {
        retryAfter,
        data: { retryAfter },
      });
    }
    await queueVerification(deps, tx, user);
    return true;
  });
}

function waitMessage(seconds: number): string {
  const wait = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `We just sent you a verification email. Please wait ${wait} before asking for another.`;
}
