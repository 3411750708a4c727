import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { describeRefusal, describeSendFailure, mayTryAgain, wasJustSent } from './verify-email.rules.ts';
import { strings } from './verify-email.strings.ts';

test('VEM-07 a refused token cannot be tried again', () => {
  const refused = new ApiError({ status: 400, message: 'no', code: 'LINK_INVALID' });
  expect(describeRefusal(refused)).toBe('Verification link is invalid or expired.');
  expect(mayTryAgain(refused)).toBe(false);
});

test('VEM-08 VEM-09 a failed email has a message, with the reason where there is one', () => {
  for (const failed of ['Unable to send verification email', 'Failed to resend verification']) {
    expect(describeSendFailure(failed, new Error('x'))).toBe(failed);
    expect(
      describeSendFailure(failed, new ApiError({ status: 500, message: 'API error: 500', said: false })),
    ).toBe(failed);
    const lost = new ApiError({ status: 0, message: 'Network error.' });
    expect(describeSendFailure(failed, lost)).toBe(`${failed}. Network error.`);
  }
  const early = new ApiError({
    status: 429,
    message: 'Please wait 20 seconds.',
    code: 'RATE_LIMIT_EXCEEDED',
  });
  expect(describeSendFailure(strings.resendFailed, early)).toBe('Please wait 20 seconds.');
});

test('no answer, a timeout and a server error may be tried again', () => {
  const mayTry = (status: number) => mayTryAgain(new ApiError({ status, message: 'x' }));
  expect([0, 408, 500, 503].map(mayTry)).toEqual([true, true, true, true]);
  expect([400, 499].map(mayTry)).toEqual([false, false]);
  const busy = new ApiError({ status: 503, message: 'We are very busy.' });
  expect(describeRefusal(busy)).toBe('We are very busy.');
  expect(mayTryAgain(new Error('x'))).toBe(false);
  expect(describeRefusal(new Error('x'))).toBe('Verification link is invalid or expired.');
});

test('an email that was just sent is known by its code', () => {
  const refused = (code?: ApiError['code']) => wasJustSent(new ApiError({ status: 429, message: 'x', code }));
  expect([refused('RATE_LIMIT_EXCEEDED'), refused('RATE_LIMIT'), refused()]).toEqual([true, false, false]);
});
