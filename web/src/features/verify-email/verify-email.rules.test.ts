import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { describeRefusal, mayTryAgain } from './verify-email.rules.ts';
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
