import { CALLER_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { type Actor, knownVisitor, type Visitor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import type { ByStaff } from '../../audit/audit.types.ts';
import { recordAudit, recordByStaff } from '../../audit/record-audit.ts';
import { spokenMoment } from '../../emails/emails.rules.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { lockCustomer, lockUser, markEmailVerified } from '../../users/users.queries.ts';
import type { UserRecord } from '../../users/users.types.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { secondsUntilNextMail, VERIFICATION_WINDOW_MS, verificationEnd, waitWords } from '../auth.rules.ts';
import { consumeEmailToken, insertEmailToken, selectEmailToken, selectTokenTimes } from '../auth.store.ts';
import type { EmailTokenRecord } from '../auth.types.ts';

/**
 * Verifies the address that a link was emailed to; needs no session. A repeat after verification succeeds.
 * Returns when the account was created, and with which browser and system. Throws LINK_INVALID if the link is
 * unknown, used or older than a day.
 */
export async function verifyEmail(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  input: { token: string },
  visitor: Visitor,
): Promise<{ at: Date; device: string | null }> {
  return inTransaction(deps.db, async (tx) => {
    const token = await selectEmailToken(tx, 'verify_email', hashToken(input.token));
    if (!token) throw linkInvalid();
    const user = await lockUser(tx, token.userId);
    const signedUp = { at: user.createdAt, device: user.signUpDevice };
    if (user.emailVerifiedAt) return signedUp;
    const at = deps.clock.now();
    await spend(tx, token, at);
    await markEmailVerified(tx, user.id, at);
    await recordAudit(tx, knownVisitor(visitor, user.id), { at, action: 'auth.email_verified' });
    return signedUp;
  });
}

async function spend(tx: Db, token: EmailTokenRecord, at: Date): Promise<void> {
  if (token.expiresAt <= at) throw linkInvalid();
  if (!(await consumeEmailToken(tx, token.id, at))) throw linkInvalid();
}

function linkInvalid(): AppError {
  return new AppError('LINK_INVALID', 'Verification link is invalid or expired.');
}

/** Creates a verification link and queues its email, both in the caller's transaction. */
export async function queueVerification(
  deps: AuthDeps,
  tx: Db,
  user: Pick<UserRecord, 'id' | 'email' | 'timeZone' | 'createdAt' | 'signUpDevice'>,
): Promise<void> {
  const now = deps.clock.now();
  const token = randomToken();
  await insertEmailToken(tx, {
    userId: user.id,
    purpose: 'verify_email',
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: verificationEnd(now),
  });
  await queueEmail(deps, tx, {
    userId: user.id,
    to: user.email,
    template: 'verify_email',
    variables: {
      email: user.email,
      link: `${deps.publicUrl}/verify-email?token=${token}`,
      when: spokenMoment(user.createdAt, user.timeZone),
      device: user.signUpDevice ?? 'a device that we do not know',
      disown: `${deps.publicUrl}/verify-email?not-me=1&token=${token}`,
    },
  });
}

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
