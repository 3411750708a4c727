import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../testing/build-user.fixture.ts';
import { openScreen } from '../testing/screen.tsx';
import { invalidate } from './query.ts';

const name = 'GET /api/admin/feedback';
const row = (n: number) => ({
  id: String(n),
  message: `Row ${n}`,
  created_at: '2026-01-02T03:04:00.000Z',
  user_email: 'a***@people.example',
  user_id: '7',
  category: 'bug' as const,
  rating: 2,
  page_path: '/dashboard',
  request_id: 'r',
});

test('ADM-CON-26 ADM-FB-05 "Load more" adds the next page once, and only a repeated read is a background call', async () => {
  const server = openScreen('/admin?open=feedback', {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      // A newer row has moved the second one to the next page meanwhile.
      [name]: ({ query }: { query: Record<string, string> }) =>
        query.page === '2'
          ? { feedback: [row(2), row(3)], nextPage: null }
          : { feedback: [row(1), row(2)], nextPage: 2 },
    },
  });
  await screen.findByText('Row 1');
  const more = screen.getByRole('button', { name: 'Load more' });
  await userEvent.click(more);
  await screen.findByText('Row 3');
  const rows = screen.getAllByText(/^Row \d$/).map(({ textContent }) => textContent);
  expect(rows).toEqual(['Row 1', 'Row 2', 'Row 3']);
  await waitFor(() => expect(more.isConnected).toBe(false));
  await invalidate(name);
  const made = server.made(name).map(({ query, isBackground }) => [query.page, isBackground]);
  expect(made).toEqual([
    ['1', false],
    ['2', false],
    ['1', true],
    ['2', true],
  ]);
});
