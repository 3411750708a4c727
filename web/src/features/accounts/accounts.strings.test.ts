import { expect, test } from 'vitest';
import { accountsStrings, alreadyConnected, connectErrorText } from './accounts.strings.ts';

test('ACC-01 ACC-03 the title and the buttons of the connect modal', () => {
  expect(accountsStrings.modalTitle).toBe('Connect Twitter/X Account');
  expect(accountsStrings.continue).toBe('Continue to Connect');
  expect(accountsStrings.connecting).toBe('Connecting...');
});

test('ACC-02 the warning names the popup, the sign-in, the way back and the popup blocker', () => {
  for (const part of ['X opens in a popup', 'do that first', 'click Connect again', 'allow popups']) {
    expect(accountsStrings.modalWarning.join(' ')).toContain(part);
  }
});

test('ACC-36 any other error of the callback has the generic words', () => {
  expect(connectErrorText('twitter_connection_failed')).toBe(
    'Failed to connect X account. Please try again.',
  );
  expect(connectErrorText(undefined)).toBe('Failed to connect X account. Please try again.');
});

test('ACC-42 ACC-44 an account that somebody else holds is named with the masked address only', () => {
  const text = connectErrorText('twitter_already_connected', 'a***@example.com');
  expect(text).toContain('already linked to another user (a***@example.com)');
  expect(text).toContain('only one Drumbeat account');
  for (const odd of [undefined, '', 'click here', '<b>@x</b>']) {
    expect(alreadyConnected(odd)).toContain('already linked to another user. Each');
  }
});

test('ACC-43 a recently disconnected account waits 24 hours', () => {
  expect(connectErrorText('twitter_recently_disconnected')).toContain('wait 24 hours');
});
