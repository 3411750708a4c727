import { randomBytes } from 'node:crypto';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { qrCodes, setUps } from '../../../platform/rate-limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { requireRecentProof } from '../passwords/confirm-password.ts';
import { keyedBackupCode, newSecret, otpauthUrlOf } from './compute-totp.ts';
import type { SecondFactorDeps } from './require-second-factor.ts';
import { alreadyEnabled } from './two-factor.errors.ts';
import {
  BACKUP_BYTES,
  BACKUP_CODES,
  backupCodeFrom,
  isOwnOtpauthUrl,
  SALT_BYTES,
} from './two-factor.rules.ts';
import { insertSetUp, selectTwoFactor } from './two-factor.store.ts';

/**
 * Creates a secret and ten backup codes and returns them once. They have no effect until two-factor is
 * enabled; a repeat replaces them. Throws TWO_FACTOR_ENABLED if it is on already, EMAIL_NOT_VERIFIED, and the
 * errors of `requireRecentProof`.
 */
export async function setUpTwoFactor(
  deps: SecondFactorDeps,
  actor: Actor,
  input: { password?: string | undefined } = {},
): Promise<{ qrCode: string; backupCodes: string[] }> {
  requireVerified(actor, 'set up two-factor authentication');
  await deps.limits.consume(setUps, actor.userId);
  await requireRecentProof(deps, actor, input.password);
  const secret = newSecret();
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODES) codes.add(backupCodeFrom(randomBytes(BACKUP_BYTES)));
  const backupCodes = [...codes];
  const backupSalt = randomBytes(SALT_BYTES).toString('base64url');
  const hashes: string[] = [];
  for (const code of backupCodes)
    hashes.push(await deps.passwords.digest(keyedBackupCode(secret, code), backupSalt, actor.origin.ip));
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, actor.userId);
    const present = await selectTwoFactor(tx, user.id);
    if (present?.enabledAt) throw alreadyEnabled();
    const at = deps.clock.now();
    await insertSetUp(
      tx,
      { userId: user.id, sealedSecret: deps.sealer.seal('two-factor', secret), backupSalt, createdAt: at },
      hashes,
    );
    await recordAudit(tx, actor, { at, action: 'auth.two_factor_setup_begun' });
    return { qrCode: otpauthUrlOf(secret, user.email), backupCodes };
  });
}

/** `scale` is pixels per module: 6 keeps the code sharp on dense screens. */
const options = { errorCorrectionLevel: 'M', margin: 2, scale: 6, type: 'image/png' } as const;

/**
 * Renders the otpauth: URL as a PNG data URL, so that no other service sees its secret. Throws
 * VALIDATION_FAILED.
 */
export async function drawQrCode(
  deps: Pick<AuthDeps, 'limits'>,
  actor: Actor,
  input: { otpauthUrl: string },
): Promise<string> {
  if (!isOwnOtpauthUrl(input.otpauthUrl))
    throw new AppError('VALIDATION_FAILED', 'This is not a two-factor setup address.');
  await deps.limits.consume(qrCodes, actor.userId);
  // Loaded on demand: few people need it, and it takes memory.
  const { toDataURL } = await import('qrcode');
  return toDataURL(input.otpauthUrl, options);
}
