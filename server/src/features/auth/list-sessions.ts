import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { listStaffIds } from '../users/users.queries.ts';
import { opensConsole } from '../users/users.rules.ts';
import type { AuthDeps } from './auth.deps.ts';
import { isOverForStaff, staffBounds } from './auth.rules.ts';
import { selectLiveIds, selectLiveSessions } from './auth.store.ts';
import type { ShownSession } from './auth.types.ts';
import { sessionView } from './sessions.view.ts';

/** Of these sessions, those that have not ended. */
export async function findLiveSessions(db: Db, ids: readonly number[], now: Date): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  return new Set(await selectLiveIds(db, ids, now, { ids: await listStaffIds(db), ...staffBounds(now) }));
}

/** Where the person is signed in now, the latest seen first. */
export async function listSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  { userId, roles }: Pick<Actor, 'userId' | 'roles'>,
): Promise<ShownSession[]> {
  const now = deps.clock.now();
  const sessions = await selectLiveSessions(deps.db, userId, now);
  return opensConsole(roles) ? sessions.filter((session) => !isOverForStaff(session, now)) : sessions;
}

/** Where the person is signed in now. */
export async function exportSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  actor: Actor,
): Promise<UserExport['sessions']> {
  return (await listSessions(deps, actor)).map((session) => sessionView(session, actor.sessionId));
}
