import type { SessionOwner } from '../../platform/actor.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findUser } from '../users/users.queries.ts';
import type { AuthDeps } from './auth.deps.ts';
import { seenBefore } from './auth.rules.ts';
import { selectLiveSession, updateLastSeen } from './auth.store.ts';

/** The person and session of this token; undefined if the session does not exist or has ended. */
export async function authenticate(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  token: string,
): Promise<SessionOwner | undefined> {
  const now = deps.clock.now();
  const session = await selectLiveSession(deps.db, hashToken(token), now);
  const user = session && (await findUser(deps.db, session.userId));
  if (!user) return undefined;
  if (session.lastSeenAt < seenBefore(now)) await updateLastSeen(deps.db, session.id, now, seenBefore(now));
  return {
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    emailVerifiedAt: user.emailVerifiedAt,
    twoFactor: session.twoFactor,
    timeZone: user.timeZone,
    roles: user.roles,
  };
}
