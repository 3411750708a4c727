import { expect, test } from 'vitest';
import { accountsStrings, alreadyConnected, connectErrorText } from './accounts.strings.ts';

test('ACC-01 ACC-03 the connect modal has its title and buttons', () => {
  expect(accountsStrings.modalTitle).toBe('Connect Twitter/X Account');
  expect(accountsStrings.continue).toBe('Continue to Connect');
  expect(accountsStrings.connecting).toBe('Connecting...');
});

const failed = 'Failed to connect X account. Please try again.';
test.each([
  ['twitter_cancelled', 'You cancelled on X. Nothing was connected.'],
  ['account_limit_reached', 'Account limit reached for your plan. Upgrade to add more X accounts.'],
  [
    'twitter_recently_disconnected',
    'This X account was disconnected recently. Please wait 24 hours before you connect it again.',
  ],
  ['twitter_connection_failed', failed],
  [undefined, failed],
])('ACC-28 ACC-36 ACC-43 the connect error %s has its words', (error, words) => {
  expect(connectErrorText(error)).toBe(words);
});

test('ACC-42 ACC-44 an account of another user is named with a masked email only', () => {
  const text = connectErrorText('twitter_already_connected', 'a***@example.com');
  const rest = 'Each X account can be connected to only one Drumbeat account.';
  expect(text).toBe(`This X account is already linked to another user (a***@example.com). ${rest}`);
  for (const odd of [undefined, '', 'click here', '<b>@x</b>']) {
    expect(alreadyConnected(odd)).toBe(`This X account is already linked to another user. ${rest}`);
  }
});

test('ACC-12 ACC-17 removing and disconnecting an account say what happens to its posts', () => {
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
