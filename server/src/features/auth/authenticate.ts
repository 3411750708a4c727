import type { SessionOwner } from '../../platform/actor.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findUser } from '../users/users.queries.ts';
import { opensConsole } from '../users/users.rules.ts';
import type { UserRecord } from '../users/users.types.ts';
import type { AuthDeps } from './auth.deps.ts';
import { isOverForStaff, seenBefore } from './auth.rules.ts';
import { selectLiveSession, updateLastSeen } from './auth.store.ts';
import type { SessionRecord } from './auth.types.ts';
import { findViewers } from './find-viewers.ts';

/** What an attempt to authenticate goes by. */
type Given = Pick<AuthDeps, 'db'> & { now: Date; isOwn: boolean };

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
  if (session.viewerSessionId !== null)
    return isStaff ? undefined : viewOf(user, session, { ...deps, now, isOwn });
  if (isStaff && isOverForStaff(session, now)) return undefined;
  await noteCall(session, isStaff, { ...deps, now, isOwn });
  return ownerOf(user, session);
}

/** A view as its customer, without their roles; undefined once the viewer may not look any more. */
async function viewOf(
  user: UserRecord,
  session: SessionRecord,
  given: Given,
): Promise<SessionOwner | undefined> {
  const { viewerSessionId, expiresAt: endsAt } = session;
  if (viewerSessionId === null) return undefined;
  const viewer = (await findViewers(given.db, [viewerSessionId], given.now)).get(viewerSessionId);
  if (!viewer) return undefined;
  await noteCall(viewer, true, given);
  return { ...ownerOf(user, session), roles: [], view: { staffId: viewer.userId, endsAt } };
}

async function noteCall(
  { id, lastSeenAt }: Pick<SessionRecord, 'id' | 'lastSeenAt'>,
  isStaff: boolean,
  { db, now, isOwn }: Given,
): Promise<void> {
  const before = seenBefore(now, isStaff);
  if (isOwn && lastSeenAt < before) await updateLastSeen(db, id, now, before);
}

function ownerOf(user: UserRecord, { id, twoFactor }: SessionRecord): SessionOwner {
  return {
    userId: user.id,
    sessionId: id,
    email: user.email,
    emailVerifiedAt: user.emailVerifiedAt,
    twoFactor,
    timeZone: user.timeZone,
    roles: user.roles,
  };
}
