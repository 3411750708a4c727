import type { Actor } from '../../platform/actor.ts';
import type { AuthDeps } from './auth.deps.ts';
import { selectLiveSessions } from './auth.store.ts';
import type { ShownSession } from './auth.types.ts';

/** Where the person is signed in now, the latest seen first. */
export function listSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  actor: Pick<Actor, 'userId'>,
): Promise<ShownSession[]> {
  return selectLiveSessions(deps.db, actor.userId, deps.clock.now());
}
