/** What the dialogs about an account and its times look like to axe. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { test } from 'vitest';
import { expectAccessible } from '../../testing/axe.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { openScreen } from '../../testing/screen.tsx';

const choose = async (item: RegExp): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: /^X account/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

test('axe finds nothing on the dialog that asks about a test tweet', async () => {
  openScreen('/dashboard', {
    answers: { 'GET /api/test-tweet': { at: '2026-11-22T09:00:00.000Z', text: 'Testing Drumbeat' } },
  });
  await choose(/^Send a test tweet/);
  await screen.findByText('Testing Drumbeat');
  await expectAccessible(screen.getByRole('dialog'));
});

test('axe finds nothing on the dialog that removes an account', async () => {
  openScreen('/dashboard');
  await choose(/^Remove @ada/);
  await expectAccessible(await screen.findByRole('dialog', { name: 'Remove @ada?' }));
});

test('axe finds nothing on the dialog that changes the time zone', async () => {
  openScreen('/dashboard', { user: buildUser({ timeZone: 'Pacific/Auckland' }) });
  await userEvent.click(await screen.findByRole('button', { name: "Use this device's zone" }));
  await expectAccessible(await screen.findByRole('dialog'));
});
