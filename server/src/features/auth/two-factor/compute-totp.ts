import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { ISSUER, STEP_SECONDS } from './two-factor.rules.ts';

/**
 * Authenticator apps show the label on one line; this much of the email address is enough to recognise it.
 */
const LABEL_MAX = 60;

/** A secret for an authenticator app: 160 random bits in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The otpauth: URL that an authenticator app reads from the QR code. */
export function otpauthUrlOf(secret: string, email: string): string {
  return totpOf(secret, [...email].slice(0, LABEL_MAX).join('')).toString();
}

/**
 * The current 30-second step if the code belongs to it; undefined otherwise. A code is valid only while the
 * app shows it.
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 0 });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS);
}

/**
 * HMAC of a backup code with the sealed secret. The codes are short enough to guess from a plain hash, so a
 * copy of the database must not suffice. What is stored is a salted password hash of this.
 */
export function keyedBackupCode(secret: string, code: string): string {
  return createHmac('sha256', Secret.fromBase32(secret).bytes).update(code).digest('hex');
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
}
