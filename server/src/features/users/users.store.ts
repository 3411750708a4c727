import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/database/database.ts';
import { users } from './users.tables.ts';
import type { NewUser, UserRecord } from './users.types.ts';

type UserChange = Partial<
  Pick<
    UserRecord,
    | 'email'
    | 'niche'
    | 'emailConsent'
    | 'weeklySummary'
    | 'timeZone'
    | 'emailVerifiedAt'
    | 'postsPaused'
    | 'lastSchedulingCycle'
    | 'roles'
    | 'deletedAt'
  >
> & { updatedAt: Date };

/** Undefined if the email is taken, even by a concurrent sign-up. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRecord | undefined> {
  const rows = await db
    .insert(users)
    .values({ ...user, updatedAt: user.createdAt })
    .onConflictDoNothing({ target: users.email })
    .returning();
  return rows[0];
}

const userById = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user'),
);
export async function selectUser(db: Db, userId: number): Promise<UserRecord | undefined> {
  const [row] = await userById(db).execute({ id: userId });
  return row;
}

export function selectUsers(db: Db, userIds: readonly number[]): Promise<UserRecord[]> {
  return db
    .select()
    .from(users)
    .where(inArray(users.id, [...userIds]));
}

export async function selectUserForUpdate(tx: Db, userId: number): Promise<UserRecord | undefined> {
  const rows = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return rows[0];
}

export async function selectUserByEmail(db: Db, email: string): Promise<UserRecord | undefined> {
  const rows = await db.select().from(users).where(eq(users.email, email));
  return rows[0];
}

export async function existsUserOfNiche(db: Db, niche: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.niche, niche)).limit(1);
  return found.length > 0;
}

const emailsById = prepared((db) =>
  db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`${users.id} = any(${sql.placeholder('ids')}::bigint[])`)
    .prepare('emails'),
);
export async function selectEmails(
  db: Db,
  userIds: readonly number[],
): Promise<{ id: number; email: string }[]> {
  return userIds.length === 0 ? [] : emailsById(db).execute({ ids: userIds });
}

/** Undefined if there is no such person. */
export async function updateUser(
  db: Db,
  userId: number,
  change: UserChange,
): Promise<UserRecord | undefined> {
  const rows = await db.update(users).set(change).where(eq(users.id, userId)).returning();
  return rows[0];
}

/** Everybody with any role; there are few. */
export async function selectWithRole(
  db: Db,
): Promise<Pick<UserRecord, 'id' | 'roles' | 'emailVerifiedAt'>[]> {
  const { id, roles, emailVerifiedAt } = users;
  return db.select({ id, roles, emailVerifiedAt }).from(users).where(sql`${roles} <> '{}'`).orderBy(asc(id));
}

/** Locks all changes of roles until the transaction ends, so that the last admin can be detected reliably. */
export async function lockRoles(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('users.roles', 0))`);
}

/** How many other people are admins and can use that role. */
export async function countOtherAdmins(tx: Db, userId: number): Promise<number> {
  const isAdmin = sql`'admin' = any(${users.roles})`;
  return tx.$count(
    users,
    and(isAdmin, isNull(users.deletedAt), isNotNull(users.emailVerifiedAt), ne(users.id, userId)),
  );
}

export async function selectDeletedBefore(db: Db, instant: Date): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(lt(users.deletedAt, instant))
    .orderBy(asc(users.deletedAt), asc(users.id))
    .limit(100);
  return rows.map((row) => row.id);
}

export async function deleteDeletedUser(tx: Db, userId: number): Promise<void> {
  await tx.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletedAt)));
}
