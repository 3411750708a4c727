import type { Db } from '../../platform/database/database.ts';
import { hashToken } from '../../platform/secrets.ts';
import {
  deleteAllSessions,
  deleteEmailTokensOf,
  deletePassword,
  selectEmailToken,
  selectTokenTimesOf,
} from './auth.store.ts';
import type { EmailTokenRecord } from './auth.types.ts';
import { deleteTwoFactor, selectTwoFactor } from './two-factor/two-factor.store.ts';

/** Whether signing in requires a code as well as the password. */
export async function isTwoFactorOn(db: Db, userId: number): Promise<boolean> {
  return Boolean((await selectTwoFactor(db, userId))?.enabledAt);
}

/** When verification emails were sent to these people, by id, as far as their links are still stored. */
export async function listVerificationTimes(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, Date[]>> {
  const sent = Map.groupBy(await selectTokenTimesOf(db, userIds, 'verify_email'), ({ userId }) => userId);
  return new Map([...sent].map(([userId, links]) => [userId, links.map(({ createdAt }) => createdAt)]));
}

/** A verification link, used or not; undefined if it is unknown or has expired. */
export async function findVerification(
  db: Db,
  token: string,
  now: Date,
): Promise<EmailTokenRecord | undefined> {
  const link = await selectEmailToken(db, 'verify_email', hashToken(token));
  return link && link.expiresAt > now ? link : undefined;
}

/** Ends all sessions of a person and deletes everything that they can sign in with. */
export async function deleteCredentials(tx: Db, userId: number): Promise<void> {
  await deleteAllSessions(tx, userId);
  await deleteEmailTokensOf(tx, userId);
  // In the order in which `insertProof` locks them.
  await deletePassword(tx, userId);
  await deleteTwoFactor(tx, userId);
}
