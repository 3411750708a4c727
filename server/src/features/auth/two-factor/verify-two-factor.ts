import type { Actor } from '../../../platform/actor.ts';
import type { TwoFactorRecord } from '../auth.types.ts';
import { stepOf } from './compute-totp.ts';
import { countWrong, prepareFactor, type SecondFactorDeps } from './require-second-factor.ts';
import { codeInvalid, notEnabled } from './two-factor.errors.ts';
import { hasUnusedBackupCode, selectTwoFactor } from './two-factor.store.ts';

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
  const secret = deps.sealer.open(record.sealedSecret);
  const step = stepOf(secret, factor.code, deps.clock.now());
  return step !== undefined && step > record.lastStep;
}
