import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';

test('what a card could not load is said in that card, with the request to quote, and can be asked for again', async () => {
  const no = () => refusal(403, 'FORBIDDEN', 'Not now.');
  const server = openScreen('/settings', {
    answers: {
      'GET /api/twitter/accounts': no(),
      'GET /api/posts/feed': no(),
      'GET /api/auth/sessions': no(),
    },
  });
  const failed = async (card: string, words: string) => {
    const region = within(await screen.findByRole('region', { name: card }));
    const problem = (await region.findByText(words)).closest<HTMLElement>('[role="alert"]');
    expect(problem?.textContent).toContain('Not now.Request ID request-1');
    return () => userEvent.click(within(problem as HTMLElement).getByRole('button', { name: 'Try again' }));
  };
  const again = [
    await failed('Connected Account', 'Your accounts could not be loaded.'),
    await failed('Calendar feed', 'The calendar feed could not be loaded.'),
    await failed('Security', 'Your sessions could not be loaded.'),
  ];
  expect(screen.getByRole('button', { name: 'Create address' })).toHaveProperty('disabled', true);
  // Whether there is room is not known either.
  expect(screen.queryByRole('button', { name: 'Connect X account' })).toBeNull();
  server.answer({
    'GET /api/twitter/accounts': { accounts: [buildAccount()] },
    'GET /api/posts/feed': { isOn: true, since: '2026-11-20T09:00:00.000Z' },
    'GET /api/auth/sessions': { sessions: [] },
  });
  for (const press of again) await press();
  await screen.findByRole('button', { name: 'Disconnect @ada' });
  await screen.findByRole('button', { name: 'New address' });
  await screen.findByRole('list', { name: 'Signed-in sessions' });
});
