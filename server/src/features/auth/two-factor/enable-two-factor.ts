import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { requireRecentProof } from '../passwords/require-recent-proof.ts';
import { announceTwoFactor } from './announce-two-factor.ts';
import { consumeFactor, countWrong } from './require-second-factor.ts';
import { alreadyEnabled, codeInvalid, notSetUp } from './two-factor.errors.ts';
import { selectTwoFactor } from './two-factor.store.ts';

/**
 * Turns two-factor on with the first code from the app, ends the person's other sessions and emails the
 * person. Throws TWO_FACTOR_ENABLED, TWO_FACTOR_NOT_SET_UP, TWO_FACTOR_CODE_INVALID, EMAIL_NOT_VERIFIED, the
 * errors of `requireRecentProof`, or RATE_LIMIT_EXCEEDED after five wrong codes in 15 minutes.
 */
export async function enableTwoFactor(
  deps: AuthDeps,
  actor: Actor,
  input: { code: string; password?: string | undefined },
): Promise<void> {
  requireVerified(actor, 'turn on two-factor authentication');
  await requireRecentProof(deps, actor, input.password);
  return countWrong(deps, actor, () =>
    inTransaction(deps.db, async (tx) => {
      const user = await lockUser(tx, actor.userId);
      const record = await selectTwoFactor(tx, user.id);
      if (record?.enabledAt) throw alreadyEnabled();
      if (!record) throw notSetUp();
      if (!(await consumeFactor(deps, tx, record, { kind: 'app', code: input.code }))) throw codeInvalid();
      await announceTwoFactor(deps, tx, { actor, now: 'on' });
    }),
  );
}
