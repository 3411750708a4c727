import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';

const region = (name: string) => screen.findByRole('region', { name }).then((card) => within(card));

test('SET-04 the accounts are listed with the room in the plan', async () => {
  const user = buildUser({ timeZone: 'Pacific/Auckland' });
  user.entitlements.accountLimit = 3;
  const accounts = [
    // 10:00 of a day in summer there.
    buildAccount({ limited_until: '2099-01-04T21:00:00.000Z' }),
    buildAccount({ id: '2', username: 'grace', needs_reconnect: true, selected: false }),
    buildAccount({ id: '3', username: 'zoe', is_active: false, selected: false }),
  ];
  const server = openScreen('/settings', {
    user,
    answers: {
      'GET /api/twitter/accounts': { accounts: accounts.slice(0, 2) },
      'POST /api/oauth/x/disconnect': { message: 'ok' },
    },
  });
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  onTestFinished(() => confirm.mockRestore());
  const card = await region('Connected Accounts');
  await card.findByText('2 of 3 in your plan');
  const rows = () => card.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    'A@adaX limits it until 10:00Disconnect',
    expect.stringMatching(/^G@grace.*ReconnectDisconnect$/),
  ]);
  card.getByRole('button', { name: 'Add X account' });
  await userEvent.click(card.getByRole('button', { name: 'Reconnect' }));
  await screen.findByText(/make sure you are signed in as @grace/);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The limit of X is over by now.
  accounts[0] = buildAccount({ limited_until: '2020-01-04T21:00:00.000Z' });
  server.answer({ 'GET /api/twitter/accounts': { accounts } });
  await userEvent.click(card.getByRole('button', { name: 'Disconnect @grace' }));
  await card.findByText('3 of 3 in your plan');
  expect(server.made('POST /api/oauth/x/disconnect').map(({ body }) => body)).toEqual([
    { twitterAccountId: '2' },
  ]);
  expect(card.queryByRole('button', { name: 'Add X account' })).toBeNull();
  expect(rows()[0]).toBe('A@adaConnectedDisconnect');
  expect(rows()[2]).toBe('Z@zoeSwitched offDisconnect');
});

test('SET-04 without an account the card offers to connect one', async () => {
  const user = buildUser({ subscriptionStatus: 'canceled' });
  user.entitlements.accountLimit = 0;
  openScreen('/settings', { user, answers: { 'GET /api/twitter/accounts': { accounts: [] } } });
  const card = await region('Connected Account');
  await card.findByText('No X account is connected.');
  card.getByRole('button', { name: 'Connect X account' });
});
