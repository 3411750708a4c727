import { isStaffFor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { isOver, isOverForStaff } from '../auth.rules.ts';
import { selectViewerSessions } from '../auth.store.ts';
import type { ViewerSession } from '../auth.types.ts';

/**
 * Which of these sessions, by id, may view customers now. A view lives only as long as its viewer's session
 * may.
 */
export async function findViewers(
  db: Db,
  sessionIds: readonly number[],
  now: Date,
): Promise<Map<number, ViewerSession>> {
  if (sessionIds.length === 0) return new Map();
  const found = await selectViewerSessions(db, sessionIds);
  return new Map(found.filter((session) => mayView(session, now)).map((session) => [session.id, session]));
}

/**
 * Whether the owner of a session may view customers now: it is live, also by the rules for staff, their role
 * allows it, their address is verified and two-factor is on.
 */
export function mayView(session: ViewerSession, now: Date): boolean {
  const isLive = !isOver(session, now) && !isOverForStaff(session, now);
  return isLive && isStaffFor(session, 'POST /api/admin/users/:id/view-as');
}
