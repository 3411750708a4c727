import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../testing/read-values.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildCustomerRow } from '../admin/build-customer-row.fixture.ts';
import { SearchField } from './list/SearchField.tsx';
import { Diff } from './versions/Diff.tsx';
import { TemplatePreview } from './versions/TemplatePreview.tsx';

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

test('ADM-CON-02 sections fold, load when they are opened, and are open again next time', async () => {
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

test('a link opens a section, with its filters and its details, and closing leaves the rest of the address', async () => {
  const server = openConsole('/admin?open=maintenance&maintenance.page=3&maintenance.window=2');
  const panel = within(await screen.findByRole('dialog'));
  // Beside the list: at the right, and over a part of it only.
  const { width, right } = screen.getByRole('dialog').getBoundingClientRect();
  expect(width).toBe(520);
  expect(right).toBeGreaterThan(1260);
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
  fireEvent.click(screen.getAllByText('Planned', { selector: 'button' })[0] as HTMLElement);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.router.state.location.search).toBe('?open=maintenance&maintenance.page=3');
  await userEvent.selectOptions(screen.getByLabelText('How many windows a page'), '50');
  await waitFor(() =>
    expect(server.made('GET /api/maintenance/list').at(-1)?.query).toMatchObject({ page: '1', limit: '50' }),
  );
  expect(server.router.state.location.search).toBe('?open=maintenance&maintenance.limit=50');
});

test('a section that a link opened is scrolled to, and can be closed', async () => {
  localStorage.setItem('consoleSections', 'no JSON');
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const server = openConsole('/admin?open=maintenance&maintenance.page=3');
  await screen.findByText('Message 1');
  expect(scrolled.mock.contexts.map((element) => (element as Element).id)).toContain('maintenance');
  // What is kept cannot be read: the overview is open, as at the first visit.
  screen.getByText('Maintenance active');
  await userEvent.click(screen.getByText('Overview'));
  await waitFor(() => expect(screen.queryByText('Maintenance active')).toBeNull());
  expect(server.router.state.location.search).toBe('?open=maintenance&maintenance.page=3');
  await userEvent.click(screen.getByText('Maintenance Controls'));
  await waitFor(() => expect(screen.queryByText('Message 1')).toBeNull());
  expect(server.router.state.location.search).toBe('?maintenance.page=3');
  expect(server.router.state).toMatchObject({ historyAction: 'REPLACE', preventScrollReset: true });
  scrolled.mockRestore();
});

test('a diff shows two lines on either side of a change, and a line break at the end is none', () => {
  const linesOf = (before: string, after: string) => {
    cleanup();
    render(<Diff label="Text" before={before} after={after} />);
    return [...screen.getByRole('region', { name: 'Text' }).children].map(({ textContent }) => textContent);
  };
  expect(linesOf('1\n2\n3\n4\n5\n6\nold', '1\n2\n3\n4\n5\n6\nnew\n')).toEqual([
    ' 1',
    ' 2',
    ' …',
    ' 5',
    ' 6',
    '-removed: old',
    '+added: new',
  ]);
  expect(linesOf('1\n2\n3\n4\n5', '1\n2\n3\n4\n5\n')).toEqual([' 1', ' 2', ' 3', ' 4', ' 5']);
  expect(linesOf('', 'new')).toEqual(['+added: new']);
});

test('J and K lead through the rows, and Enter opens one', async () => {
  openConsole('/admin?open=maintenance');
  await screen.findByText('Message 1');
  await userEvent.keyboard('jjjjk');
  const row = (document.activeElement as HTMLElement).closest('tr');
  expect(row?.textContent).toContain('Message 2');
  await userEvent.keyboard('{Enter}');
  within(await screen.findByRole('dialog')).getByText('Message 2');
});

test('J and K stay in the table in focus, where there are several', async () => {
  localStorage.setItem('consoleSections', '["users","maintenance"]');
  openConsole('/admin', {
    'GET /api/admin/users/all': { users: [buildCustomerRow('7'), buildCustomerRow('6')], nextPage: null },
  });
  await screen.findByText('7***@people.example');
  (await screen.findByText('Message 1')).closest('tr')?.querySelector<HTMLElement>('[data-opener]')?.focus();
  await userEvent.keyboard('j');
  expect(document.activeElement?.closest('tr')?.textContent).toContain('Message 2');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('j');
  expect(document.activeElement?.textContent).toBe('7***@people.example');
});

test('a search waits 300 ms for the next key, or for Enter, and is not lost with its field', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const search = vi.fn();
  const { unmount } = render(
    <MantineProvider env="test">
      <SearchField label="Search" value="" onSearch={search} />
    </MantineProvider>,
  );
  const field = screen.getByLabelText('Search');
  // The browser suggests nothing and marks no email as misspelt.
  expect(field).toMatchObject({ type: 'search', autocomplete: 'off', spellcheck: false });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('a');
  vi.advanceTimersByTime(299);
  type(' ad ');
  vi.advanceTimersByTime(299);
  expect(search.mock.calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(search.mock.calls).toEqual([['ad']]);
  type('ada');
  fireEvent.keyDown(field, { key: 'x' });
  expect(search).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(search).toHaveBeenLastCalledWith('ada');
  type('adam');
  unmount();
  expect(search).toHaveBeenLastCalledWith('adam');
});

test('a refusal of what asked for a reason leaves the dialog and the reason', async () => {
  const server = openConsole('/admin?open=maintenance', {
    'POST /api/maintenance/cancel': refusal(500, 'INTERNAL', 'x'),
  });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Cancel' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText('Say why, in a few words.')).toBeNull();
  expect(dialog.getByLabelText('Reason')).toHaveProperty('maxLength', 300);
  dialog.getByText('Kept in the audit log.');
  await userEvent.type(dialog.getByLabelText('Reason'), '  Too early.  ');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel maintenance' }));
  await waitFor(() =>
    expect(server.made('POST /api/maintenance/cancel')).toMatchObject([
      { body: { id: '1', reason: 'Too early.' } },
    ]),
  );
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel maintenance' }).ariaBusy).toBeNull());
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', '  Too early.  ');
});

test('a preview waits half a second for the next key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const draw = vi.fn((values: Record<string, string>) => Promise.resolve(values.content));
  const preview = (content: string) => (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <TemplatePreview name="x" values={{ content }} draw={draw} show={String} fallback="Failed" />
      </MantineProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(preview('a'));
  const drawn = async (later: number) => {
    await act(() => vi.advanceTimersByTimeAsync(later));
    return draw.mock.calls.map(([{ content }]) => content);
  };
  expect(await drawn(0)).toEqual(['a']);
  rerender(preview('ab'));
  expect(await drawn(499)).toEqual(['a']);
  rerender(preview('abc'));
  expect(await drawn(499)).toEqual(['a']);
  expect(await drawn(1)).toEqual(['a', 'abc']);
});

test('on a phone a panel takes the whole screen, and Back closes it instead of leaving', async () => {
  await page.viewport(390, 844);
  // Whatever Back does, it does not leave the page of the tests.
  window.history.pushState(null, '');
  const server = openConsole('/admin?open=maintenance&maintenance.window=2');
  const panel = await screen.findByRole('dialog');
  // But for a scrollbar.
  expect(panel.getBoundingClientRect().width).toBeGreaterThanOrEqual(375);
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.router.state.location.search).toBe('?open=maintenance');
});
