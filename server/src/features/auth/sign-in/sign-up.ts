import { knownVisitor, type Visitor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { networkOf } from '../../../platform/http/proxies.ts';
import { signUpsByAddress } from '../../../platform/rate-limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import { countNicheChoice, requireActiveNiche } from '../../niches/niches.queries.ts';
import { createUser } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { insertPassword } from '../auth.store.ts';
import type { OpenedSession } from '../auth.types.ts';
import { requireUncommon } from '../passwords/require-uncommon.ts';
import { deviceOf } from './device.rules.ts';
import { openSession } from './open-session.ts';
import { queueVerification } from './verify-email.ts';

type SignUpInput = {
  email: string;
  password: string;
  niche: string;
  emailConsent: boolean;
  timeZone: string;
};

/**
 * Creates an account, signs it in and queues its verification email, all in one transaction. Throws
 * EMAIL_TAKEN, VALIDATION_FAILED for an unknown niche or an easily guessed password, and RATE_LIMIT_EXCEEDED
 * above 30 sign-ups an hour per network.
 */
export async function signUp(deps: AuthDeps, input: SignUpInput, visitor: Visitor): Promise<OpenedSession> {
  await deps.limits.consume(signUpsByAddress, networkOf(visitor.origin.ip));
  const niche = await requireActiveNiche(deps.db, input.niche);
  await requireUncommon(input.password, input.email, 'password');
  const passwordHash = await deps.passwords.hash(input.password, visitor.origin.ip);

  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const user = await createUser(tx, {
      email: input.email,
      niche: niche.name,
      timeZone: input.timeZone,
      emailConsent: input.emailConsent,
      signUpDevice: visitor.origin.userAgent ? deviceOf(visitor.origin.userAgent) : null,
      createdAt: at,
    });
    await insertPassword(tx, user.id, passwordHash, at);
    const session = await openSession(tx, user.id, at, visitor.origin);
    await queueVerification(deps, tx, user);
    await recordAudit(tx, knownVisitor(visitor, user.id), { at, action: 'auth.signed_up' });
    await recordFigures(tx, at, [{ name: 'users.signed_up', amount: 1 }]);
    // Last, because everybody who chooses the same niche needs this row's lock.
    await countNicheChoice(tx, niche.id);
    return session;
  });
}
