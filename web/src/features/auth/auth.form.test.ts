import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import {
  asksForCode,
  checkAgreement,
  checkEmail,
  checkPassword,
  describeAuthError,
  emptyForm,
  maySignUp,
  modeFor,
  onModeChange,
  signUpLacks,
  tidyEmail,
} from './auth.form.ts';

const good = { ...emptyForm, email: 'ada@example.com', password: 'Rhythm-2026', agreeToTerms: true };

test('AUTH-19 AUTH-25 the form begins empty, in the niche Gaming', () => {
  expect(emptyForm).toEqual({
    email: '',
    password: '',
    niche: 'Gaming',
    agreeToTerms: false,
    emailConsent: false,
  });
});

test('AUTH-05 turning to the other form clears the agreement and keeps what was typed', () => {
  expect(onModeChange(good)).toEqual({ ...good, agreeToTerms: false });
});

test('an address shows the form that it names; a link from an email is over sign-in, whatever else is there', () => {
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

test('AUTH-29 emails are lowercased', () => expect(tidyEmail(' Ada@Example.COM ')).toBe('ada@example.com'));

test('AUTH-30 an empty email', () => expect(checkEmail('  ')).toBe('Email is required'));

test.each(['ada', 'ada@example', 'a b@example.com', 'a@b@example.com', '@example.com', 'ada@.com'])(
  'AUTH-31 %j is not an email',
  (email) => expect(checkEmail(email)).toBe('Please enter a valid email address'),
);

test('spaces around an address and capitals are no mistake', () =>
  expect(checkEmail(' Ada@Example.COM ')).toBeNull());

test('AUTH-32 signing in without a password; any password will do to try', () => {
  expect(checkPassword('signIn', '')).toBe('Password is required');
  expect(checkPassword('signIn', 'x')).toBeNull();
});

test('AUTH-33 signing up without agreeing', () => {
  expect(checkAgreement('signUp', false)).toBe(
    'You must agree to the Terms of Service to create an account.',
  );
  expect(checkAgreement('signUp', true)).toBeNull();
  expect(checkAgreement('signIn', false)).toBeNull();
});

test('AUTH-34 AUTH-35 sign-up opens only with email, agreement and a strong password', () => {
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

test('AUTH-18 the marketing box is optional', () => {
  expect(maySignUp({ ...good, emailConsent: false })).toBe(true);
});

test('AUTH-68 the message of the response is shown, else a sentence of ours', () => {
  expect(describeAuthError(new ApiError({ status: 429, message: 'Too many attempts.' }))).toEqual({
    message: 'Too many attempts.',
    about: 'form',
  });
  for (const error of [
    new ApiError({ status: 502, message: 'API error: 502 Bad Gateway', said: false }),
    new Error('x is undefined'),
  ]) {
    expect(describeAuthError(error)).toEqual({
      message: 'An unexpected error occurred. Please try again.',
      about: 'form',
    });
  }
});

test('AUTH-69 no answer at all', () => {
  expect(describeAuthError(new ApiError({ status: 0, message: 'x' }))).toEqual({
    message: 'Network error. Please check your connection and try again.',
    about: 'form',
  });
});

test('AUTH-70 bad credentials', () => {
  const refused = new ApiError({ status: 401, message: 'x', code: 'INVALID_CREDENTIALS' });
  expect(describeAuthError(refused)).toEqual({
    message: 'Invalid email or password. Please try again.',
    about: 'form',
  });
});

test('AUTH-71 an address that is taken', () => {
  const taken = new ApiError({ status: 409, message: 'x', code: 'EMAIL_TAKEN' });
  expect(describeAuthError(taken)).toEqual({
    message: 'An account with this email already exists.',
    about: 'email',
  });
});

test('2FA-05 the second factor is asked for by the flag requires2FA or by the words of the message', () => {
  const words = 'Two-factor authentication required';
  const asking = [
    { status: 401, message: 'x', requires2FA: true },
    { status: 401, message: words },
    { status: 403, message: `Sorry: ${words}.` },
  ];
  for (const each of asking) expect(asksForCode(new ApiError(each))).toBe(true);
  expect(asksForCode(new ApiError({ status: 401, message: 'x', code: 'INVALID_CREDENTIALS' }))).toBe(false);
  expect(asksForCode(new Error(words))).toBe(false);
  expect(asksForCode(null)).toBe(false);
});

test('under the disabled sign-up button stands what is still missing', () => {
  const filled = { ...emptyForm, email: 'a@b.co', password: 'Correct-horse-7', agreeToTerms: true };
  expect(signUpLacks(emptyForm)).toBe('Still needed: email, strong password, agreement.');
  expect(signUpLacks({ ...filled, email: ' ' })).toBe('Still needed: email.');
  expect(signUpLacks({ ...emptyForm, email: 'a@b.co' })).toBe('Still needed: strong password, agreement.');
  expect(signUpLacks({ ...filled, password: 'short' })).toBe('Still needed: strong password.');
  expect(signUpLacks({ ...filled, agreeToTerms: false })).toBe('Still needed: agreement.');
  expect(signUpLacks(filled)).toBeNull();
});
