import { BACKUP_ALPHABET, backupCodeLetters } from '@drumbeat/contract/two-factor.rules.ts';
import type { Limit } from '../../platform/rate-limits.ts';

export const ISSUER = 'Drumbeat';
export const STEP_SECONDS = 30;
/** Steps that a phone's clock may be ahead or behind. */
export const SKEW_STEPS = 1;
export const BACKUP_CODES = 10;
/** Random bytes that one backup code is made of. */
export const BACKUP_BYTES = 8;

/** Wrong codes of one person, in any call. */
export const wrongCodes: Limit = { name: 'second-factor', points: 5, seconds: 15 * 60 };

/** Wrong passwords in calls that ask for the password again. */
export const wrongConfirmations: Limit = { name: 'confirm-password', points: 10, seconds: 15 * 60 };

/** Set-ups begun by one person; each creates a secret and ten codes. */
export const setUps: Limit = { name: 'two-factor-setup', points: 20, seconds: 60 * 60 };

/** QR codes drawn for one person. */
export const qrCodes: Limit = { name: 'two-factor-qr', points: 60, seconds: 60 * 60 };

/** A backup code, xxxx-xxxx, from eight random bytes: the alphabet has 32 letters, so all are equally likely. */
export function backupCodeFrom(bytes: Uint8Array): string {
  return backupCodeLetters(Array.from(bytes, (byte) => BACKUP_ALPHABET[byte % 32]).join(''));
}

/** Whether an `otpauth:` address is one of ours: with our issuer's name and a secret. */
export function isOwnOtpauthUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url?.protocol === 'otpauth:' &&
    url.host === 'totp' &&
    url.searchParams.get('issuer') === ISSUER &&
    /^[A-Z2-7]{16,128}$/.test(url.searchParams.get('secret') ?? '')
  );
}
