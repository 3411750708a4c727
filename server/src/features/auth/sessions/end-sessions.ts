import { type Actor, knownVisitor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordAudit, recordChange } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { lockCustomer } from '../../users/users.queries.ts';
import type { AuthDeps, CustomerSessionsDeps } from '../auth.deps.ts';
import { isOver } from '../auth.rules.ts';
import { deleteAllSessions, deleteOtherSessions, deleteOwnSession } from '../auth.store.ts';
import { requireRecentProof } from '../passwords/confirm-password.ts';
import { listSessions } from './list-sessions.ts';

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

/**
 * Ends all sessions of a customer and their open pages, for staff; returns how many sessions. Throws
 * NOT_FOUND.
 */
export async function endCustomerSessions(
  { db, clock, events }: CustomerSessionsDeps,
  actor: Actor,
  { userId, reason, bulkId }: { userId: number; reason: string | undefined; bulkId?: string | undefined },
): Promise<number> {
  const at = clock.now();
  return inTransaction(db, async (tx) => {
    const { roles } = await lockCustomer(tx, userId);
    const live = await listSessions({ db: tx, clock }, { userId, roles });
    await deleteAllSessions(tx, userId);
    if (live.length === 0) return 0;
    await events.notify(tx, 'sessions_ended', { userId });
    await recordChange(tx, actor, {
      at,
      action: 'auth.ended_by_staff',
      target: { type: 'user', id: userId },
      before: { sessions: live.length },
      after: { sessions: 0 },
      reason,
      bulkId,
    });
    return live.length;
  });
}

/** Ends the session of the call; the person's other sessions stay. In a view, it ends only the view. */
export async function signOut(
  { db, clock, events }: Pick<AuthDeps, 'db' | 'clock' | 'events'>,
  actor: Actor,
): Promise<void> {
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    // The customer may have ended the view meanwhile, which is recorded then.
    const ended = await deleteOwnSession(tx, actor.userId, actor.sessionId);
    // Other tabs may have the same session.
    if (ended) await events.notify(tx, 'sessions_ended', { userId: actor.userId });
    if (!actor.view) return recordAudit(tx, actor, { at, action: 'auth.signed_out' });
    if (!ended) return;
    await recordAudit(tx, knownVisitor(actor, actor.view.staffId), {
      at,
      action: 'admin.view_ended',
      target: { type: 'user', id: actor.userId },
    });
  });
}
