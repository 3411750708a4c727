import type { ErrorCode } from '@drumbeat/contract/errors.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { checkCode, tidyCode } from './code.rules.ts';
import { describeCodeError, isAboutCode } from './describe-code-error.ts';
import { isAboutPassword } from './usePasswordProof.ts';

function said(status: number, message: string, code?: ErrorCode): string {
  return describeCodeError(
    new ApiError({ status, message, code, said: message !== '' && !message.startsWith('API error:') }),
  );
}

test('2FA-03 the field strips what is no digit and keeps six', () => {
  expect(tidyCode('app', ' 12-34 56 78')).toBe('123456');
});

test('2FA-04 a code that is not complete', () => {
  for (const code of ['', '1', '12345']) expect(checkCode('app', code)).toBe('Please enter a 6-digit code.');
  expect(checkCode('app', '123456')).toBeNull();
});

test('2FA-19 the field of a backup code puts the dash, and wants the whole code', () => {
  expect(tidyCode('backup', 'K7DM20XQ99')).toBe('k7dm-20xq');
  expect(checkCode('backup', 'k7dm-20xq')).toBeNull();
  for (const code of ['', 'k7dm-2', '123456'])
    expect(checkCode('backup', code)).toBe('Please enter a backup code, for example k7dm-20xq.');
});

test('2FA-21 too many attempts: the words of the server, else ours', () => {
  expect(said(429, 'Wait ten minutes.')).toBe('Wait ten minutes.');
  expect(said(429, 'API error: 429')).toBe('Too many attempts. Please try again later.');
  expect(said(403, '', 'RATE_LIMIT_EXCEEDED')).toBe('Too many attempts. Please try again later.');
});

test('2FA-22 a code that is refused', () => {
  for (const status of [400, 401])
    expect(said(status, 'whatever')).toBe('Invalid verification code. Please try again.');
});

test('2FA-23 any other failure: the words of the server, else ours', () => {
  expect(said(403, 'Not in a view.')).toBe('Not in a view.');
  expect(said(503, 'We are very busy.')).toBe('We are very busy.');
  expect(said(502, 'API error: 502 Bad Gateway')).toBe('Verification failed. Please try again.');
  expect(describeCodeError(new Error('x is undefined'))).toBe('Verification failed. Please try again.');
});

test('an error is about the second factor where it says that one is asked for or that it is wrong', () => {
  const about = (given: { requires2FA?: boolean; code?: ErrorCode }) =>
    isAboutCode(new ApiError({ status: 401, message: 'x', ...given }));
  expect(about({ requires2FA: true })).toBe(true);
  expect(about({ code: 'TWO_FACTOR_CODE_INVALID' })).toBe(true);
  expect(about({ code: 'INVALID_CREDENTIALS' })).toBe(false);
  expect(about({})).toBe(false);
  expect(isAboutCode({ code: 'TWO_FACTOR_CODE_INVALID', requires2FA: true })).toBe(false);
});

test('an error is about the password where it asks for it or says that it is wrong', () => {
  const about = (code?: ErrorCode) => isAboutPassword(new ApiError({ status: 403, message: 'x', code }));
  expect(about('PASSWORD_REQUIRED')).toBe(true);
  expect(about('INVALID_CREDENTIALS')).toBe(true);
  expect(about('TWO_FACTOR_CODE_INVALID')).toBe(false);
  expect(about()).toBe(false);
  expect(isAboutPassword({ code: 'PASSWORD_REQUIRED' })).toBe(false);
});
