import { codeMessages, type SecondFactor, secondFactorOf } from '@drumbeat/contract/two-factor.rules.ts';
import type { Actor, KnownVisitor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../users/users.queries.ts';
import type { AuthDeps } from './auth.deps.ts';
import { backupCodeHash, stepOf } from './totp.ts';
import { wrongCodes } from './two-factor.rules.ts';
import { selectTwoFactor, takeStep, useBackupCode } from './two-factor.store.ts';
import type { TwoFactorRecord } from './two-factor.types.ts';

export type SecondFactorDeps = Pick<AuthDeps, 'db' | 'clock' | 'limits' | 'sealer'>;
type Given = { actor: Actor | KnownVisitor; code: string | undefined };

/**
 * Runs the work in one transaction that locks the person's row and, if two-factor is on, consumes the code: the code
 * is spent if and only if the work commits. Call it after the password check. Throws TWO_FACTOR_REQUIRED without a code,
 * TWO_FACTOR_CODE_INVALID for a wrong or used one, RATE_LIMIT_EXCEEDED after five wrong ones in 15 minutes.
 */
export async function withSecondFactor<T>(
  deps: SecondFactorDeps,
  given: Given,
  work: (tx: Db, spent: SecondFactor['kind'] | undefined) => Promise<T>,
): Promise<T> {
  const before = await selectTwoFactor(deps.db, given.actor.userId);
  const code = before?.enabledAt ? given.code?.trim() : undefined;
  const run = () =>
    inTransaction(deps.db, async (tx) => {
      await lockUser(tx, given.actor.userId);
      const record = await selectTwoFactor(tx, given.actor.userId);
      const spent = record?.enabledAt ? await spend(deps, tx, record, code) : undefined;
      return work(tx, spent);
    });
  return code ? countWrong(deps, given.actor, run) : run();
}

/** Counts the try before the check, so that parallel guesses cannot exceed the limit; uncounts it if it was right. */
export async function countWrong<T>(
  deps: SecondFactorDeps,
  actor: Given['actor'],
  attempt: () => Promise<T>,
): Promise<T> {
  await deps.limits.consume(wrongCodes, actor.userId);
  try {
    const result = await attempt();
    await deps.limits.giveBack(wrongCodes, actor.userId);
    return result;
  } catch (error) {
    const wrong = error instanceof AppError && error.code === 'TWO_FACTOR_CODE_INVALID';
    if (!wrong) await deps.limits.giveBack(wrongCodes, actor.userId);
    else {
      await recordAudit(deps.db, actor, {
        at: deps.clock.now(),
        action: 'auth.second_factor_failed',
      });
    }
    throw error;
  }
}

async function spend(
  deps: SecondFactorDeps,
  tx: Db,
  record: TwoFactorRecord,
  code: string | undefined,
): Promise<SecondFactor['kind']> {
  if (!code) throw new AppError('TWO_FACTOR_REQUIRED', codeMessages.required);
  const factor = secondFactorOf(code);
  if (!factor || !(await take(deps, tx, record, factor))) throw codeInvalid();
  return factor.kind;
}

/** Consumes a code; returns whether it was valid. Seals the secret again each time, so that it gets the current key. */
export async function take(
  deps: Pick<SecondFactorDeps, 'clock' | 'sealer'>,
  tx: Db,
  record: TwoFactorRecord,
  factor: SecondFactor,
): Promise<boolean> {
  const now = deps.clock.now();
  const secret = deps.sealer.open(record.sealedSecret);
  if (factor.kind === 'backup')
    return useBackupCode(tx, record.userId, backupCodeHash(secret, factor.code), now);
  const step = stepOf(secret, factor.code, now);
  if (step === undefined) return false;
  return takeStep(tx, record.userId, {
    step,
    sealedSecret: deps.sealer.seal(secret),
    enabledAt: record.enabledAt ?? now,
  });
}

export function codeInvalid(): AppError {
  return new AppError('TWO_FACTOR_CODE_INVALID', codeMessages.invalid);
}
