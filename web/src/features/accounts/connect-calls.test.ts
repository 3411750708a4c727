import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { accountsQuery, keyOf, queryClient } from '../../api/query.ts';
import { fakeBrowser } from '../../testing/browser.ts';
import { currentToasts, dismissToast } from '../../ui/feedback/toasts.ts';
import { buildAccount } from './build-account.fixture.ts';
import { explain, failureOfCall, isConnected, readMessage, tellSuccess } from './connect-calls.ts';

const origin = 'https://drumbeat.example';
const complete = { type: 'X_OAUTH_COMPLETE', success: true };

test('ACC-09 ACC-10 a message of the popup carries success, error and the other account', () => {
  expect(readMessage({ origin, data: complete }, origin)).toEqual({
    success: true,
    error: undefined,
    existingEmail: undefined,
    otherUsername: undefined,
    otherIsConnected: false,
  });
  const refused = {
    success: false,
    error: 'twitter_other_account',
    existingEmail: 'a***@b.c',
    otherUsername: 'grace',
    otherIsConnected: true,
  };
  expect(readMessage({ origin, data: { ...complete, ...refused } }, origin)).toEqual(refused);
});

test('ACC-09 messages of other origins and types are ignored', () => {
  expect(readMessage({ origin: 'https://evil.example', data: complete }, origin)).toBeNull();
  for (const data of [null, 'X_OAUTH_COMPLETE', { type: 'OTHER', success: true }, 7]) {
    expect(readMessage({ origin, data }, origin)).toBeNull();
  }
});

test('ACC-37 ACC-28 ACC-35 a refused authorize has a reason', () => {
  const refusal = (code: 'EMAIL_NOT_VERIFIED' | 'ACCOUNT_LIMIT_REACHED' | 'INTERNAL') =>
    failureOfCall(new ApiError({ status: 409, message: 'x', code }));
  expect(refusal('EMAIL_NOT_VERIFIED')).toBe('unverified');
  expect(refusal('ACCOUNT_LIMIT_REACHED')).toBe('limit-reached');
  expect(refusal('INTERNAL')).toBe('refused');
  expect(failureOfCall(new Error('odd'))).toBe('refused');
  const ours = new ApiError({ status: 500, message: 'x', requestId: 'request-7' });
  expect(failureOfCall(ours)).toEqual({ requestId: 'request-7' });
});

test('ACC-28 ACC-34 ACC-35 each failure is explained', async () => {
  const failed = 'Failed to connect X account. Please try again.';
  expect(await explain('refused')).toEqual({ text: failed });
  expect(await explain({ requestId: 'request-7' })).toEqual({ text: failed, requestId: 'request-7' });
  expect(await explain('no-address')).toEqual({ text: 'Failed to initiate X connection. Please try again.' });
  expect(await explain('limit-reached')).toEqual({
    text: 'Account limit reached for your plan. Upgrade to add more X accounts.',
  });
  const other = { error: 'twitter_other_account', existingEmail: undefined, otherUsername: 'grace' };
  expect(await explain({ ...other, otherIsConnected: true })).toMatchObject({
    other: { username: 'grace', isConnected: true },
  });
});

test('ACC-37 ACC-38 ACC-39 an unverified person gets another email where possible', async () => {
  const first = 'Please verify your email to connect your X account.';
  for (const [answers, text] of [
    [
      { 'POST /api/auth/resend-verification': { message: 'ok' } },
      `${first} We just sent you a new verification link.`,
    ],
    [{}, first],
  ] as const) {
    for (const { id } of currentToasts()) dismissToast(id);
    const server = fakeBrowser(answers);
    expect(await explain('unverified')).toEqual({ text });
    expect(currentToasts()).toMatchObject([{ tone: 'alert', message: text }]);
    expect(server.calls.map(({ name }) => name)).toEqual(['POST /api/auth/resend-verification']);
  }
});

test('ACC-06 an account is connected if it can post now and could not before', async () => {
  const [ada, grace] = [buildAccount(), buildAccount({ id: '8' })];
  const dead = buildAccount({ needs_reconnect: true });
  const looks = async (before: (typeof ada)[], now: (typeof ada)[], reconnect?: string) => {
    const server = fakeBrowser({
      'GET /api/twitter/accounts': { accounts: now },
      'GET /api/oauth/x/status': { connected: now.length > 0 },
    });
    return [await isConnected(before, reconnect), server.calls.map(({ name }) => name)];
  };
  const [status, list] = [['GET /api/oauth/x/status'], ['GET /api/twitter/accounts']];
  expect(await looks([], [])).toEqual([false, status]);
  expect(await looks([], [ada])).toEqual([true, status]);
  expect(await looks([ada], [ada])).toEqual([false, list]);
  expect(await looks([ada], [ada, grace])).toEqual([true, list]);
  expect(await looks([ada], [ada, { ...grace, is_active: false }])).toEqual([false, list]);
  expect(await looks([dead], [dead], '7')).toEqual([false, list]);
  expect(await looks([dead], [ada], '7')).toEqual([true, list]);
  expect(await looks([dead], [dead, grace], '7')).toEqual([false, list]);
  fakeBrowser({});
  expect(await isConnected([])).toBe(false);
});

test('ACC-07 a new account is announced, read again and shown with its picture', async () => {
  const names = [
    'GET /api/twitter/accounts',
    'GET /api/twitter/accounts/:id/usage',
    'GET /api/user',
    'POST /api/check-scheduling-eligibility',
    'GET /api/posts',
  ] as const;
  for (const name of names) queryClient.setQueryData(keyOf(name), {} as never);
  queryClient.setQueryData(accountsQuery.queryKey, { accounts: [buildAccount()] });
  const account = buildAccount({ profile_image_url: 'https://x.example/ada.png' });
  fakeBrowser({ 'POST /api/twitter/profile/refresh': { account } });
  await tellSuccess();
  expect(currentToasts().map(({ tone, message }) => [tone, message])).toEqual([
    ['success', 'X account connected successfully!'],
  ]);
  expect(queryClient.getQueryData(accountsQuery.queryKey)).toEqual({ accounts: [account] });
  const others = names.slice(1).filter((name) => queryClient.getQueryState(keyOf(name))?.isInvalidated);
  expect(others).toEqual(names.slice(1));
});
