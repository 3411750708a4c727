import { isStaffFor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { listStaff } from '../users/users.queries.ts';
import { isOverForStaff } from './auth.rules.ts';
import { selectViewerSessions } from './auth.store.ts';
import type { ViewerSession } from './auth.types.ts';

/**
 * Of these sessions, those whose owner may view customers now, by id: a live session of somebody whose role allows it,
 * with a verified address and two-factor on. A view lives as long as its viewer is among them.
 */
export async function findViewers(
  db: Db,
  sessionIds: readonly number[],
  now: Date,
): Promise<Map<number, ViewerSession>> {
  if (sessionIds.length === 0) return new Map();
  const [found, staff] = await Promise.all([selectViewerSessions(db, sessionIds, now), listStaff(db)]);
  const mayView = found.filter((session) => {
    const person = staff.find(({ id }) => id === session.userId);
    return (
      person !== undefined &&
      !isOverForStaff(session, now) &&
      isStaffFor({ ...person, twoFactor: session.twoFactor }, 'POST /api/admin/users/:id/view-as')
    );
  });
  return new Map(mayView.map((session) => [session.id, session]));
}
