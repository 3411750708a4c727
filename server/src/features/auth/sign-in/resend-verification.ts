import { CALLER_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ByStaff } from '../../audit/audit.types.ts';
import { recordByStaff } from '../../audit/record-audit.ts';
import { lockCustomer } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { secondsUntilNextMail, VERIFICATION_WINDOW_MS, waitWords } from '../auth.rules.ts';
import { selectTokenTimes } from '../auth.store.ts';
import { queueVerification } from './queue-verification.ts';

/**
 * Queues another verification email; returns false if the address is verified already. Throws
 * RATE_LIMIT_EXCEEDED within 30 seconds of the last one or above five an hour; NOT_FOUND.
 */
export async function resendVerification(
  deps: AuthDeps,
  person: Pick<Actor, 'userId'>,
  by?: ByStaff,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockCustomer(tx, person.userId);
    if (user.emailVerifiedAt) return false;
    const now = deps.clock.now();
    const since = new Date(now.getTime() - VERIFICATION_WINDOW_MS);
    const sent = await selectTokenTimes(tx, user.id, 'verify_email', since);
    const retryAfter = secondsUntilNextMail(sent, now);
    if (retryAfter > 0) {
      throw new AppError(CALLER_RATE_LIMITED, waitMessage(retryAfter, by), {
        retryAfter,
        data: { retryAfter },
      });
    }
    await queueVerification(deps, tx, user);
    await recordByStaff(tx, by, {
      at: now,
      action: 'auth.verification_resent',
      target: { type: 'user', id: user.id },
      before: null,
      after: { sent: true },
    });
    return true;
  });
}

function waitMessage(seconds: number, by: ByStaff | undefined): string {
  const wait = waitWords(seconds);
  return by
    ? `A verification email was just sent. Please wait ${wait} before sending another.`
    : `We just sent you a verification email. Please wait ${wait} before asking for another.`;
}
