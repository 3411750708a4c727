import { knownVisitor, type Visitor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { lockUser, markEmailVerified } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { consumeEmailToken, selectEmailToken } from '../auth.store.ts';
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
