import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { isTwoFactorOn } from '../auth.queries.ts';
import { deleteOtherSessions } from '../auth.store.ts';
import { confirmPassword, requireRecentProof } from '../passwords/confirm-password.ts';
import { consumeFactor, countWrong, requireSecondFactor } from './require-second-factor.ts';
import { alreadyEnabled, codeInvalid, notEnabled, notSetUp } from './two-factor.errors.ts';
import { deleteTwoFactor, selectTwoFactor } from './two-factor.store.ts';

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

/**
 * Turns two-factor off with the password and a code (app or backup), ends the other sessions and emails the
 * person. Throws TWO_FACTOR_NOT_ENABLED, INVALID_CREDENTIALS, TWO_FACTOR_CODE_INVALID or RATE_LIMIT_EXCEEDED.
 */
export async function disableTwoFactor(
  deps: AuthDeps,
  actor: Actor,
  input: { password: string; code: string },
): Promise<void> {
  const refusal = "That password isn't correct. Please try again.";
  await confirmPassword(deps, actor, { password: input.password, refusal });
  if (!(await isTwoFactorOn(deps.db, actor.userId))) throw notEnabled();

  await requireSecondFactor(deps, { actor, code: input.code }, async (tx) => {
    // Another call turned it off meanwhile: do not email twice.
    if (!(await isTwoFactorOn(tx, actor.userId))) throw notEnabled();
    await deleteTwoFactor(tx, actor.userId);
    await announceTwoFactor(deps, tx, { actor, now: 'off' });
  });
}

const action = { on: 'auth.two_factor_enabled', off: 'auth.two_factor_disabled' } as const;
type Change = {
  /** Who made the change; their session stays open. */
  actor: Actor;
  now: 'on' | 'off';
};

/**
 * After two-factor was turned on or off: ends the other sessions, records the change and emails the person.
 */
async function announceTwoFactor(deps: AuthDeps, tx: Db, change: Change): Promise<void> {
  const { actor, now } = change;
  await deleteOtherSessions(tx, actor.userId, actor.sessionId);
  await deps.events.notify(tx, 'sessions_ended', { userId: actor.userId });
  await recordAudit(tx, actor, {
    at: deps.clock.now(),
    action: action[now],
    target: { type: 'user', id: actor.userId },
  });
  await queueEmail(deps, tx, {
    userId: actor.userId,
    to: actor.email,
    template: `two_factor_${now}`,
    variables: { email: actor.email, link: `${deps.publicUrl}/auth` },
  });
}
