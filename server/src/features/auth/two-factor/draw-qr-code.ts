import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { qrCodes } from '../../../platform/limits.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { isOwnOtpauthUrl } from './two-factor.rules.ts';

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
