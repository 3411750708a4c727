import type { SessionOwner } from '../../platform/actor.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findUser } from '../users/users.queries.ts';
import { opensConsole } from '../users/users.rules.ts';
import type { AuthDeps } from './auth.deps.ts';
import { isOverForStaff, seenBefore } from './auth.rules.ts';
import { selectLiveSession, updateLastSeen } from './auth.store.ts';

/**
 * The person and session of this token; undefined if the session does not exist or has ended. A call that the page made
 * by itself (`isOwn` false) does not keep a session of staff alive.
 */
export async function authenticate(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  token: string,
  isOwn = true,
): Promise<SessionOwner | undefined> {
  const now = deps.clock.now();
  const session = await selectLiveSession(deps.db, hashToken(token), now);
  const user = session && (await findUser(deps.db, session.userId));
  if (!user) return undefined;
  const isStaff = opensConsole(user.roles);
  if (isStaff && isOverForStaff(session, now)) return undefined;
  const before = seenBefore(now, isStaff);
  if (isOwn && session.lastSeenAt < before) await updateLastSeen(deps.db, session.id, now, before);
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
