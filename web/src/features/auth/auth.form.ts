/** The values of the auth forms and their validation, on blur and again on submit. Pure. */
import { DEFAULT_NICHE, isEmail } from '@drumbeat/contract/auth/auth.rules.ts';
import { passwordLacks, passwordMessages } from '@drumbeat/contract/auth/password.rules.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { paths } from '../../base/paths.ts';
import { strings } from './auth.strings.ts';
import { strings as changeStrings } from './change-password/change-password.strings.ts';
import { strings as resetStrings } from './reset/reset.strings.ts';

export type AuthMode = 'signIn' | 'signUp' | 'resetPassword';

export type AuthForm = {
  email: string;
  password: string;
  niche: string;
  agreeToTerms: boolean;
  emailConsent: boolean;
};

export const emptyForm: AuthForm = {
  email: '',
  password: '',
  niche: DEFAULT_NICHE,
  agreeToTerms: false,
  emailConsent: false,
};

/** Which form a URL shows; an emailed link opens a dialog over the sign-in form. */
export function modeFor(at: { pathname: string; token: string | null; state: unknown }): AuthMode {
  if (at.token) return 'signIn';
  if (at.pathname === paths.resetPassword) return 'resetPassword';
  return (at.state as { mode?: AuthMode } | null)?.mode === 'signUp' ? 'signUp' : 'signIn';
}

/** Normalizes an email the way the server stores it. */
export function tidyEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function checkEmail(email: string): string | null {
  const tidy = tidyEmail(email);
  if (tidy === '') return strings.emailRequired;
  return isEmail(tidy) ? null : strings.emailInvalid;
}

export function checkPassword(mode: AuthMode, password: string): string | null {
  if (password === '') return strings.passwordRequired;
  if (mode === 'signIn') return null;
  const lacks = passwordLacks(password);
  return lacks.length === 0 ? null : `${strings.passwordLacks} ${lacks.join(', ')}.`;
}

export function checkAgreement(mode: AuthMode, agreed: boolean): string | null {
  return mode === 'signUp' && !agreed ? strings.mustAgree : null;
}

/** What is still missing for sign-up, in the order of the form; null if nothing is. */
export function signUpLacks(form: AuthForm): string | null {
  const lacks = [
    form.email.trim() === '' && strings.lacksEmail,
    passwordLacks(form.password).length > 0 && strings.lacksPassword,
    !form.agreeToTerms && strings.lacksAgreement,
  ].filter((lack) => lack !== false);
  return lacks.length === 0 ? null : `${strings.lacks} ${lacks.join(', ')}.`;
}

/** Whether the sign-up button is enabled. */
export function maySignUp(form: AuthForm): boolean {
  return signUpLacks(form) === null;
}

/** The values to keep when switching between the forms: everything except the agreement. */
export function onModeChange(form: AuthForm): AuthForm {
  return { ...form, agreeToTerms: false };
}

/** Whether sign-in was refused only because the second factor is missing. */
export function asksForCode(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.requires2FA || error.message.includes(strings.twoFactorRequired))
  );
}

/** What replaces the password when the code is sent. */
export function proofOf(error: unknown): string | undefined {
  const proof = error instanceof ApiError ? error.data?.proof : undefined;
  return typeof proof === 'string' ? proof : undefined;
}

/** Whether the password is needed again, because the proof of it has expired or was used. */
export function isProofInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'TWO_FACTOR_PROOF_INVALID';
}

/** The message for a refused sign-in or sign-up, and whether it belongs to the email field. */
export function describeAuthError(error: unknown): { message: string; about: 'email' | 'form' } {
  if (!(error instanceof ApiError)) return { message: strings.unexpected, about: 'form' };
  if (error.status === 0) return { message: strings.network, about: 'form' };
  if (error.code === 'INVALID_CREDENTIALS') return { message: strings.badCredentials, about: 'form' };
  if (error.code === 'EMAIL_TAKEN') return { message: strings.emailTaken, about: 'email' };
  return { message: describeError(error, strings.unexpected), about: 'form' };
}

export type ChangeForm = { current: string; fresh: string; again: string };

type ChangeLack = { field: keyof ChangeForm; message: string };

/** The first problem and the field to focus; null if there is none. */
export function checkChange(form: ChangeForm): ChangeLack | null {
  const empty = (['current', 'fresh', 'again'] as const).find((field) => form[field] === '');
  if (empty) return { field: empty, message: passwordMessages.missing };
  if (passwordLacks(form.fresh).length > 0) return { field: 'fresh', message: passwordMessages.weak };
  if (form.fresh !== form.again) return { field: 'again', message: changeStrings.different };
  return form.fresh === form.current ? { field: 'fresh', message: passwordMessages.same } : null;
}

/** What is wrong with the email of a reset; null if nothing. */
export function checkResetEmail(email: string): string | null {
  if (email === '') return resetStrings.emailMissing;
  return isEmail(email) ? null : resetStrings.emailInvalid;
}

/** The form's own minimum length; the server requires more, and says so. */
const CLIENT_MIN = 6;

type ResetLack = { field: 'password' | 'again'; message: string };

/** What is wrong with a new password and its confirmation, and which field to focus; null if nothing. */
export function checkNewPassword(password: string, again: string): ResetLack | null {
  if (password === '') return { field: 'password', message: resetStrings.missing };
  if (again === '') return { field: 'again', message: resetStrings.missing };
  if (password.length < CLIENT_MIN) return { field: 'password', message: resetStrings.short };
  return password === again ? null : { field: 'again', message: resetStrings.different };
}
