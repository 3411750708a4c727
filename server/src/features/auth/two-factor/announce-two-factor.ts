import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { deleteOtherSessions } from '../auth.store.ts';

type Change = {
  /** Who made the change; their session stays open. */
  actor: Actor;
  now: 'on' | 'off';
};

const action = { on: 'auth.two_factor_enabled', off: 'auth.two_factor_disabled' } as const;

/**
 * After two-factor was turned on or off: ends the other sessions, records the change and emails the person.
 */
export async function announceTwoFactor(deps: AuthDeps, tx: Db, change: Change): Promise<void> {
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
