import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../../platform/database/database.ts';
import { backupCodes, twoFactor } from './two-factor.tables.ts';
import type { TwoFactorRecord } from './two-factor.types.ts';

const twoFactorOf = prepared((db) =>
  db
    .select()
    .from(twoFactor)
    .where(eq(twoFactor.userId, sql.placeholder('userId')))
    .prepare('two_factor'),
);
export async function selectTwoFactor(db: Db, userId: number): Promise<TwoFactorRecord | undefined> {
  const [row] = await twoFactorOf(db).execute({ userId });
  return row;
}

type NewTwoFactor = Pick<TwoFactorRecord, 'userId' | 'sealedSecret' | 'backupSalt' | 'createdAt'>;

/** Stores a set-up, replacing whatever the person had. */
export async function insertSetUp(tx: Db, made: NewTwoFactor, codeHashes: readonly string[]): Promise<void> {
  await deleteTwoFactor(tx, made.userId);
  await tx.insert(twoFactor).values(made);
  await tx.insert(backupCodes).values(codeHashes.map((codeHash) => ({ userId: made.userId, codeHash })));
}

/** Deletes the secret and the backup codes. */
export async function deleteTwoFactor(tx: Db, userId: number): Promise<void> {
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId));
}

/** Deletes set-ups that began before an instant and were never enabled. */
export async function deleteSetUpsBegunBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(twoFactor).where(and(isNull(twoFactor.enabledAt), lt(twoFactor.createdAt, instant)));
}

/**
 * Consumes the code of a step; returns whether this call did. No step, and none before it, is accepted again.
 */
export async function consumeStep(
  db: Db,
  userId: number,
  taken: { step: number; sealedSecret: string; enabledAt: Date },
): Promise<boolean> {
  const { step, ...rest } = taken;
  const rows = await db
    .update(twoFactor)
    .set({ lastStep: step, ...rest })
    .where(and(eq(twoFactor.userId, userId), lt(twoFactor.lastStep, step)))
    .returning({ userId: twoFactor.userId });
  return rows.length > 0;
}

export async function hasUnusedBackupCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: backupCodes.userId })
    .from(backupCodes)
    .where(unused(userId, codeHash));
  return rows.length > 0;
}

export function countUnusedBackupCodes(db: Db, userId: number): Promise<number> {
  return db.$count(backupCodes, and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt)));
}

/** Consumes a backup code; returns whether this call did. */
export async function consumeBackupCode(
  db: Db,
  userId: number,
  codeHash: string,
  at: Date,
): Promise<boolean> {
  const rows = await db
    .update(backupCodes)
    .set({ usedAt: at })
    .where(unused(userId, codeHash))
    .returning({ userId: backupCodes.userId });
  return rows.length > 0;
}

function unused(userId: number, codeHash: string) {
  return and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, codeHash), isNull(backupCodes.usedAt));
}
