import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { describeRefusal, describeSendFailure, mayTryAgain } from './verify-email.rules.ts';
import { strings } from './verify-email.strings.ts';

test('VEM-06 without a token', () => expect(strings.noToken).toBe('Invalid verification link.'));

test('VEM-07 a refused token is invalid or expired, and trying again is not offered', () => {
  const refused = new ApiError({ status: 400, message: 'no', code: 'LINK_INVALID' });
  expect(describeRefusal(refused)).toBe('Verification link is invalid or expired.');
  expect(mayTryAgain(refused)).toBe(false);
});

test('a call that did not get through may be tried again', () => {
  const lost = new ApiError({ status: 0, message: 'Network error.' });
  expect(describeRefusal(lost)).toBe('Network error.');
  expect(mayTryAgain(lost)).toBe(true);
});

test('VEM-08 VEM-09 a mail that is not sent says so, with the reason where there is one', () => {
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
