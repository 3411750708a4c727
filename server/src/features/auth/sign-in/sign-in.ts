import { type Actor, knownVisitor, type Visitor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { STRANGER } from '../../audit/masks.rules.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { findUserByEmail } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { deleteOwnSession, selectPasswordHash, updateHash } from '../auth.store.ts';
import type { OpenedSession } from '../auth.types.ts';
import { requireSecondFactor } from '../two-factor/require-second-factor.ts';
import { proofInvalid } from '../two-factor/two-factor.errors.ts';
import { countUnusedBackupCodes, deleteProof } from '../two-factor/two-factor.store.ts';
import { offerProof, spendProof, takeProof } from './consume-proof.ts';
import { countTry } from './count-try.ts';
import { openSession } from './open-session.ts';

type Former = Pick<Actor, 'userId' | 'sessionId'>;
type Credentials = {
  email: string;
  twoFactorCode?: string | undefined;
  password?: string | undefined;
  /** In place of the password, with a code: the proof of the refusal that asked for the code. */
  proof?: string | undefined;
};

/**
 * Creates a session for a correct email and password, and ends this tab's previous session (`former`). Throws
 * INVALID_CREDENTIALS, with the same timing and message whether or not the account exists;
 * TWO_FACTOR_PROOF_INVALID for a proof that is expired, used, tried five times or not this person's; the
 * errors of `countTry`; UNAVAILABLE if too many calls are queued; and after a correct password or proof, the
 * errors of `requireSecondFactor`.
 */
export async function signIn(
  deps: AuthDeps,
  input: Credentials,
  visitor: Visitor,
  former?: Former,
): Promise<OpenedSession> {
  const { ip } = visitor.origin;
  const user = await findUserByEmail(deps.db, input.email);
  const counted = await countTry(deps, { email: input.email, userId: user?.id, ip });
  const at = deps.clock.now();
  const checking = input.proof
    ? takeProof(deps, user?.id ?? 0, input.proof)
    : checkPassword(deps, user?.id ?? 0, input.password ?? '', ip);
  /** The hash of the password or of the proof. */
  const checked = await checking.catch(async (error: unknown) => {
    await counted.takeBack();
    throw error;
  });
  if (!user || !checked) {
    await recordAudit(deps.db, visitor, {
      at,
      action: 'auth.sign_in_failed',
      target: { type: 'user', id: user?.id ?? STRANGER },
      // An unknown address is stored only as a keyed hash, which can still be counted.
      details: user ? {} : { mark: deps.sealer.mark(`email ${input.email}`) },
    });
    if (input.proof) throw proofInvalid();
    throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password. Please try again.');
  }

  // The password is correct; a missing or wrong code is counted elsewhere.
  await counted.succeed();
  const given = { actor: knownVisitor(visitor, user.id), code: input.twoFactorCode };
  const open = () =>
    requireSecondFactor(deps, given, async (tx, spent) => {
      if (input.proof && !(await deleteProof(tx, checked))) throw proofInvalid();
      const details = spent ? { secondFactor: spent } : {};
      await recordAudit(tx, given.actor, { at, action: 'auth.signed_in', details });
      if (spent === 'backup') await emailBackupCodeUsed(deps, tx, user);
      if (former) await deleteOwnSession(tx, former.userId, former.sessionId);
      return openSession(tx, user.id, at, visitor.origin);
    });
  return input.proof
    ? spendProof(deps, checked, open)
    : offerProof(deps, { userId: user.id, passwordHash: checked }, open);
}

/** The stored hash if the password matches it, upgraded to today's cost; otherwise undefined. */
async function checkPassword(
  deps: AuthDeps,
  userId: number,
  password: string,
  ip: string,
): Promise<string | undefined> {
  const stored = await selectPasswordHash(deps.db, userId);
  const fits = await deps.passwords.verify(stored, password, ip);
  if (!stored || !fits) return undefined;
  if (!deps.passwords.isDated(stored)) return stored;
  try {
    const hash = await deps.passwords.hash(password, ip);
    await updateHash(deps.db, userId, stored, hash);
    return hash;
  } catch (error) {
    deps.log.warn({ err: error, userId }, 'could not upgrade a password hash; the next sign-in tries again');
    return stored;
  }
}

async function emailBackupCodeUsed(
  deps: AuthDeps,
  tx: Db,
  user: { id: number; email: string },
): Promise<void> {
  const left = await countUnusedBackupCodes(tx, user.id);
  await queueEmail(deps, tx, {
    userId: user.id,
    to: user.email,
    template: 'backup_code_used',
    variables: { email: user.email, left: String(left), link: `${deps.publicUrl}/auth` },
  });
}
