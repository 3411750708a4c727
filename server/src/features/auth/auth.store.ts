import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, not, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { column, preparedRead } from '../../platform/database/rows.ts';
import { networkOf } from '../../platform/http/proxies.ts';
import { hashToken } from '../../platform/secrets.ts';
import { roles } from '../users/users.rules.ts';
import { emailTokens, knownNetworks, passwords, sessionOwners, sessions } from './auth.tables.ts';
import type {
  EmailTokenRecord,
  FoundSession,
  OwnedSession,
  ShownSession,
  ViewerSession,
} from './auth.types.ts';

export async function insertPassword(db: Db, userId: number, hash: string, at: Date): Promise<void> {
  await db.insert(passwords).values({ userId, hash, changedAt: at });
}

export async function selectPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const rows = await db.select({ hash: passwords.hash }).from(passwords).where(eq(passwords.userId, userId));
  return rows[0]?.hash;
}

/** Replaces the hash if it still is the one that was checked; returns whether it was. */
export async function updateCheckedPassword(
  tx: Db,
  userId: number,
  checked: string,
  hash: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx
    .update(passwords)
    .set({ hash, changedAt: at })
    .where(and(eq(passwords.userId, userId), eq(passwords.hash, checked)))
    .returning({ userId: passwords.userId });
  return rows.length > 0;
}

/** Stores the same password under a new hash, if the stored one still is the one that was checked. */
export async function updateHash(db: Db, userId: number, checked: string, hash: string): Promise<void> {
  await db
    .update(passwords)
    .set({ hash })
    .where(and(eq(passwords.userId, userId), eq(passwords.hash, checked)));
}

export async function updatePassword(tx: Db, userId: number, hash: string, at: Date): Promise<void> {
  await tx.update(passwords).set({ hash, changedAt: at }).where(eq(passwords.userId, userId));
}

type NewSession = typeof sessions.$inferInsert;

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insert(sessions).values(session);
}

const ownedRow = z.object({
  id: column.number,
  userId: column.number,
  createdAt: column.instant,
  expiresAt: column.instant,
  lastSeenAt: column.instant,
  viewerSessionId: column.number.nullable(),
  email: column.text,
  emailVerifiedAt: column.instant.nullable(),
  timeZone: column.text,
  roles: z.array(z.enum(roles)),
  twoFactor: column.boolean,
});
const viewerRow = ownedRow.omit({ viewerSessionId: true, email: true, timeZone: true });
const readOwners = preparedRead(
  'authenticate',
  ownedRow.extend({ tokenHash: column.text, viewer: viewerRow.nullable() }),
  sql`
    select s.token_hash as "tokenHash", s.id, s.user_id as "userId", s.created_at as "createdAt", s.expires_at as "expiresAt",
      s.last_seen_at as "lastSeenAt", s.viewer_session_id as "viewerSessionId", s.email, s.email_verified_at as "emailVerifiedAt",
      s.time_zone as "timeZone", s.roles, s.two_factor as "twoFactor",
      case when v.id is not null then jsonb_build_object('id', v.id, 'userId', v.user_id, 'createdAt', v.created_at,
        'expiresAt', v.expires_at, 'lastSeenAt', v.last_seen_at, 'emailVerifiedAt', v.email_verified_at, 'roles', v.roles,
        'twoFactor', v.two_factor) end as viewer
    from session_owners s left join session_owners v on v.id = s.viewer_session_id
    where s.token_hash = any(${sql.placeholder('hashes')}::text[])`,
);

/**
 * Fills the list to a fixed length with values that match nothing. PostgreSQL's cached plan assumes ten
 * hashes; for fewer it would plan every query again, which takes ten times as long as the query.
 */
const filling = Array<string>(10).fill('');

/** The sessions of these tokens, expired or not; a view includes the session of its viewer. */
export async function selectSessionsOf(
  db: Db,
  hashes: readonly string[],
): Promise<Map<string, FoundSession>> {
  const rows = await readOwners(db, { hashes: [...hashes, ...filling.slice(hashes.length)] });
  return new Map(rows.map(({ tokenHash, ...session }) => [tokenHash, session]));
}

/** Staff sessions from which customers are viewed, expired or not. */
export function selectViewerSessions(db: Db, ids: readonly number[]): Promise<ViewerSession[]> {
  return db
    .select()
    .from(sessionOwners)
    .where(inArray(sessionOwners.id, [...ids]));
}

/**
 * When a session began, locking it against deletion until the transaction ends; undefined if it has ended.
 */
export async function lockSessionStart(tx: Db, sessionId: number): Promise<Date | undefined> {
  const rows = await tx
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('key share');
  return rows[0]?.createdAt;
}

/** When the owner of a session last proved their identity: at its start, or by the password since. */
export async function selectLastProof(db: Db, sessionId: number): Promise<Date | undefined> {
  const rows = await db
    .select({ createdAt: sessions.createdAt, confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return rows[0]?.confirmedAt ?? rows[0]?.createdAt;
}

export async function updateConfirmedAt(db: Db, sessionId: number, at: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt: at }).where(eq(sessions.id, sessionId));
}

/** An ended session; `viewerId` is the staff member if it was a view. */
export type EndedSession = { expiresAt: Date; viewerId: number | null };
const ended = {
  expiresAt: sessions.expiresAt,
  // The table alias is explicit: without it, the column would belong to the inner table.
  viewerId: sql<
    number | null
  >`(select v.user_id from sessions v where v.id = sessions.viewer_session_id)`.mapWith(Number),
};

/** Ends a session of this person; undefined if it is not theirs or has ended. */
export async function deleteOwnSession(
  db: Db,
  userId: number,
  sessionId: number,
): Promise<EndedSession | undefined> {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning(ended);
  return rows[0];
}

/** Ends every session of a person except one; returns those that had not expired yet. */
export async function deleteOtherSessions(
  db: Db,
  userId: number,
  keptSessionId: number,
  now?: Date,
): Promise<EndedSession[]> {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)))
    .returning(ended);
  return rows.filter((row) => !now || row.expiresAt > now);
}

export async function deleteAllSessions(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/** The live sessions of several people, most recently seen first. */
export function selectLiveSessions(
  db: Db,
  userIds: readonly number[],
  now: Date,
): Promise<(ShownSession & { userId: number })[]> {
  return db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      device: sessions.device,
      ip: sessions.ip,
      expiresAt: sessions.expiresAt,
      viewerSessionId: sessions.viewerSessionId,
    })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/**
 * Which of these sessions are live. For people in `staff.ids`, only those that began and were seen after
 * `begun` and `seen`, and no views of them. Does not check whether the viewer of a view is still signed in.
 */
export async function selectLiveIds(
  db: Db,
  ids: readonly number[],
  now: Date,
  staff: { ids: readonly number[]; begun: Date; seen: Date },
): Promise<Pick<OwnedSession, 'id' | 'viewerSessionId'>[]> {
  const isStaff = sql`${sessions.userId} = any(${sql.param(staff.ids)}::bigint[])`;
  const isFresh = and(
    gt(sessions.createdAt, staff.begun),
    gt(sessions.lastSeenAt, staff.seen),
    isNull(sessions.viewerSessionId),
  );
  return db
    .select({ id: sessions.id, viewerSessionId: sessions.viewerSessionId })
    .from(sessions)
    .where(
      and(
        sql`${sessions.id} = any(${sql.param(ids)}::bigint[])`,
        gt(sessions.expiresAt, now),
        or(not(isStaff), isFresh),
      ),
    )
    .orderBy(asc(sessions.id));
}

/** Records a session's last call and its new expiry, unless another call did so since `before`. */
export async function updateLastSeen(
  db: Db,
  sessionId: number,
  seen: { at: Date; expiresAt: Date; before: Date },
): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: seen.at, expiresAt: seen.expiresAt })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, seen.before)));
}

export async function deleteSessionsEndedBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, instant));
}

type NewToken = Pick<
  typeof emailTokens.$inferInsert,
  'userId' | 'purpose' | 'tokenHash' | 'createdAt' | 'expiresAt'
>;
type Purpose = NewToken['purpose'];

export async function insertEmailToken(db: Db, token: NewToken): Promise<void> {
  await db.insert(emailTokens).values(token);
}

export async function selectEmailToken(
  db: Db,
  purpose: Purpose,
  tokenHash: string,
): Promise<EmailTokenRecord | undefined> {
  const rows = await db
    .select({
      id: emailTokens.id,
      userId: emailTokens.userId,
      expiresAt: emailTokens.expiresAt,
      usedAt: emailTokens.usedAt,
    })
    .from(emailTokens)
    .where(and(eq(emailTokens.purpose, purpose), eq(emailTokens.tokenHash, tokenHash)));
  return rows[0];
}

/** Marks the token as used; returns whether this call used it. */
export async function consumeEmailToken(db: Db, tokenId: number, at: Date): Promise<boolean> {
  const rows = await db
    .update(emailTokens)
    .set({ usedAt: at })
    .where(and(eq(emailTokens.id, tokenId), isNull(emailTokens.usedAt)))
    .returning({ id: emailTokens.id });
  return rows.length > 0;
}

/** When a person's tokens of one purpose were created since an instant. */
export async function selectTokenTimes(
  db: Db,
  userId: number,
  purpose: Purpose,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: emailTokens.createdAt })
    .from(emailTokens)
    .where(
      and(eq(emailTokens.userId, userId), eq(emailTokens.purpose, purpose), gt(emailTokens.createdAt, since)),
    );
  return rows.map((row) => row.createdAt);
}

/** When tokens of one purpose were created, of several people. */
export function selectTokenTimesOf(
  db: Db,
  userIds: readonly number[],
  purpose: Purpose,
): Promise<{ userId: number; createdAt: Date }[]> {
  return db
    .select({ userId: emailTokens.userId, createdAt: emailTokens.createdAt })
    .from(emailTokens)
    .where(and(inArray(emailTokens.userId, [...userIds]), eq(emailTokens.purpose, purpose)));
}

/** Invalidates all emailed links of one purpose for a person. */
export async function deleteEmailTokens(tx: Db, userId: number, purpose: Purpose): Promise<void> {
  await tx.delete(emailTokens).where(and(eq(emailTokens.userId, userId), eq(emailTokens.purpose, purpose)));
}

export async function deleteEmailTokensOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(emailTokens).where(eq(emailTokens.userId, userId));
}

export async function deletePassword(tx: Db, userId: number): Promise<void> {
  await tx.delete(passwords).where(eq(passwords.userId, userId));
}

export async function deleteEmailTokensEndedBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(emailTokens).where(lt(emailTokens.expiresAt, instant));
}

function hashOf(userId: number, ip: string): string {
  return hashToken(`${userId} ${networkOf(ip)}`);
}

/** Records that the person signed in from the network of this IP address. */
export async function insertKnownNetwork(tx: Db, userId: number, ip: string, at: Date): Promise<void> {
  await tx
    .insert(knownNetworks)
    .values({ userId, networkHash: hashOf(userId, ip), lastSeenAt: at })
    .onConflictDoUpdate({
      target: [knownNetworks.userId, knownNetworks.networkHash],
      set: { lastSeenAt: at },
    });
}

/** Whether the person has ever signed in from the network of this IP address. */
export async function selectIsKnownNetwork(db: Db, userId: number, ip: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownNetworks.userId })
    .from(knownNetworks)
    .where(and(eq(knownNetworks.userId, userId), eq(knownNetworks.networkHash, hashOf(userId, ip))));
  return rows.length > 0;
}

export async function deleteNetworksSeenBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(knownNetworks).where(lt(knownNetworks.lastSeenAt, instant));
}
