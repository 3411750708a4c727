import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { isOver } from '../auth.rules.ts';
import { deleteOtherSessions, deleteOwnSession } from '../auth.store.ts';
import { requireRecentProof } from '../passwords/require-recent-proof.ts';

/**
 * Ends one of the person's sessions, including the current one. Throws NOT_FOUND for another person's session
 * or an ended one, and the errors of `requireRecentProof`.
 */
export async function endSession(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'events' | 'limits' | 'passwords'>,
  actor: Actor,
  sessionId: number,
  password?: string,
): Promise<void> {
  await requireRecentProof(deps, actor, password);
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const ended = await deleteOwnSession(tx, actor.userId, sessionId);
    if (!ended || isOver(ended, at)) throw new AppError('NOT_FOUND', 'This session has already ended.');
    await deps.events.notify(tx, 'sessions_ended', { userId: actor.userId });
    if (ended.viewerId !== null) return recordViewEnded(tx, actor, at, ended.viewerId);
    await recordAudit(tx, actor, {
      at,
      action: 'auth.session_ended',
      target: { type: 'session', id: sessionId },
    });
  });
}

/**
 * Ends the person's other sessions and, if there were any, emails the person; returns how many. Throws the
 * errors of `requireRecentProof`.
 */
export async function endOtherSessions(deps: AuthDeps, actor: Actor, password?: string): Promise<number> {
  await requireRecentProof(deps, actor, password);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const others = await deleteOtherSessions(tx, actor.userId, actor.sessionId, at);
    const ended = others.length;
    if (ended === 0) return 0;
    await deps.events.notify(tx, 'sessions_ended', { userId: actor.userId });
    for (const { viewerId } of others) if (viewerId !== null) await recordViewEnded(tx, actor, at, viewerId);
    await recordAudit(tx, actor, {
      at,
      action: 'auth.other_sessions_ended',
      details: { ended },
    });
    await queueEmail(deps, tx, {
      userId: actor.userId,
      to: actor.email,
      template: 'sessions_ended',
      variables: { email: actor.email, count: String(ended), link: `${deps.publicUrl}/auth` },
    });
    return ended;
  });
}

/** Records that the person ended a view of their account; `viewerId` is the staff member who viewed. */
function recordViewEnded(tx: Db, actor: Actor, at: Date, viewerId: number): Promise<void> {
  return recordAudit(tx, actor, {
    at,
    action: 'admin.view_ended',
    target: { type: 'user', id: actor.userId },
    details: { viewer: viewerId },
  });
}
