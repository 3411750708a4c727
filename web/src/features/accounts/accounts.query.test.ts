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

test('an account that changed takes its own place; one that is selected takes the mark from the others', () => {
  know();
  const paused = { ...grace, posts_paused: true };
  rememberAccount(paused);
  expect(known()).toEqual({ accounts: [ada, paused, joan] });
  rememberAccount({ ...joan, selected: true });
  expect(known()).toEqual({
    accounts: [{ ...ada, selected: false }, paused, { ...joan, selected: true }],
  });
  // One that was removed meanwhile does not come back.
  rememberAccount({ ...ada, id: '10', selected: false });
  expect(known()?.accounts.map(({ id }) => id)).toEqual(['7', '8', '9']);
});

test('where X takes nothing, each account says since when, and none once it is over', () => {
  know();
  rememberStop({ since: '2026-11-22T11:00:00Z' });
  expect(known()?.accounts.map(({ stopped_since }) => stopped_since)).toEqual(
    Array(3).fill('2026-11-22T11:00:00Z'),
  );
  rememberStop({ since: null });
  expect(known()).toEqual({ accounts: [ada, grace, joan] });
});

test('what is heard before the accounts are known makes no list of its own', () => {
  rememberAccount(ada);
  rememberStop({ since: '2026-11-22T11:00:00Z' });
  expect(known()).toBeUndefined();
});

test('a screen is about the account that is selected, or else the oldest', () => {
  expect(selectedAccount([grace, { ...joan, selected: true }])).toEqual({ ...joan, selected: true });
  expect(selectedAccount([grace, joan])).toEqual(grace);
  expect(selectedAccount([])).toBeUndefined();
});
