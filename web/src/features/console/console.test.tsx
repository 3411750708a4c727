import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../testing/read-values.ts';
import { openScreen } from '../../testing/screen.tsx';
import { SearchField } from './list/SearchField.tsx';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const windows = ['1', '2', '3'].map((id) => ({
  id,
  starts_at: tomorrow,
  ends_at: null,
  message: `Message ${id}`,
  holds_publishing: false,
  canceled_at: null,
}));
const openConsole = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      'GET /api/maintenance/list': { windows, nextPage: 2 },
      ...answers,
    },
  });

test('ADM-CON-02 sections fold, load when opened, and are open again on the next visit', async () => {
  const server = openConsole('/admin');
  await screen.findByText('Maintenance active');
  expect(server.made('GET /api/maintenance/list')).toEqual([]);
  await userEvent.click(screen.getByText('Maintenance Controls'));
  await screen.findByText('Message 1');
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByText('Overview'));
  await waitFor(() => expect(screen.queryByText('Maintenance active')).toBeNull());
  cleanup();
  queryClient.clear();
  openConsole('/admin');
  await screen.findByText('Message 1');
  expect(screen.queryByText('Maintenance active')).toBeNull();
});

test('a link opens a section with its filters and details', async () => {
  const server = openConsole('/admin?open=maintenance&maintenance.page=3&maintenance.window=2');
  const panel = within(await screen.findByRole('dialog'));
  expect(factsIn(screen.getByRole('dialog'))).toEqual({
    Ends: 'When it is canceled',
    Message: 'Message 2',
    Posts: 'Go out as planned',
    Starts: expect.stringMatching(/^Tomorrow /),
    State: 'Planned',
  });
  expect((await rowsIn('Maintenance windows'))[1]).toEqual({
    Message: 'Message 2',
    Posts: 'Go out',
    State: 'Planned',
    Time: expect.stringMatching(/^Tomorrow .* – until it is cancelled$/),
  });

  expect(server.made('GET /api/maintenance/list')[0]?.query).toMatchObject({ page: '3', limit: '25' });
  await userEvent.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.router.state.location.search).toBe('?open=maintenance&maintenance.page=3');
  await userEvent.selectOptions(screen.getByLabelText('How many windows a page'), '50');
  await waitFor(() =>
    expect(server.made('GET /api/maintenance/list').at(-1)?.query).toMatchObject({ page: '1', limit: '50' }),
  );
  expect(server.router.state.location.search).toBe('?open=maintenance&maintenance.limit=50');
});

test('J and K move through the rows, and Enter opens one', async () => {
  openConsole('/admin?open=maintenance');
  await screen.findByText('Message 1');
  await userEvent.keyboard('jjjjk');
  const row = (document.activeElement as HTMLElement).closest('tr');
  expect(row?.textContent).toContain('Message 2');
  await userEvent.keyboard('{Enter}');
  within(await screen.findByRole('dialog')).getByText('Message 2');
});

test('a search starts 300 ms after the last key, or at Enter', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const search = vi.fn();
  render(
    <MantineProvider env="test">
      <SearchField label="Search" value="" onSearch={search} />
    </MantineProvider>,
  );
  const field = screen.getByLabelText('Search');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('a');
  vi.advanceTimersByTime(299);
  type(' ad ');
  vi.advanceTimersByTime(299);
  expect(search.mock.calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(search.mock.calls).toEqual([['ad']]);
  type('ada');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(search).toHaveBeenLastCalledWith('ada');
});
