/** Validation of the reset forms before anything is sent. Pure. */
import { isEmail } from '@drumbeat/contract/auth/auth.rules.ts';
import { strings } from './reset.strings.ts';

/** The form's own minimum length; the server requires more, and says so. */
const CLIENT_MIN = 6;

export function checkResetEmail(email: string): string | null {
  if (email === '') return strings.emailMissing;
  return isEmail(email) ? null : strings.emailInvalid;
}

type Lack = { field: 'password' | 'again'; message: string };

/** What is wrong with a new password and its confirmation, and which field to focus; null if nothing. */
export function checkNewPassword(password: string, again: string): Lack | null {
  if (password === '') return { field: 'password', message: strings.missing };
  if (again === '') return { field: 'again', message: strings.missing };
  if (password.length < CLIENT_MIN) return { field: 'password', message: strings.short };
  return password === again ? null : { field: 'again', message: strings.different };
}
