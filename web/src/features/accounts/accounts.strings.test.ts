import { expect, test } from 'vitest';
import { accountStates, accountsStrings, alreadyConnected, connectErrorText } from './accounts.strings.ts';

test('ACC-01 ACC-03 the title and the buttons of the connect modal', () => {
  expect(accountsStrings.modalTitle).toBe('Connect Twitter/X Account');
  expect(accountsStrings.continue).toBe('Continue to Connect');
  expect(accountsStrings.connecting).toBe('Connecting...');
});

test('ACC-28 ACC-36 ACC-43 each error of the callback has its words, any other the generic ones', () => {
  const failed = 'Failed to connect X account. Please try again.';
  expect(
    [
      'twitter_cancelled',
      'twitter_other_account',
      'account_limit_reached',
      'twitter_recently_disconnected',
      'twitter_connection_failed',
      undefined,
    ].map((error) => connectErrorText(error)),
  ).toEqual([
    'You cancelled on X. Nothing was connected.',
    'X authorized @another account, which is not the account you wanted to reconnect. Nothing was added.',
    'Account limit reached for your plan. Upgrade to add more X accounts.',
    'This X account was disconnected recently. Please wait 24 hours before you connect it again.',
    failed,
    failed,
  ]);
});

test('ACC-42 ACC-44 an account that somebody else holds is named with the masked address only', () => {
  const text = connectErrorText('twitter_already_connected', 'a***@example.com');
  const rest = 'Each X account can be connected to only one Drumbeat account.';
  expect(text).toBe(`This X account is already linked to another user (a***@example.com). ${rest}`);
  for (const odd of [undefined, '', 'click here', '<b>@x</b>']) {
    expect(alreadyConnected(odd)).toBe(`This X account is already linked to another user. ${rest}`);
  }
});

test('ACC-12 ACC-17 removing and disconnecting an account say what becomes of its posts', () => {
  expect([undefined, 0, 1, 2].map(accountsStrings.removeLoss)).toEqual([
    'Its scheduled and failed posts will be deleted.',
    'It has no scheduled or failed posts.',
    'Its 1 scheduled or failed post will be deleted.',
    'Its 2 scheduled and failed posts will be deleted.',
  ]);
  expect(accountsStrings.confirmDisconnect('ada')).toBe(
    'Disconnect @ada? Its scheduled posts will be on hold, and you can only connect it again after 24 hours.',
  );
});

test('ACC-26 what keeps an account from posting is said in words', () => {
  const { limited, ...others } = accountStates;
  expect(others).toEqual({
    connected: 'Connected',
    reconnect: 'Needs reconnecting',
    paused: 'Paused',
    off: 'Switched off',
    offByPlan: 'Switched off: your plan has no room',
    stopped: 'X is not accepting posts right now',
  });
  expect(limited('09:00')).toBe('X limits it until 09:00');
});
