import { BACKUP_ALPHABET, backupCodeLetters } from '@drumbeat/contract/auth/two-factor.rules.ts';

export const ISSUER = 'Drumbeat';
export const STEP_SECONDS = 30;
export const BACKUP_CODES = 10;
/** How many random bytes make one backup code. */
export const BACKUP_BYTES = 8;
/** The length in bytes of the salt for a person's backup code hashes. */
export const SALT_BYTES = 16;

/**
 * A backup code (xxxx-xxxx) from eight random bytes: the alphabet has 32 letters, so all codes are equally
 * likely.
 */
export function backupCodeFrom(bytes: Uint8Array): string {
  return backupCodeLetters(Array.from(bytes, (byte) => BACKUP_ALPHABET[byte % 32]).join(''));
}

/** Whether an `otpauth:` URL is one of ours: with our issuer and a secret. */
export function isOwnOtpauthUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url?.protocol === 'otpauth:' &&
    url.host === 'totp' &&
    url.searchParams.get('issuer') === ISSUER &&
    // Stryker disable next-line StringLiteral: both texts are no secret.
    /^[A-Z2-7]{16,128}$/.test(url.searchParams.get('secret') ?? '')
  );
}
