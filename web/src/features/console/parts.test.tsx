/** The parts of a staff screen by themselves, where no screen makes the situation. */
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { figuresIn } from '../../testing/read-values.ts';
import { DataTable } from './list/DataTable.tsx';
import { ListState } from './list/ListState.tsx';
import { Pager } from './list/Pager.tsx';
import { useChosen } from './list/useChosen.ts';
import { useFilters } from './list/useFilters.ts';
import { useRowKeys } from './list/useRowKeys.ts';
import { reasonFault } from './ReasonField.tsx';
import { useOpenSections } from './useOpenSections.ts';
import { Diff } from './versions/Diff.tsx';

const inApp = ({ children }: { children: ReactNode }) => (
  <MantineProvider env="test">
    <MemoryRouter>{children}</MemoryRouter>
  </MantineProvider>
);

test('who was chosen first stays, and who has no room any more is not', () => {
  const { result } = renderHook(() => useChosen(3));
  const ids = () => [...result.current.ids];
  act(() => result.current.toggle('9'));
  act(() => result.current.toggle('8'));
  expect(result.current.isFull).toBe(false);
  // One of two on a page is chosen already: the other one is added.
  act(() => result.current.toggleAll(['1', '8', '2']));
  expect(ids()).toEqual(['9', '8', '1']);
  expect(result.current.isFull).toBe(true);
  act(() => result.current.toggle('2'));
  act(() => result.current.toggleAll(['2', '3']));
  expect(ids()).toEqual(['9', '8', '1']);
  // There is no room for the rest of the page, so its own are let go, and those of other pages stay.
  act(() => result.current.toggleAll(['1', '2']));
  expect(ids()).toEqual(['9', '8']);
  act(() => result.current.toggleAll(['9']));
  expect(ids()).toEqual(['8']);
  act(() => result.current.toggleAll(['8', '7']));
  expect(ids()).toEqual(['8', '7']);
  act(() => result.current.drop(['8', '5']));
  expect(ids()).toEqual(['7']);
  act(() => result.current.clear());
  expect(ids()).toEqual([]);
});

/** A hook at an address, beside the address itself. */
function hookAt<T>(path: string, use: () => T) {
  const at = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  );
  const { result } = renderHook(() => ({ now: use(), search: useLocation().search }), { wrapper: at });
  return result;
}
function sectionsAt(path: string, kept: string | null) {
  localStorage.clear();
  if (kept !== null) localStorage.setItem('consoleSections', kept);
  const at = hookAt(path, useOpenSections);
  return {
    search: () => at.current.search,
    open: () => ['overview', 'audit', 'users', 'flags'].filter((id) => at.current.now.isOpen(id)),
    toggle: (id: string, to: boolean) => act(() => at.current.now.toggle(id, to)),
    kept: () => localStorage.getItem('consoleSections'),
  };
}

test('the sections that were open are open; where nothing that can be read is kept, the overview is', () => {
  const opened = (kept: string | null, path = '/') => sectionsAt(path, kept).open();
  expect(opened(null)).toEqual(['overview']);
  expect(opened('{}')).toEqual(['overview']);
  expect(opened('[')).toEqual(['overview']);
  expect(opened('[]')).toEqual([]);
  expect(opened('[7, "audit", "users"]')).toEqual(['audit', 'users']);
  expect(opened('["audit"]', '/?open=users')).toEqual(['audit', 'users']);
});

test('a section that a link opened stays open with the others, until it is closed', () => {
  const { search, open, toggle, kept } = sectionsAt('/?open=users&users.q=ada', '["audit"]');
  // The browser reports what is open already, too.
  toggle('users', true);
  expect(kept()).toBe('["audit"]');
  toggle('flags', true);
  expect(kept()).toBe('["audit","users","flags"]');
  toggle('audit', false);
  expect(open()).toEqual(['users', 'flags']);
  expect(search()).toBe('?open=users&users.q=ada');
  toggle('users', false);
  expect(open()).toEqual(['flags']);
  expect(kept()).toBe('["flags"]');
  expect(search()).toBe('?users.q=ada');
});

test('a filter leads back to the first page; a page, and what has no pages, to none', () => {
  const at = (defaults: Record<string, string>, search: string, change: Record<string, string>) => {
    const hook = hookAt(`/${search}`, () => useFilters('x', defaults));
    act(() => hook.current.now[1](change));
    return [hook.current.search, hook.current.now[0]];
  };
  const paged = { q: '', size: '50', page: '1' };
  expect(at(paged, '?x.page=3&x.size=25&y.page=2', { q: 'ada' })).toEqual([
    '?x.size=25&y.page=2&x.q=ada',
    { q: 'ada', size: '25', page: '1' },
  ]);
  expect(at(paged, '?x.q=ada', { page: '2' })[0]).toBe('?x.q=ada&x.page=2');
  expect(at(paged, '?x.q=ada&x.page=2', { q: '', page: '2' })[0]).toBe('?x.page=2');
  expect(at(paged, '?x.size=25', { size: '50' })[0]).toBe('');
  expect(at({ q: '' }, '?x.page=3', { q: 'ada' })).toEqual(['?x.page=3&x.q=ada', { q: 'ada' }]);
});

const two = ['1', '2'];
test('J begins in the first table whose rows can be opened, stops at its ends, and X chooses only a row', async () => {
  const opened = vi.fn();
  const chosen = vi.fn();
  const choice = { ids: new Set<string>(), isFull: false, toggle: chosen, name: (row: string) => row };
  const nothing = { toggleAll: () => undefined, drop: () => undefined, clear: () => undefined };
  const columns = [
    { name: 'Key', cell: (row: string) => `Row ${row}` },
    { name: 'Count', cell: (row: string) => row, isFigure: true },
  ];
  const rowKey = (row: string) => row;
  renderHook(useRowKeys);
  render(
    <>
      <DataTable label="Closed" rows={two} rowKey={rowKey} columns={columns} />
      <DataTable
        label="Open"
        rows={two}
        rowKey={rowKey}
        columns={columns}
        onOpen={opened}
        openKey="2"
        choice={{ ...choice, ...nothing }}
      />
    </>,
    { wrapper: inApp },
  );
  expect(await figuresIn('Closed')).toEqual(['Count']);
  expect([...document.querySelectorAll('tr[data-open]')].map(({ textContent }) => textContent)).toEqual([
    'Row 22',
  ]);
  await userEvent.keyboard('x');
  expect(chosen).not.toHaveBeenCalled();
  const focused = () =>
    document.activeElement?.closest('table')?.ariaLabel + (document.activeElement?.textContent ?? '');
  await userEvent.keyboard('j');
  expect(focused()).toBe('OpenRow 1');
  await userEvent.keyboard('k');
  expect(focused()).toBe('OpenRow 1');
  await userEvent.keyboard('jj');
  expect(focused()).toBe('OpenRow 2');
  await userEvent.keyboard('x{Enter}');
  expect(chosen.mock.calls).toEqual([['2']]);
  expect(opened.mock.calls).toEqual([['2']]);
});

const keyOnly = [{ name: 'Key', cell: (row: string) => row }];
function PagesOfTwo() {
  const choice = { ...useChosen(2), name: (row: string) => row };
  return [two, ['3', '4']].map((rows) => (
    <DataTable
      key={rows[0]}
      label={`From ${rows[0]}`}
      rows={rows}
      rowKey={(row) => row}
      columns={keyOnly}
      choice={choice}
    />
  ));
}

test('a full choice can be taken back a row or a page at a time; only what would add to it is shut', async () => {
  render(<PagesOfTwo />, { wrapper: inApp });
  const page = (name: string) => within(screen.getByRole('table', { name }));
  const shut = (name: string) =>
    page(name)
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ disabled }) => disabled);
  const every = () => page('From 1').getByRole<HTMLInputElement>('checkbox', { name: /^Select all/ });
  await userEvent.click(every());
  expect([shut('From 1'), shut('From 3')]).toEqual([
    [false, false, false],
    [true, true, true],
  ]);
  await userEvent.click(every());
  expect([every().checked, ...shut('From 3')]).toEqual([false, false, false, false]);
});

test('a diff shows all lines that changed, in their own colours, and an empty line is one', () => {
  render(<Diff label="Text" before={'old\n\nend'} after={'1\n2\n3\n4\n5\n6\n7\n\nend'} />);
  const lines = [...screen.getByRole('region', { name: 'Text' }).children];
  const added = ['1', '2', '3', '4', '5', '6', '7'].map((line) => `+added: ${line}`);
  expect(lines.map(({ textContent }) => textContent)).toEqual(['-removed: old', ...added, ' ', ' end']);
  const [removed, first, , , , , , last, same] = lines.map(({ className }) => className);
  expect([removed, first, last, same]).toEqual([
    expect.stringContaining('removed'),
    expect.stringContaining('added'),
    expect.stringContaining('added'),
    expect.stringContaining('same'),
  ]);
});

test('an empty list that could not be read again says only that', () => {
  const words = { failed: 'Failed', loading: 'Loading', none: 'None' };
  const said = (list: { isError: boolean; isLoading: boolean }, count: number | undefined) => {
    cleanup();
    const given = { ...list, error: null, refetch: () => undefined };
    render(
      <ListState list={given} count={count} {...words}>
        Rows
      </ListState>,
      { wrapper: inApp },
    );
    return Object.values({ ...words, rows: 'Rows' }).filter((word) =>
      document.body.textContent?.includes(word),
    );
  };
  expect(said({ isError: true, isLoading: false }, 0)).toEqual(['Failed']);
  expect(said({ isError: false, isLoading: true }, 0)).toEqual(['Loading']);
  expect(said({ isError: false, isLoading: false }, 0)).toEqual(['None']);
  expect(said({ isError: false, isLoading: false }, undefined)).toEqual([]);
  expect(said({ isError: true, isLoading: false }, 2)).toEqual(['Failed', 'Rows']);
});

test('a page leads to the one before and to the one that the server names', async () => {
  const onPage = vi.fn();
  const onSize = vi.fn();
  render(
    <Pager what="people" page={4} nextPage={7} sizes={[25, 50]} size={25} onPage={onPage} onSize={onSize} />,
    { wrapper: inApp },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPage.mock.calls).toEqual([[3], [7]]);
  await userEvent.selectOptions(screen.getByLabelText('How many people a page'), '50 a page');
  expect(onSize.mock.calls).toEqual([[50]]);
});

test('a reason has three characters or more that are no spaces around it', () => {
  expect(['', '  ab  ', 'abc', ' a b '].map(reasonFault)).toEqual([
    'Say why, in a few words.',
    'Say why, in a few words.',
    null,
    null,
  ]);
});
