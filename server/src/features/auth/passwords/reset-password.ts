import { knownVisitor, type Visitor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/http/proxies.ts';
import { resetLinkChecks, resetsByAddress } from '../../../platform/rate-limits.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { findUser, lockUser } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import {
  consumeEmailToken,
  deleteAllSessions,
  deleteEmailTokens,
  insertKnownNetwork,
  selectEmailToken,
  updatePassword,
} from '../auth.store.ts';
import type { EmailTokenRecord } from '../auth.types.ts';
import { forgetMisses } from '../sign-in/count-try.ts';
import { deleteProofs } from '../two-factor/two-factor.store.ts';
import { requireUncommon } from './require-uncommon.ts';

/**
 * The person whose password a link can reset. Throws LINK_INVALID if it is unknown, used, replaced or
 * expired.
 */
export async function checkResetLink(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'limits'>,
  input: { token: string },
  visitor: Visitor,
): Promise<{ email: string }> {
  await deps.limits.consume(resetLinkChecks, networkOf(visitor.origin.ip));
  const { userId } = await requireLink(deps, deps.db, input.token);
  const user = await findUser(deps.db, userId);
  if (!user) throw linkInvalid();
  return { email: user.email };
}

/**
 * Sets a new password with an emailed link, consumes the link, ends all sessions and emails the person.
 * Throws LINK_INVALID, VALIDATION_FAILED for an easily guessed password, and RATE_LIMIT_EXCEEDED above 20
 * attempts per network in 15 minutes.
 */
export async function resetPassword(
  deps: AuthDeps,
  input: { token: string; newPassword: string },
  visitor: Visitor,
): Promise<void> {
  await deps.limits.consume(resetsByAddress, networkOf(visitor.origin.ip));
  // Checked before the costly hash; consumed after it, with the person's row locked.
  const { userId } = await requireLink(deps, deps.db, input.token);
  const owner = await findUser(deps.db, userId);
  await requireUncommon(input.newPassword, owner?.email ?? '', 'newPassword');
  const hash = await deps.passwords.hash(input.newPassword, visitor.origin.ip);
  const email = await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const at = deps.clock.now();
    const link = await requireLink(deps, tx, input.token);
    if (!(await consumeEmailToken(tx, link.id, at))) throw linkInvalid();
    await updatePassword(tx, user.id, hash, at);
    await deleteAllSessions(tx, user.id);
    await insertKnownNetwork(tx, user.id, visitor.origin.ip, at);
    await deleteEmailTokens(tx, user.id, 'reset_password');
    await deleteProofs(tx, user.id);
    await deps.events.notify(tx, 'sessions_ended', { userId: user.id });
    await recordAudit(tx, knownVisitor(visitor, user.id), { at, action: 'auth.password_reset' });
    await queueEmail(deps, tx, {
      userId: user.id,
      to: user.email,
      template: 'password_reset',
      variables: { email: user.email, link: `${deps.publicUrl}/auth` },
    });
    return user.email;
  });
  // People who forgot their password have often failed to sign in before; that must not block the new one.
  await forgetMisses(deps, { email, ip: visitor.origin.ip });
}

async function requireLink(deps: Pick<AuthDeps, 'clock'>, db: Db, token: string): Promise<EmailTokenRecord> {
  const link = await selectEmailToken(db, 'reset_password', hashToken(token));
  if (!link || link.usedAt || link.expiresAt <= deps.clock.now()) throw linkInvalid();
  return link;
}

function linkInvalid(): AppError {
  return new AppError('LINK_INVALID', 'This link has expired or is not valid. Please ask for a new one.');
}
