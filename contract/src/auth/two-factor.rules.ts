/** Digits in an authenticator code. */
export const CODE_DIGITS = 6;

export const codeMessages = {
  incomplete: 'Please enter a 6-digit code.',
  invalid: 'Invalid verification code. Please try again.',
  required: 'Two-factor authentication required',
} as const;

/** The characters of backup codes: no two look alike. There are 32, so five random bits choose one. */
export const BACKUP_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export type SecondFactor = { kind: 'app'; code: string } | { kind: 'backup'; code: string };

/** Filters the input of a field for authenticator codes: digits only, six at most. */
export function appCodeDigits(typed: string): string {
  return typed.replace(/[^0-9]/g, '').slice(0, CODE_DIGITS);
}

/** Filters input for backup codes: lower-case letters and digits, eight at most, a dash after the fourth. */
export function backupCodeLetters(typed: string): string {
  const letters = tidy(typed).slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

/** Which kind of code this is; undefined if neither. Spaces, dashes and case are ignored. */
export function secondFactorOf(typed: string): SecondFactor | undefined {
  const bare = typed.replace(/[\s-]/g, '');
  if (/^[0-9]{6}$/.test(bare)) return { kind: 'app', code: bare };
  const letters = tidy(bare);
  const known = letters.length === 8 && [...letters].every((letter) => BACKUP_ALPHABET.includes(letter));
  // If tidying had to drop something, the input was not a code.
  return known && bare.length === 8 ? { kind: 'backup', code: backupCodeLetters(letters) } : undefined;
}

/** Reads letters that look like digits as those digits, because codes never contain those letters. */
function tidy(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
}
