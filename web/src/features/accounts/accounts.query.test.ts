import { expect, test } from 'vitest';
import { accountsQuery, queryClient } from '../../api/query.ts';
import { rememberAccount, rememberStop } from './accounts.query.ts';
import { buildAccount } from './build-account.fixture.ts';
import { selectedAccount } from './selected-account.ts';

const ada = buildAccount();
const grace = buildAccount({ id: '8', username: 'grace', selected: false });
const joan = buildAccount({ id: '9', username: 'joan', selected: false });
const known = () => queryClient.getQueryData(accountsQuery.queryKey);
const know = () => queryClient.setQueryData(accountsQuery.queryKey, { accounts: [ada, grace, joan] });

test('a changed account keeps its place, and only one is selected', () => {
  know();
  const paused = { ...grace, posts_paused: true };
  rememberAccount(paused);
  expect(known()).toEqual({ accounts: [ada, paused, joan] });
  rememberAccount({ ...joan, selected: true });
  expect(known()).toEqual({
    accounts: [{ ...ada, selected: false }, paused, { ...joan, selected: true }],
  });
  // A removed account does not come back.
  rememberAccount({ ...ada, id: '10', selected: false });
  expect(known()?.accounts.map(({ id }) => id)).toEqual(['7', '8', '9']);
});

test('a stop of X marks every account until it is over', () => {
  know();
  rememberStop({ since: '2026-11-22T11:00:00Z' });
  expect(known()?.accounts.map(({ stopped_since }) => stopped_since)).toEqual(
    Array(3).fill('2026-11-22T11:00:00Z'),
  );
  rememberStop({ since: null });
  expect(known()).toEqual({ accounts: [ada, grace, joan] });
});

test('the selected account is shown, or else the oldest', () => {
  expect(selectedAccount([grace, { ...joan, selected: true }])).toEqual({ ...joan, selected: true });
  expect(selectedAccount([grace, joan])).toEqual(grace);
  expect(selectedAccount([])).toBeUndefined();
});
