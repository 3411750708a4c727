import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../../platform/database/database.ts';
import { backupCodes, signInProofs, twoFactor } from '../auth.tables.ts';
import type { TwoFactorRecord } from '../auth.types.ts';

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

/**
 * Stores a proof that the password with this hash was right. If the password or two-factor has changed
 * meanwhile, nothing is stored. Its locks make such a change wait, so that it deletes this proof too.
 */
export async function insertProof(
  db: Db,
  made: { tokenHash: string; userId: number; passwordHash: string; expiresAt: Date },
): Promise<void> {
  await db.execute(sql`
    insert into sign_in_proofs (token_hash, user_id, expires_at)
    select ${made.tokenHash}, p.user_id, ${made.expiresAt}
    from passwords p join two_factor t on t.user_id = p.user_id
    where p.user_id = ${made.userId} and p.hash = ${made.passwordHash} and t.enabled_at is not null
    for share of p for key share of t`);
}

/** Counts a try with a person's proof; returns whether it is theirs and neither expired, used nor tried too often. */
export async function consumeProofTry(
  db: Db,
  userId: number,
  tokenHash: string,
  { now, most }: { now: Date; most: number },
): Promise<boolean> {
  const rows = await db
    .update(signInProofs)
    .set({ tries: sql`${signInProofs.tries} + 1` })
    .where(
      and(
        eq(signInProofs.tokenHash, tokenHash),
        eq(signInProofs.userId, userId),
        gt(signInProofs.expiresAt, now),
        lt(signInProofs.tries, most),
      ),
    )
    .returning({ userId: signInProofs.userId });
  return rows.length > 0;
}

/** Reverts a counted try in which the code was not checked. */
export async function refundProofTry(db: Db, tokenHash: string): Promise<void> {
  await db
    .update(signInProofs)
    .set({ tries: sql`${signInProofs.tries} - 1` })
    .where(eq(signInProofs.tokenHash, tokenHash));
}

/** Uses a proof up; returns whether this call did. */
export async function deleteProof(tx: Db, tokenHash: string): Promise<boolean> {
  const rows = await tx
    .delete(signInProofs)
    .where(eq(signInProofs.tokenHash, tokenHash))
    .returning({ userId: signInProofs.userId });
  return rows.length > 0;
}

/** Voids a person's proofs. Call it after the password was replaced, which waits for proofs being stored. */
export async function deleteProofs(tx: Db, userId: number): Promise<void> {
  await tx.delete(signInProofs).where(eq(signInProofs.userId, userId));
}

export async function deleteProofsEndedBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(signInProofs).where(lt(signInProofs.expiresAt, instant));
}
