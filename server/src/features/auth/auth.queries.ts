import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import type { AuthDeps } from './auth.deps.ts';
import {
  deleteAllSessions,
  deleteEmailTokensOf,
  deletePassword,
  selectLiveIds,
  selectLiveSessions,
} from './auth.store.ts';
import type { ShownSession } from './auth.types.ts';
import { sessionView } from './sessions.view.ts';
import { deleteTwoFactor, selectTwoFactor } from './two-factor.store.ts';

/** Of these sessions, those that have not ended. */
export async function findLiveSessions(db: Db, ids: readonly number[], now: Date): Promise<Set<number>> {
  return ids.length === 0 ? new Set() : new Set(await selectLiveIds(db, ids, now));
}

/** Whether signing in takes a code as well as the password. */
export async function isTwoFactorOn(db: Db, userId: number): Promise<boolean> {
  return Boolean((await selectTwoFactor(db, userId))?.enabledAt);
}

/** Where the person is signed in now, the latest seen first. */
export function listSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  actor: Pick<Actor, 'userId'>,
): Promise<ShownSession[]> {
  return selectLiveSessions(deps.db, actor.userId, deps.clock.now());
}

/** Where the person is signed in now. */
export async function exportSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  actor: Actor,
): Promise<UserExport['sessions']> {
  return (await listSessions(deps, actor)).map((session) => sessionView(session, actor.sessionId));
}

/** Ends all sessions of a person and deletes everything that they sign in with. */
export async function deleteCredentials(tx: Db, userId: number): Promise<void> {
  await deleteAllSessions(tx, userId);
  await deleteEmailTokensOf(tx, userId);
  await deleteTwoFactor(tx, userId);
  await deletePassword(tx, userId);
}
