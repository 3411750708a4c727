import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import {
  asksForCode,
  checkChange,
  checkEmail,
  checkNewPassword,
  checkPassword,
  describeAuthError,
  emptyForm,
  maySignUp,
  modeFor,
  tidyEmail,
} from './auth.form.ts';

const good = { ...emptyForm, email: 'ada@example.com', password: 'Rhythm-2026', agreeToTerms: true };

test('AUTH-19 AUTH-25 the form starts empty, with the niche Gaming', () => {
  expect(emptyForm).toEqual({
    email: '',
    password: '',
    niche: 'Gaming',
    agreeToTerms: false,
    emailConsent: false,
  });
});

test('the address chooses the form, and a link from an email shows sign-in', () => {
  const at = (pathname: string, token: string | null, state: unknown) => modeFor({ pathname, token, state });
  expect(at('/auth', null, null)).toBe('signIn');
  expect(at('/auth', null, { mode: 'signUp' })).toBe('signUp');
  expect(at('/auth', null, { mode: 'resetPassword' })).toBe('signIn');
  expect(at('/auth', null, { reason: 'two_factor_required' })).toBe('signIn');
  expect(at('/reset-password', null, null)).toBe('resetPassword');
  expect(at('/reset-password', null, { mode: 'signUp' })).toBe('resetPassword');
  expect(at('/reset-password', 'abc', null)).toBe('signIn');
  expect(at('/auth', 'abc', { mode: 'signUp' })).toBe('signIn');
});

test('AUTH-29 emails are trimmed and lowercased', () =>
  expect(tidyEmail(' Ada@Example.COM ')).toBe('ada@example.com'));

const malformed = 'Please enter a valid email address';
test.each([
  ['  ', 'Email is required'],
  ['ada', malformed],
  ['ada@example', malformed],
  ['a b@example.com', malformed],
  ['a@b@example.com', malformed],
  ['ada@.com', malformed],
  [' Ada@Example.COM ', null],
])('AUTH-30 AUTH-31 the fault of the email %j is %j', (email, fault) =>
  expect(checkEmail(email)).toBe(fault),
);

test('AUTH-34 AUTH-35 sign-up needs email, agreement and a strong password', () => {
  expect(maySignUp(good)).toBe(true);
  expect(maySignUp({ ...good, email: ' ' })).toBe(false);
  expect(maySignUp({ ...good, agreeToTerms: false })).toBe(false);
  for (const password of ['', 'Rh-2026', 'rhythm-2026', 'RHYTHM-2026', 'Rhythm-beat', 'Rhythm2026']) {
    expect(maySignUp({ ...good, password })).toBe(false);
  }
  expect(checkPassword('signUp', '')).toBe('Password is required');
  expect(checkPassword('signUp', 'rhythm-2')).toBe('Your password still needs: one uppercase letter.');
  expect(checkPassword('signUp', 'Rhythm')).toBe(
    'Your password still needs: at least 8 characters, one number, one special character.',
  );
  expect(checkPassword('signUp', 'Rhythm-2026')).toBeNull();
});

test('2FA-05 the flag requires2FA or the words of the message ask for the second factor', () => {
  const words = 'Two-factor authentication required';
  const asking = [
    { status: 401, message: 'x', requires2FA: true },
    { status: 401, message: words },
    { status: 403, message: `Sorry: ${words}.` },
  ];
  for (const each of asking) expect(asksForCode(new ApiError(each))).toBe(true);
  expect(asksForCode(new ApiError({ status: 401, message: 'x', code: 'INVALID_CREDENTIALS' }))).toBe(false);
  expect(asksForCode(new Error(words))).toBe(false);
});

test.each([
  [{ status: 429, message: 'Too many attempts.' }, 'Too many attempts.', 'form'],
  [
    { status: 502, message: 'API error: 502', said: false },
    'An unexpected error occurred. Please try again.',
    'form',
  ],
  [{ status: 0, message: 'x' }, 'Network error. Please check your connection and try again.', 'form'],
  [
    { status: 401, message: 'x', code: 'INVALID_CREDENTIALS' },
    'Invalid email or password. Please try again.',
    'form',
  ],
  [{ status: 409, message: 'x', code: 'EMAIL_TAKEN' }, 'An account with this email already exists.', 'email'],
] as const)('AUTH-68 AUTH-69 AUTH-70 AUTH-71 the refusal %o shows %j', (given, message, about) => {
  expect(describeAuthError(new ApiError(given))).toEqual({ message, about });
});

const [old, fresh] = ['Old-pass-1', 'New-pass-2'];
const EMPTY = 'Please fill in all fields.';
const WEAK =
  'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.';

const DIFFERENT = 'New passwords do not match.';
const SAME = 'New password must be different from current password.';

test.each([
  [{ current: '', fresh: 'weak', again: 'other' }, 'current', EMPTY],
  [{ current: old, fresh: '', again: fresh }, 'fresh', EMPTY],
  [{ current: old, fresh, again: '' }, 'again', EMPTY],
  [{ current: old, fresh: 'weak', again: fresh }, 'fresh', WEAK],
  [{ current: fresh, fresh, again: 'New-pass-3' }, 'again', DIFFERENT],
  [{ current: fresh, fresh, again: fresh }, 'fresh', SAME],
] as const)('SET-09 SET-11 SET-12 the first fault of %o is in the field %s', (form, field, message) => {
  expect(checkChange(form)).toEqual({ field, message });
});

const newPasswords = [
  ['Sh0rt-x', WEAK],
  ['Correcthorse8', WEAK],
  [`Aa7-${'x'.repeat(125)}`, WEAK],
  [`Aa7-${'x'.repeat(124)}`, undefined],
] as const;

test.each(newPasswords)(
  'SET-10 SET-13 the new password %s needs 8 to 128 characters of four kinds',
  (password, message) => {
    expect(checkChange({ current: 'x', fresh: password, again: password })?.message).toBe(message);
  },
);

test('an accepted new password has 6 characters or more and is repeated exactly', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (password, again) => {
      const passes = checkNewPassword(password, again) === null;
      expect(passes).toBe(password === again && password.length >= 6);
    }),
  );
});
