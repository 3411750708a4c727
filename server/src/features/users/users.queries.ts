import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { opensConsole } from './users.rules.ts';
import {
  deleteDeletedUser,
  existsUserOfNiche,
  insertUser,
  selectDeletedBefore,
  selectEmails,
  selectUser,
  selectUserByEmail,
  selectUserForUpdate,
  selectUsers,
  selectWithRole,
  updateUser,
} from './users.store.ts';
import type { NewUser, UserRecord } from './users.types.ts';

/** The person with this id, if any. */
export function findUser(db: Db, userId: number): Promise<UserRecord | undefined> {
  return selectUser(db, userId);
}

/** The person with this email address, which must be in lower case, if any. */
export function findUserByEmail(db: Db, email: string): Promise<UserRecord | undefined> {
  return selectUserByEmail(db, email);
}

/** The email addresses of these people, by id. */
export async function findEmails(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  const found = await selectEmails(db, [...new Set(userIds)]);
  return new Map(found.map(({ id, email }) => [id, email]));
}

/** Whether anybody has this niche. */
export function isNicheOfUser(db: Db, niche: string): Promise<boolean> {
  return existsUserOfNiche(db, niche);
}

/** Locks a person's row until the transaction ends, so that per-person counts are exact. Throws NOT_FOUND. */
export async function lockUser(tx: Db, userId: number): Promise<UserRecord> {
  const user = await selectUserForUpdate(tx, userId);
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
  return user;
}

/** These customers by id, for staff; unknown ones and deleted accounts are left out. */
export async function findCustomers(db: Db, userIds: readonly number[]): Promise<Map<number, UserRecord>> {
  const found = await selectUsers(db, userIds);
  return new Map(found.flatMap((user) => (user.deletedAt ? [] : [[user.id, user]])));
}

/** A customer, for staff. Throws NOT_FOUND, also for a deleted account. */
export async function findCustomer(db: Db, userId: number): Promise<UserRecord> {
  return requireThere(await selectUser(db, userId));
}

/** `findCustomer` with the person's row locked until the transaction ends. */
export async function lockCustomer(tx: Db, userId: number): Promise<UserRecord> {
  return requireThere(await selectUserForUpdate(tx, userId));
}

function requireThere(user: UserRecord | undefined): UserRecord {
  if (!user || user.deletedAt) throw new AppError('NOT_FOUND', 'There is no customer with this id.');
  return user;
}

/** All staff. */
export async function listStaff(db: Db): Promise<Pick<UserRecord, 'id' | 'roles' | 'emailVerifiedAt'>[]> {
  return (await selectWithRole(db)).filter(({ roles }) => opensConsole(roles));
}

/** Adds a person, in the caller's transaction. Throws EMAIL_TAKEN if the address has an account. */
export async function createUser(tx: Db, user: NewUser): Promise<UserRecord> {
  const created = await insertUser(tx, user);
  if (!created) throw new AppError('EMAIL_TAKEN', 'An account with this email already exists.');
  return created;
}

/** Records that a person's email address is verified. */
export async function markEmailVerified(tx: Db, userId: number, at: Date): Promise<void> {
  await updateUser(tx, userId, { emailVerifiedAt: at, updatedAt: at });
}

export async function setNiche(tx: Db, userId: number, niche: string, at: Date): Promise<void> {
  await updateUser(tx, userId, { niche, updatedAt: at });
}

/** Changes a person's time zone; the caller must update their posts. */
export async function setTimeZone(tx: Db, userId: number, timeZone: string, at: Date): Promise<void> {
  await updateUser(tx, userId, { timeZone, updatedAt: at });
}

/** Records when a person last scheduled a round of posts; null clears it. */
export async function setLastSchedulingCycle(
  tx: Db,
  userId: number,
  cycle: Date | null,
  at: Date,
): Promise<void> {
  await updateUser(tx, userId, { lastSchedulingCycle: cycle, updatedAt: at });
}

/** Records whether a person has paused all posts; the caller must hold or release the posts. */
export async function setPostsPaused(tx: Db, userId: number, paused: boolean, at: Date): Promise<void> {
  await updateUser(tx, userId, { postsPaused: paused, updatedAt: at });
}

/**
 * Removes a person's address, niche, zone and roles; the row stays until it is erased. Returns the former
 * address. Throws UNAUTHENTICATED if the account is already deleted.
 */
export async function anonymizeUser(tx: Db, userId: number, at: Date): Promise<string> {
  const { email, deletedAt } = await lockUser(tx, userId);
  if (deletedAt) throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.');
  await updateUser(tx, userId, {
    email: `deleted-${userId}@deleted.invalid`,
    niche: '',
    timeZone: 'UTC',
    emailConsent: false,
    weeklySummary: false,
    emailVerifiedAt: null,
    roles: [],
    deletedAt: at,
    updatedAt: at,
  });
  return email;
}

/** A batch of people who deleted their account before an instant and are not erased yet, oldest first. */
export function listDeletedUsers(db: Db, instant: Date): Promise<number[]> {
  return selectDeletedBefore(db, instant);
}

/** Erases a deleted person and all rows that refer to them; does nothing if the account is not deleted. */
export async function eraseUser(tx: Db, userId: number): Promise<void> {
  await deleteDeletedUser(tx, userId);
}
