import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, prepared } from '../../platform/database/database.ts';
import { column, readRowsPrepared } from '../../platform/database/rows.ts';
import { xAccounts, xOauthStates } from './accounts.tables.ts';
import type { Grant, OauthStateRecord, XAccountRecord } from './accounts.types.ts';

type NewAccount = Omit<
  XAccountRecord,
  'id' | 'nicheUpdateCount' | 'nicheUpdatePeriodEnd' | 'postsPaused' | 'refreshingBy' | 'refreshingUntil'
>;
type AccountChange = Partial<Omit<XAccountRecord, 'id' | 'userId' | 'twitterUserId'>> & { updatedAt: Date };

const connected = isNull(xAccounts.disconnectedAt);

const accountsOf = prepared((db) =>
  db
    .select()
    .from(xAccounts)
    .where(and(eq(xAccounts.userId, sql.placeholder('userId')), connected))
    .orderBy(asc(xAccounts.id))
    .prepare('accounts'),
);
/** The person's connected accounts, oldest first. */
export function selectAccounts(db: Db, userId: number): Promise<XAccountRecord[]> {
  return accountsOf(db).execute({ userId });
}

/** The connected accounts of several people, oldest first. */
export function selectAccountsOf(db: Db, userIds: readonly number[]): Promise<XAccountRecord[]> {
  return db
    .select()
    .from(xAccounts)
    .where(and(inArray(xAccounts.userId, [...userIds]), connected))
    .orderBy(asc(xAccounts.id));
}

/** All accounts that the person ever connected, oldest first. */
export function selectEveryAccount(db: Db, userId: number): Promise<XAccountRecord[]> {
  return db.select().from(xAccounts).where(eq(xAccounts.userId, userId)).orderBy(asc(xAccounts.id));
}

/** The person's connected account with this id; undefined for another person's. */
export async function selectOwnedAccount(
  db: Db,
  userId: number,
  accountId: number,
): Promise<XAccountRecord | undefined> {
  const rows = await db
    .select()
    .from(xAccounts)
    .where(and(eq(xAccounts.id, accountId), eq(xAccounts.userId, userId), connected));
  return rows[0];
}

/** SQL for use in another statement: whether the account is connected and belongs to the person. */
export function existsOwnedAccount(userId: number, accountId: number): SQL {
  return sql`exists (select from x_accounts where id = ${accountId} and user_id = ${userId} and disconnected_at is null)`;
}

const selectedOf = prepared((db) =>
  db
    .select()
    .from(xAccounts)
    .where(and(eq(xAccounts.userId, sql.placeholder('userId')), xAccounts.selected, connected))
    .prepare('selected_account'),
);
export async function selectSelected(db: Db, userId: number): Promise<XAccountRecord | undefined> {
  const [row] = await selectedOf(db).execute({ userId });
  return row;
}

export function selectAccountsByIds(db: Db, ids: readonly number[]): Promise<XAccountRecord[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(xAccounts)
        .where(inArray(xAccounts.id, [...ids]));
}

const grantRow = z.object({
  id: column.number,
  twitterUserId: column.text,
  accessToken: column.text.nullable(),
  tokenExpiresAt: column.instant.nullable(),
  isActive: column.boolean,
  disconnectedAt: column.instant.nullable(),
  needsReconnect: column.boolean,
});

/**
 * The columns needed to call X for these accounts, in one statement, because it runs for every claimed batch.
 */
export function selectGrants(db: Db, ids: readonly number[]): Promise<Grant[]> {
  return readRowsPrepared(
    db,
    'select_grants',
    grantRow,
    sql`select id, twitter_user_id as "twitterUserId", access_token as "accessToken", token_expires_at as "tokenExpiresAt",
          is_active as "isActive", disconnected_at as "disconnectedAt", needs_reconnect as "needsReconnect"
        from x_accounts where id = any(${sql.param(ids)}::bigint[])`,
  );
}

export async function selectAccountForUpdate(tx: Db, accountId: number): Promise<XAccountRecord | undefined> {
  const rows = await tx.select().from(xAccounts).where(eq(xAccounts.id, accountId)).for('no key update');
  return rows[0];
}

/** All rows of one X account, whoever owned it, locked so that nobody connects it concurrently. */
export async function selectHistoryForUpdate(tx: Db, twitterUserId: string): Promise<XAccountRecord[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`x_account:${twitterUserId}`}, 0))`);
  return tx.select().from(xAccounts).where(eq(xAccounts.twitterUserId, twitterUserId)).for('no key update');
}

/** Adds the account, or reactivates the person's previous row for it. */
export async function saveConnected(tx: Db, account: NewAccount): Promise<XAccountRecord> {
  const { userId: _user, twitterUserId: _twitter, ...given } = account;
  // Also removes a renewal claim on the previous tokens.
  const change = { ...given, refreshingBy: null, refreshingUntil: null };
  const rows = await tx
    .insert(xAccounts)
    .values(account)
    .onConflictDoUpdate({ target: [xAccounts.userId, xAccounts.twitterUserId], set: change })
    .returning();
  return rows[0] as XAccountRecord;
}

export async function updateAccountRow(
  db: Db,
  accountId: number,
  change: AccountChange,
): Promise<XAccountRecord | undefined> {
  const rows = await db.update(xAccounts).set(change).where(eq(xAccounts.id, accountId)).returning();
  return rows[0];
}

/**
 * Claims the renewal of exactly these tokens; false if another process has the claim or the tokens were
 * replaced.
 */
export async function claimRenewal(
  db: Db,
  claim: { accountId: number; refreshToken: string; by: string; now: Date; until: Date },
): Promise<boolean> {
  const isFree = or(isNull(xAccounts.refreshingUntil), lte(xAccounts.refreshingUntil, claim.now));
  const { rowCount } = await db
    .update(xAccounts)
    .set({ refreshingBy: claim.by, refreshingUntil: claim.until })
    .where(
      and(
        eq(xAccounts.id, claim.accountId),
        eq(xAccounts.refreshToken, claim.refreshToken),
        connected,
        isFree,
      ),
    );
  return rowCount === 1;
}

/** Releases one claim, but not a later one of the same process. */
export async function releaseRenewal(
  db: Db,
  claim: { accountId: number; by: string; until: Date },
): Promise<void> {
  await db
    .update(xAccounts)
    .set({ refreshingBy: null, refreshingUntil: null })
    .where(
      and(
        eq(xAccounts.id, claim.accountId),
        eq(xAccounts.refreshingBy, claim.by),
        eq(xAccounts.refreshingUntil, claim.until),
      ),
    );
}

/** Releases the claims of dead processes: X's answers to them are lost. */
export async function releaseRenewalsOf(db: Db, instances: readonly string[]): Promise<number> {
  const { rowCount } = await db
    .update(xAccounts)
    .set({ refreshingBy: null, refreshingUntil: null })
    .where(inArray(xAccounts.refreshingBy, [...instances]));
  return rowCount ?? 0;
}

/**
 * Replaces the tokens that were renewed; false if the old ones are gone, so that the new ones are not stored.
 */
export async function storeRenewal(
  db: Db,
  accountId: number,
  formerRefreshToken: string,
  tokens: Pick<XAccountRecord, 'accessToken' | 'refreshToken' | 'tokenExpiresAt' | 'updatedAt'>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(xAccounts)
    .set({ ...tokens, refreshingBy: null, refreshingUntil: null })
    .where(and(eq(xAccounts.id, accountId), eq(xAccounts.refreshToken, formerRefreshToken), connected));
  return rowCount === 1;
}

/** Deselects all of a person's accounts except one. */
export async function deselectOthers(tx: Db, userId: number, accountId: number, at: Date): Promise<void> {
  await tx
    .update(xAccounts)
    .set({ selected: false, updatedAt: at })
    .where(and(eq(xAccounts.userId, userId), ne(xAccounts.id, accountId), xAccounts.selected));
}

export async function insertState(db: Db, state: OauthStateRecord): Promise<void> {
  await db.delete(xOauthStates).where(lt(xOauthStates.expiresAt, state.createdAt));
  await db.insert(xOauthStates).values(state);
}

/** Consumes a state: only the first caller gets it. */
export async function takeState(db: Db, stateHash: string, now: Date): Promise<OauthStateRecord | undefined> {
  const rows = await db
    .delete(xOauthStates)
    .where(and(eq(xOauthStates.stateHash, stateHash), gt(xOauthStates.expiresAt, now)))
    .returning();
  return rows[0];
}

export async function deleteStatesOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(xOauthStates).where(eq(xOauthStates.userId, userId));
}

export async function existsAccountOfNiche(db: Db, niche: string): Promise<boolean> {
  const found = await db
    .select({ id: xAccounts.id })
    .from(xAccounts)
    .where(eq(xAccounts.niche, niche))
    .limit(1);
  return found.length > 0;
}

/** Accounts with a username in any case, whoever owns them; connected ones first. */
export function selectAccountsByUsername(db: Db, username: string, limit: number): Promise<XAccountRecord[]> {
  return db
    .select()
    .from(xAccounts)
    .where(eq(sql`lower(${xAccounts.username})`, username.toLowerCase()))
    .orderBy(sql`${xAccounts.disconnectedAt} desc nulls first`, desc(xAccounts.id))
    .limit(limit);
}
