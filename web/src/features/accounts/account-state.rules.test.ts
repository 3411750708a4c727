import { expect, test } from 'vitest';
import { accountState, switchedOffText } from './account-state.rules.ts';
import { buildAccount } from './build-account.fixture.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const around = { accounts: [buildAccount()], limit: 1, allPaused: false };
const kind = (over: Parameters<typeof buildAccount>[0], given: Partial<typeof around> = {}) =>
  accountState(buildAccount(over), { ...around, ...given }, NOON);

test('ACC-26 the state of an account names its most serious obstacle', () => {
  expect(kind({})).toEqual({ kind: 'connected' });
  const everything = {
    needs_reconnect: true,
    is_active: false,
    posts_paused: true,
    limited_until: '2026-11-22T12:00:01Z',
  };
  expect(kind(everything)).toEqual({ kind: 'reconnect' });
  expect(kind({ ...everything, needs_reconnect: false })).toEqual({ kind: 'offByPlan' });
  expect(kind({ ...everything, needs_reconnect: false, is_active: true })).toEqual({ kind: 'paused' });
  expect(kind({}, { allPaused: true })).toEqual({ kind: 'paused' });
});

test('an account that is off while the plan has room was switched off by hand', () => {
  expect(kind({ is_active: false }, { limit: 2 })).toEqual({ kind: 'off' });
  expect(kind({ is_active: false }, { accounts: [buildAccount({ is_active: false })] })).toEqual({
    kind: 'off',
  });
});

test('a stop of X ranks above a limit of one account and below a pause', () => {
  const stopped = { stopped_since: '2026-11-22T11:00:00Z', limited_until: '2026-11-22T12:00:01Z' };
  expect(kind(stopped)).toEqual({ kind: 'stopped' });
  expect(kind({ ...stopped, posts_paused: true })).toEqual({ kind: 'paused' });
});

test('a limit of X counts until it ends', () => {
  const until = Date.parse('2026-11-22T12:00:01Z');
  expect(kind({ limited_until: '2026-11-22T12:00:01Z' })).toEqual({ kind: 'limited', until });
  expect(kind({ limited_until: '2026-11-22T12:00:00Z' })).toEqual({ kind: 'connected' });
});

const on = (username: string) => ({ username, is_active: true });
const off = (username: string) => ({ username, is_active: false });

test('ACC-47 accounts that a smaller plan switched off are named', () => {
  expect(switchedOffText([on('ada'), off('grace')], 1)).toBe(
    'Your plan includes 1 active X account, so @grace is switched off. Its posts are on hold.',
  );
  expect(switchedOffText([on('ada'), on('alan'), off('grace'), off('edsger')], 2)).toBe(
    'Your plan includes 2 active X accounts, so @grace and @edsger are switched off. Their posts are on hold.',
  );
});

test('with room in the plan only the account is named', () => {
  expect(switchedOffText([on('ada'), off('grace')], 2)).toBe(
    '@grace is switched off. Its posts are on hold.',
  );
  expect(switchedOffText([on('ada')], 1)).toBeNull();
  expect(switchedOffText([], 1)).toBeNull();
});
