import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { ISSUER, SKEW_STEPS, STEP_SECONDS } from './two-factor.rules.ts';

/** Authenticator apps show the label on one line; this many characters of the email are enough to recognise it. */
const LABEL_MAX = 60;

/** A secret for an authenticator app: 160 random bits in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from the QR code. */
export function otpauthUrlOf(secret: string, email: string): string {
  return totpOf(secret, [...email].slice(0, LABEL_MAX).join('')).toString();
}

/** The 30-second step that this code belongs to, at most one step from now; undefined if to none. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: SKEW_STEPS });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

/**
 * What the database keeps of a backup code. Its forty bits could be guessed from a plain hash. Keyed with the sealed
 * secret, a copy of the database alone does not allow guessing.
 */
export function backupCodeHash(secret: string, code: string): string {
  return createHmac('sha256', Secret.fromBase32(secret).bytes).update(code).digest('hex');
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
}
