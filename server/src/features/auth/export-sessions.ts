import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Actor } from '../../platform/actor.ts';
import type { AuthDeps } from './auth.deps.ts';
import { listSessions } from './list-sessions.ts';
import { sessionView } from './sessions.view.ts';

/** Where the person is signed in now. */
export async function exportSessions(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  actor: Actor,
): Promise<UserExport['sessions']> {
  return (await listSessions(deps, actor)).map((session) => sessionView(session, actor.sessionId));
}
