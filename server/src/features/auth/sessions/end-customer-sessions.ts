import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { recordChange } from '../../audit/record-audit.ts';
import { lockCustomer } from '../../users/users.queries.ts';
import type { CustomerSessionsDeps } from '../auth.deps.ts';
import { deleteAllSessions } from '../auth.store.ts';
import { listSessions } from './list-sessions.ts';

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
