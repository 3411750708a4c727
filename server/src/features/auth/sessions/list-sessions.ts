import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { recordShown } from '../../audit/record-audit.ts';
import { findCustomer, listStaff } from '../../users/users.queries.ts';
import { opensConsole } from '../../users/users.rules.ts';
import type { UserRecord } from '../../users/users.types.ts';
import type { AuthDeps, CustomerSessionsDeps } from '../auth.deps.ts';
import { isOverForStaff, staffBounds } from '../auth.rules.ts';
import { selectLiveIds, selectLiveSessions } from '../auth.store.ts';
import type { ShownSession } from '../auth.types.ts';
import { findViewers } from '../views/find-viewers.ts';
import { sessionView } from './sessions.view.ts';

/** Which of these sessions are live. */
export async function findLiveSessions(db: Db, ids: readonly number[], now: Date): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const staff = (await listStaff(db)).map(({ id }) => id);
  const live = await selectLiveIds(db, ids, now, { ids: staff, ...staffBounds(now) });
  return new Set((await withViewer(db, live, now)).map(({ id }) => id));
}

/** Sessions without views whose viewer may no longer view customers. */
async function withViewer<S extends { viewerSessionId: number | null }>(
  db: Db,
  sessions: readonly S[],
  now: Date,
): Promise<S[]> {
  const viewerIds = sessions.flatMap(({ viewerSessionId }) => viewerSessionId ?? []);
  const viewers = await findViewers(db, viewerIds, now);
  return sessions.filter(({ viewerSessionId: id }) => id === null || viewers.has(id));
}

/** The person's live sessions, most recently seen first. */
export async function listSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  { userId, roles }: Pick<Actor, 'userId' | 'roles'>,
): Promise<ShownSession[]> {
  return (await listSessionsOf(deps, [{ id: userId, roles }])).get(userId) ?? [];
}

/** The live sessions of these people by user id, most recently seen first; those without any are left out. */
export async function listSessionsOf(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  people: readonly Pick<UserRecord, 'id' | 'roles'>[],
): Promise<Map<number, ShownSession[]>> {
  const now = deps.clock.now();
  const staff = new Set(people.flatMap(({ id, roles }) => (opensConsole(roles) ? id : [])));
  const ids = people.map(({ id }) => id);
  const sessions = (await selectLiveSessions(deps.db, ids, now)).filter(
    (session) =>
      !staff.has(session.userId) || (session.viewerSessionId === null && !isOverForStaff(session, now)),
  );
  return Map.groupBy(await withViewer(deps.db, sessions, now), ({ userId }) => userId);
}

/** The person's live sessions. */
export async function exportSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  actor: Actor,
): Promise<UserExport['sessions']> {
  return (await listSessions(deps, actor)).map((session) => sessionView(session, actor));
}

/** A customer's live sessions, for staff; showing unmasked addresses is audited first. Throws NOT_FOUND. */
export async function listCustomerSessions(
  { db, clock }: CustomerSessionsDeps,
  actor: Actor,
  { userId, sensitive }: { userId: number; sensitive: boolean },
): Promise<ShownSession[]> {
  const { roles } = await findCustomer(db, userId);
  const at = clock.now();
  if (sensitive) await recordShown(db, actor, { at, view: 'sessions', target: { type: 'user', id: userId } });
  return listSessions({ db, clock }, { userId, roles });
}
