import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { qrCodes } from '../../platform/limits.ts';
import type { AuthDeps } from './auth.deps.ts';
import { isOwnOtpauthUrl } from './two-factor.rules.ts';

/** Pixels for each module of the code: 6 keep it sharp on dense screens. */
const options = { errorCorrectionLevel: 'M', margin: 2, scale: 6, type: 'image/png' } as const;

/** Draws the set-up address as a PNG data URL, so that no other service sees its secret. Throws VALIDATION_FAILED. */
export async function drawQrCode(
  deps: Pick<AuthDeps, 'limits'>,
  actor: Actor,
  input: { otpauthUrl: string },
): Promise<string> {
  if (!isOwnOtpauthUrl(input.otpauthUrl))
    throw new AppError('VALIDATION_FAILED', 'This is not a two-factor setup address.');
  await deps.limits.consume(qrCodes, actor.userId);
  // Loaded when it is asked for: few people are shown one, and it takes memory.
  const { toDataURL } = await import('qrcode');
  return toDataURL(input.otpauthUrl, options);
}
