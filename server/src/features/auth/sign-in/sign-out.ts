import { type Actor, knownVisitor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { deleteOwnSession } from '../auth.store.ts';

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
