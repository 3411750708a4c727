import DataLoader from 'dataloader';
import type { SessionOwner } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { opensConsole } from '../../users/users.rules.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { isOver, isOverForStaff, seenBefore, sessionEnd } from '../auth.rules.ts';
import { selectSessionsOf, updateLastSeen } from '../auth.store.ts';
import type { FoundSession, OwnedSession } from '../auth.types.ts';
import { mayView } from '../views/find-viewers.ts';

/** The context of an authentication. */
type Given = Pick<AuthDeps, 'db'> & { now: Date; isOwn: boolean };

/**
 * The person and session of this token; undefined if the session does not exist or has ended. Automatic calls
 * of a page (`isOwn` false) do not keep a staff session alive. Not cached: each call reads the session.
 */
export async function authenticate(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  token: string,
  isOwn = true,
): Promise<SessionOwner | undefined> {
  const session = await readerOf(deps.db).load(hashToken(token));
  const given = { ...deps, now: deps.clock.now(), isOwn };
  if (!session || isOver(session, given.now)) return undefined;
  const isStaff = opensConsole(session.roles);
  if (session.viewerSessionId !== null) return isStaff ? undefined : viewOf(session, given);
  if (isStaff && isOverForStaff(session, given.now)) return undefined;
  await noteCall(session, isStaff, given);
  return ownerOf(session);
}

type Reader = DataLoader<string, FoundSession | undefined>;
const readers = new WeakMap<Db, Reader>();

/** Loads sessions by token hash; lookups in the same turn of the event loop share one statement. */
function readerOf(db: Db): Reader {
  const known = readers.get(db);
  if (known) return known;
  const reader: Reader = new DataLoader(
    async (hashes) => {
      const found = await selectSessionsOf(db, hashes);
      return hashes.map((hash) => found.get(hash));
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: (read) => setImmediate(read) },
  );
  readers.set(db, reader);
  return reader;
}

/** The view as its customer, without their roles; undefined if the viewer may no longer view customers. */
async function viewOf(session: FoundSession, given: Given): Promise<SessionOwner | undefined> {
  const { viewer, expiresAt: endsAt } = session;
  if (!viewer || !mayView(viewer, given.now)) return undefined;
  await noteCall(viewer, true, given);
  return { ...ownerOf(session), roles: [], view: { staffId: viewer.userId, endsAt } };
}

async function noteCall(
  { id, createdAt, lastSeenAt }: Pick<OwnedSession, 'id' | 'createdAt' | 'lastSeenAt'>,
  isStaff: boolean,
  { db, now, isOwn }: Given,
): Promise<void> {
  const before = seenBefore(now, isStaff);
  if (!isOwn || lastSeenAt >= before) return;
  await updateLastSeen(db, id, { at: now, expiresAt: sessionEnd(now, createdAt), before });
}

function ownerOf(session: OwnedSession): SessionOwner {
  const { id: sessionId, userId, email, emailVerifiedAt, twoFactor, timeZone, roles } = session;
  return { userId, sessionId, email, emailVerifiedAt, twoFactor, timeZone, roles };
}
