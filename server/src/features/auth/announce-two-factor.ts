import type { Db } from '../../platform/database.ts';
import type { Origin } from '../admin/audit.types.ts';
import { recordAudit } from '../admin/record-audit.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { AuthDeps } from './auth.deps.ts';
import { deleteOtherSessions } from './auth.store.ts';

type Change = {
  user: { id: number; email: string };
  /** The session that lives on. */
  sessionId: number;
  origin: Origin;
  now: 'on' | 'off';
};

const action = { on: 'auth.two_factor_enabled', off: 'auth.two_factor_disabled' } as const;

/** What follows when two-factor was turned on or off: the other sessions end, the audit log and the person are told. */
export async function announceTwoFactor(deps: AuthDeps, tx: Db, change: Change): Promise<void> {
  const { user, now } = change;
  await deleteOtherSessions(tx, user.id, change.sessionId);
  await recordAudit(tx, {
    at: deps.clock.now(),
    action: action[now],
    actorUserId: user.id,
    target: { type: 'user', id: user.id },
    origin: change.origin,
  });
  await queueEmail(deps, tx, {
    userId: user.id,
    to: user.email,
    template: `two_factor_${now}`,
    variables: { email: user.email, link: `${deps.publicUrl}/auth` },
  });
}
