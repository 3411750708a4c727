import { type Actor, type SystemActor, systemActor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import { recordChange } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { findUserByEmail, lockCustomer } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { isTwoFactorOn } from '../auth.queries.ts';
import { deleteAllSessions } from '../auth.store.ts';
import { deleteTwoFactor } from './two-factor.store.ts';

/**
 * Turns a person's two-factor off for staff, ends all their sessions and emails them. Throws NOT_FOUND;
 * TWO_FACTOR_NOT_ENABLED; FORBIDDEN for oneself, and for staff unless the actor is an admin.
 */
export async function resetTwoFactor(
  deps: AuthDeps,
  actor: Actor | SystemActor,
  { userId, reason }: { userId: number; reason?: string | undefined },
): Promise<void> {
  const at = deps.clock.now();
  const byStaff = 'userId' in actor ? actor : undefined;
  if (userId === byStaff?.userId)
    throw new AppError('FORBIDDEN', 'Turn off your own two-factor in the settings, with a code.');
  await inTransaction(deps.db, async (tx) => {
    const user = await lockCustomer(tx, userId);
    if (byStaff && user.roles.length > 0 && !byStaff.roles.includes('admin'))
      throw new AppError('FORBIDDEN', 'Only an admin can reset the two-factor of a member of staff.');
    if (!(await isTwoFactorOn(tx, userId)))
      throw new AppError('TWO_FACTOR_NOT_ENABLED', 'Two-factor is not on for this user.');
    await deleteTwoFactor(tx, userId);
    await deleteAllSessions(tx, userId);
    await deps.events.notify(tx, 'sessions_ended', { userId });
    await notifyPerson(tx, userId, 'settings_changed', at);
    await recordChange(tx, actor, {
      at,
      action: 'auth.two_factor_reset',
      target: { type: 'user', id: userId },
      before: { twoFactor: 'on' },
      after: { twoFactor: 'off', sessions: 'ended' },
      reason,
    });
    await queueEmail(deps, tx, {
      userId,
      to: user.email,
      template: 'two_factor_off',
      variables: { email: user.email, link: `${deps.publicUrl}/auth` },
    });
  });
}

/**
 * `resetTwoFactor` for the command line, once the person's identity was verified in another way. Works for
 * staff too, so that the last admin is never locked out. Returns a message. Throws NOT_FOUND for an unknown
 * address.
 */
export async function resetTwoFactorOf(deps: AuthDeps, email: string, reason: string): Promise<string> {
  const address = email.trim().toLowerCase();
  const person = await findUserByEmail(deps.db, address);
  if (!person) throw new AppError('NOT_FOUND', `No account has the email ${address}.`);
  await resetTwoFactor(deps, systemActor('command line'), { userId: person.id, reason });
  return `Two-factor of ${person.email} is off, all of their sessions have ended, and they were notified by email.`;
}
