import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { failureOfCall, readMessage } from './connect-calls.ts';

const origin = 'https://drumbeat.example';
const complete = { type: 'X_OAUTH_COMPLETE', success: true };

test('ACC-09 ACC-10 a same-origin X_OAUTH_COMPLETE message carries success and error', () => {
  expect(readMessage({ origin, data: complete }, origin)).toEqual({
    success: true,
    error: undefined,
    existingEmail: undefined,
    otherUsername: undefined,
    otherIsConnected: false,
  });
  const refused = {
    ...complete,
    success: false,
    error: 'twitter_already_connected',
    existingEmail: 'a***@b.c',
  };
  expect(readMessage({ origin, data: refused }, origin)).toEqual({
    success: false,
    error: 'twitter_already_connected',
    existingEmail: 'a***@b.c',
    otherUsername: undefined,
    otherIsConnected: false,
  });
});

test('ACC-09 messages of other origins, and of other kinds, are not heard', () => {
  expect(readMessage({ origin: 'https://evil.example', data: complete }, origin)).toBeNull();
  for (const data of [null, 'X_OAUTH_COMPLETE', { type: 'OTHER', success: true }, 7]) {
    expect(readMessage({ origin, data }, origin)).toBeNull();
  }
});

test('ACC-37 ACC-28 ACC-35 what a refused authorize means', () => {
  const refusal = (code: 'EMAIL_NOT_VERIFIED' | 'ACCOUNT_LIMIT_REACHED' | 'INTERNAL') =>
    failureOfCall(new ApiError({ status: 409, message: 'x', code }));
  expect(refusal('EMAIL_NOT_VERIFIED')).toBe('unverified');
  expect(refusal('ACCOUNT_LIMIT_REACHED')).toBe('limit-reached');
  expect(refusal('INTERNAL')).toBe('refused');
  expect(failureOfCall(new Error('odd'))).toBe('refused');
});
