/** Password length in characters. The maximum also bounds the work argon2 does. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const PASSWORD_TOO_LONG = `Password must have at most ${PASSWORD_MAX} characters`;

/** Messages of the forms that replace a password. */
export const passwordMessages = {
  missing: 'Please fill in all fields.',
  weak: 'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.',
  same: 'New password must be different from current password.',
  wrong: 'Current password is incorrect.',
  changed: 'Password changed successfully!',
  reset: 'Password reset successfully! You can now sign in with your new password.',
} as const;

const demands = [
  { lacks: 'at least 8 characters', met: (p: string) => p.length >= PASSWORD_MIN },
  { lacks: 'at most 128 characters', met: (p: string) => p.length <= PASSWORD_MAX },
  { lacks: 'one uppercase letter', met: (p: string) => /\p{Lu}/u.test(p) },
  { lacks: 'one lowercase letter', met: (p: string) => /\p{Ll}/u.test(p) },
  { lacks: 'one number', met: (p: string) => /\d/.test(p) },
  // A special character is printable and is not a letter, digit or space.
  { lacks: 'one special character', met: (p: string) => /[^\p{L}\p{M}\p{N}\p{Z}\p{C}]/u.test(p) },
] as const;

/** The requirements that a password does not meet, as texts; empty if it is acceptable. */
export function passwordLacks(password: string): string[] {
  return demands.filter((demand) => !demand.met(password)).map((demand) => demand.lacks);
}
