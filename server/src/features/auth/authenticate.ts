import type { Actor } from '../../platform/http/actor.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findUser } from '../users/find-user.ts';
import type { AuthDeps } from './auth.deps.ts';
import { selectLiveSession } from './auth.store.ts';

/** Who holds this token; undefined when it opens no session, or none any more. */
export async function authenticate(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  token: string,
): Promise<Actor | undefined> {
  const session = await selectLiveSession(deps.db, hashToken(token), deps.clock.now());
  const user = session && (await findUser(deps.db, session.userId));
  if (!user) return undefined;
  return {
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    emailVerifiedAt: user.emailVerifiedAt,
    timeZone: user.timeZone,
    roles: user.roles,
  };
}
