import { type Actor, knownVisitor, type Visitor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { STRANGER } from '../../audit/names.rules.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { findUserByEmail } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { deleteOwnSession, selectPasswordHash, updateHash } from '../auth.store.ts';
import type { OpenedSession } from '../auth.types.ts';
import { requireSecondFactor } from '../two-factor/require-second-factor.ts';
import { countUnusedBackupCodes } from '../two-factor/two-factor.store.ts';
import { countTry } from './count-try.ts';
import { openSession } from './open-session.ts';

type Credentials = { email: string; password: string; twoFactorCode?: string | undefined };

/**
 * Creates a session for a correct email and password, and ends this tab's previous session (`former`). Throws
 * INVALID_CREDENTIALS, with the same timing and message whether or not the account exists; the errors of
 * `countTry`; UNAVAILABLE if too many calls are queued; and after a correct password, the errors of
 * `requireSecondFactor`.
 */
export async function signIn(
  deps: AuthDeps,
  input: Credentials,
  visitor: Visitor,
  former?: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<OpenedSession> {
  const { ip } = visitor.origin;
  const user = await findUserByEmail(deps.db, input.email);
  const counted = await countTry(deps, { email: input.email, userId: user?.id, ip });
  const stored = await selectPasswordHash(deps.db, user?.id ?? 0);
  const fits = await deps.passwords.verify(stored, input.password, ip).catch(async (error: unknown) => {
    await counted.takeBack();
    throw error;
  });
  const at = deps.clock.now();
  if (!user || !fits) {
    await recordAudit(deps.db, visitor, {
      at,
      action: 'auth.sign_in_failed',
      target: { type: 'user', id: user?.id ?? STRANGER },
      // An unknown address is stored only as a keyed hash, which can still be counted.
      details: user ? {} : { mark: deps.sealer.mark(`email ${input.email}`) },
    });
    throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password. Please try again.');
  }

  // The password is correct; a missing or wrong code is counted elsewhere.
  await counted.succeed();
  if (stored && deps.passwords.isDated(stored)) await renewHash(deps, user.id, stored, input.password, ip);
  const person = knownVisitor(visitor, user.id);
  const given = { actor: person, code: input.twoFactorCode };
  return requireSecondFactor(deps, given, async (tx, spent) => {
    const details = spent ? { secondFactor: spent } : {};
    await recordAudit(tx, person, { at, action: 'auth.signed_in', details });
    if (spent === 'backup') await tellOfBackupCode(deps, tx, user);
    if (former) await deleteOwnSession(tx, former.userId, former.sessionId);
    return openSession(tx, user.id, at, visitor.origin);
  });
}

/** Upgrades a hash to today's cost while the password is known. If that fails, the next sign-in does it. */
async function renewHash(
  deps: AuthDeps,
  userId: number,
  stored: string,
  password: string,
  ip: string,
): Promise<void> {
  try {
    await updateHash(deps.db, userId, stored, await deps.passwords.hash(password, ip));
  } catch (error) {
    deps.log.warn({ err: error, userId }, 'could not upgrade a password hash; the next sign-in tries again');
  }
}

async function tellOfBackupCode(deps: AuthDeps, tx: Db, user: { id: number; email: string }): Promise<void> {
  const left = await countUnusedBackupCodes(tx, user.id);
  await queueEmail(deps, tx, {
    userId: user.id,
    to: user.email,
    template: 'backup_code_used',
    variables: { email: user.email, left: String(left), link: `${deps.publicUrl}/auth` },
  });
}
