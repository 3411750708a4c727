import { codeMessages, type SecondFactor, secondFactorOf } from '@drumbeat/contract/auth/two-factor.rules.ts';
import type { Actor, KnownVisitor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { wrongCodes } from '../../../platform/rate-limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import type { TwoFactorRecord } from '../auth.types.ts';
import { keyedBackupCode, stepOf } from './compute-totp.ts';
import { codeInvalid, notEnabled } from './two-factor.errors.ts';
import { consumeBackupCode, consumeStep, hasUnusedBackupCode, selectTwoFactor } from './two-factor.store.ts';

export type SecondFactorDeps = Pick<AuthDeps, 'db' | 'clock' | 'limits' | 'sealer' | 'passwords'>;
/** A code ready for lookup: a backup code is already hashed. */
type PreparedFactor = { kind: 'app'; code: string } | { kind: 'backup'; codeHash: string };
type Given = { actor: Actor | KnownVisitor; code: string | undefined };

/**
 * Runs the work in one transaction that locks the person and, if two-factor is on, consumes the code: it is
 * used up if and only if the work commits. Call it after the password check. Throws TWO_FACTOR_REQUIRED
 * without a code, TWO_FACTOR_CODE_INVALID for a wrong or used one, RATE_LIMIT_EXCEEDED after five wrong ones
 * in 15 minutes.
 */
export async function requireSecondFactor<T>(
  deps: SecondFactorDeps,
  given: Given,
  work: (tx: Db, spent: SecondFactor['kind'] | undefined) => Promise<T>,
): Promise<T> {
  const before = await selectTwoFactor(deps.db, given.actor.userId);
  const code = before?.enabledAt ? given.code?.trim() : undefined;
  const run = async () => {
    // Hashing is slow, so it is done before anything is locked.
    const factor =
      before && code ? await prepareFactor(deps, before, code, given.actor.origin.ip) : undefined;
    return inTransaction(deps.db, async (tx) => {
      await lockUser(tx, given.actor.userId);
      const record = await selectTwoFactor(tx, given.actor.userId);
      if (!record?.enabledAt) return work(tx, undefined);
      if (!code) throw new AppError('TWO_FACTOR_REQUIRED', codeMessages.required);
      if (!factor || !(await consumeFactor(deps, tx, record, factor))) throw codeInvalid();
      return work(tx, factor.kind);
    });
  };
  return code ? countWrong(deps, given.actor, run) : run();
}

/**
 * Counts the attempt as wrong before the check, so that parallel guesses cannot exceed the limit; reverts
 * that if it was right.
 */
export async function countWrong<T>(
  deps: SecondFactorDeps,
  actor: Given['actor'],
  attempt: () => Promise<T>,
): Promise<T> {
  await deps.limits.consume(wrongCodes, actor.userId);
  try {
    const result = await attempt();
    await deps.limits.refund(wrongCodes, actor.userId);
    return result;
  } catch (error) {
    const wrong = error instanceof AppError && error.code === 'TWO_FACTOR_CODE_INVALID';
    if (!wrong) await deps.limits.refund(wrongCodes, actor.userId);
    else {
      await recordAudit(deps.db, actor, {
        at: deps.clock.now(),
        action: 'auth.second_factor_failed',
      });
    }
    throw error;
  }
}

/** A code of either form, ready for lookup; undefined if the text is not a code. */
async function prepareFactor(
  deps: Pick<SecondFactorDeps, 'sealer' | 'passwords'>,
  { sealedSecret, backupSalt }: TwoFactorRecord,
  text: string,
  ip: string,
): Promise<PreparedFactor | undefined> {
  const factor = secondFactorOf(text);
  if (!factor || factor.kind === 'app') return factor;
  const keyed = keyedBackupCode(deps.sealer.open('two-factor', sealedSecret), factor.code);
  return {
    kind: 'backup',
    codeHash: backupSalt ? await deps.passwords.digest(keyed, backupSalt, ip) : keyed,
  };
}

/**
 * Consumes a code; returns whether it was valid. An app code also reseals the secret, so that it follows key
 * rotation.
 */
export async function consumeFactor(
  deps: Pick<SecondFactorDeps, 'clock' | 'sealer'>,
  tx: Db,
  record: TwoFactorRecord,
  factor: PreparedFactor,
): Promise<boolean> {
  const now = deps.clock.now();
  if (factor.kind === 'backup') return consumeBackupCode(tx, record.userId, factor.codeHash, now);
  const secret = deps.sealer.open('two-factor', record.sealedSecret);
  const step = stepOf(secret, factor.code, now);
  if (step === undefined) return false;
  return consumeStep(tx, record.userId, {
    step,
    sealedSecret: deps.sealer.seal('two-factor', secret),
    enabledAt: record.enabledAt ?? now,
  });
}

/**
 * Checks a code without consuming it. Throws TWO_FACTOR_NOT_ENABLED,
 * TWO_FACTOR_CODE_INVALID, or RATE_LIMIT_EXCEEDED after five wrong codes in 15 minutes.
 */
export async function verifyTwoFactor(
  deps: SecondFactorDeps,
  actor: Actor,
  input: { code: string },
): Promise<void> {
  const record = await selectTwoFactor(deps.db, actor.userId);
  if (!record?.enabledAt) throw notEnabled();
  await countWrong(deps, actor, async () => {
    if (!(await wouldDo(deps, record, input.code, actor.origin.ip))) throw codeInvalid();
  });
}

async function wouldDo(
  deps: SecondFactorDeps,
  record: TwoFactorRecord,
  code: string,
  ip: string,
): Promise<boolean> {
  const factor = await prepareFactor(deps, record, code, ip);
  if (!factor) return false;
  if (factor.kind === 'backup') return hasUnusedBackupCode(deps.db, record.userId, factor.codeHash);
  const secret = deps.sealer.open('two-factor', record.sealedSecret);
  const step = stepOf(secret, factor.code, deps.clock.now());
  return step !== undefined && step > record.lastStep;
}
