import type { ErrorCode } from '@drumbeat/contract/errors.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { checkCode, tidyCode } from './code.rules.ts';
import { describeCodeError, isAboutCode } from './describe-code-error.ts';
import { setupKeyOf } from './setup-steps.tsx';
import { isAboutPassword } from './usePasswordProof.ts';

function said(status: number, message: string, code?: ErrorCode): string {
  return describeCodeError(
    new ApiError({ status, message, code, said: message !== '' && !message.startsWith('API error:') }),
  );
}

test.each([
  ['app', ' 12-34 56 78a', '123456', null],
  ['app', '12345', '12345', 'Please enter a 6-digit code.'],
  ['backup', 'K7DM 20XQ99', 'k7dm-20xq', null],
  ['backup', '123456', '1234-56', 'Please enter a backup code, for example k7dm-20xq.'],
] as const)(
  '2FA-03 2FA-04 2FA-19 the %s code %j becomes %j with the fault %j',
  (kind, typed, code, fault) => {
    expect(tidyCode(kind, typed)).toBe(code);
    expect(checkCode(kind, code)).toBe(fault);
  },
);

test('2FA-12 the setup key of the otpauth URL is shown in groups of four', () => {
  const url = 'otpauth://totp/Drumbeat:ada%40example.com?issuer=Drumbeat&secret=ABCDEFGHIJKLMNOPQR&digits=6';
  expect(setupKeyOf(url)).toBe('ABCD EFGH IJKL MNOP QR');
  expect(setupKeyOf('otpauth://totp/x?issuer=Drumbeat')).toBe('');
});

test('2FA-21 too many attempts show the message of the server or a default', () => {
  expect(said(429, 'Wait ten minutes.')).toBe('Wait ten minutes.');
  expect(said(429, 'API error: 429')).toBe('Too many attempts. Please try again later.');
  expect(said(403, '', 'RATE_LIMIT_EXCEEDED')).toBe('Too many attempts. Please try again later.');
});

test('2FA-22 a refused code shows its message', () => {
  for (const status of [400, 401])
    expect(said(status, 'whatever')).toBe('Invalid verification code. Please try again.');
});

test('2FA-23 any other failure shows the message of the server or a default', () => {
  expect(said(403, 'Not in a view.')).toBe('Not in a view.');
  expect(said(503, 'We are very busy.')).toBe('We are very busy.');
  expect(said(502, 'API error: 502 Bad Gateway')).toBe('Verification failed. Please try again.');
  expect(describeCodeError(new Error('x is undefined'))).toBe('Verification failed. Please try again.');
});

test('an error concerns the second factor or the password if it asks for it or refuses it', () => {
  const of = (code?: ErrorCode, requires2FA = false) =>
    new ApiError({ status: 401, message: 'x', code, requires2FA });
  const [ofCode, ofPassword] = [of('TWO_FACTOR_CODE_INVALID'), of('INVALID_CREDENTIALS')];
  expect([ofCode, of(undefined, true), ofPassword, of()].map(isAboutCode)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([ofPassword, of('PASSWORD_REQUIRED'), ofCode, of()].map(isAboutPassword)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
