import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { ISSUER, STEP_SECONDS } from './two-factor.rules.ts';

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

/** The present 30-second step, if the code belongs to it: a code works as long as the app shows it. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 0 });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS);
}

/**
 * A backup code under the sealed secret. Its forty bits could be guessed from a hash alone; so a copy of the database
 * does not allow it. What is kept is a salted password hash of this.
 */
export function keyedBackupCode(secret: string, code: string): string {
  return createHmac('sha256', Secret.fromBase32(secret).bytes).update(code).digest('hex');
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
}
