import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

type Props = { opened: boolean; onClose: () => void };
const Words = (props: Props) => (
  <Dialog {...props} title="Words">
    It is there.
  </Dialog>
);

function Screen({ Lazy }: { Lazy: ReturnType<typeof lazyDialog<Props>> }) {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider>
      <button type="button" onClick={() => setOpened(true)} {...Lazy.near}>
        Open
      </button>
      <Lazy opened={opened} onClose={() => setOpened(false)} />
    </MantineProvider>
  );
}
const draw = (load: () => Promise<ComponentType<Props>>) => render(<Screen Lazy={lazyDialog(load)} />);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const hasFocus = (name: string) => () =>
  expect(document.activeElement).toBe(screen.getByRole('button', { name }));
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('pointing at the button fetches the code once, and the focus returns after closing', async () => {
  const load = vi.fn(async () => Words);
  draw(load);
  expect(load).not.toHaveBeenCalled();
  await userEvent.hover(screen.getByRole('button', { name: 'Open' }));
  expect(load).toHaveBeenCalledTimes(1);
  await press('Open');
  const dialog = await screen.findByRole('dialog', { name: 'Words' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await press('Close');
  await waitFor(hasFocus('Open'));
  expect(load).toHaveBeenCalledTimes(1);
});

test('a dialog reports code that cannot be fetched, and the next press tries again', async () => {
  const load = vi.fn(gone);
  draw(load);
  await press('Open');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('There may be a newer version: refresh the page to get it.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(dialog.contains(document.activeElement)).toBe(true);
  const before = load.mock.calls.length;
  await press('Close');
  await waitFor(hasFocus('Open'));
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('alertdialog', {
    name: 'This part of Drumbeat could not be loaded.',
  });
  expect(load).toHaveBeenCalledTimes(before + 1);
  screen.getByRole('button', { name: 'Refresh Page' });
});

test('offline the dialog waits, and opens once the connection is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn<() => Promise<ComponentType<Props>>>(gone);
  draw(load);
  await press('Open');
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'No Internet Connection. It opens when you are back online.',
  );
  expect(screen.queryByRole('button', { name: 'Refresh Page' })).toBeNull();
  const before = load.mock.calls.length;
  await press('Try again');
  await waitFor(() => expect(load).toHaveBeenCalledTimes(before + 1));
  await screen.findByRole('alertdialog');
  load.mockResolvedValue(Words);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await screen.findByRole('dialog', { name: 'Words' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await press('Close');
  await waitFor(hasFocus('Open'));
});

test('a style sheet that failed to load is removed before the code is fetched', async () => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: 'http://127.0.0.1:1/gone.css' });
  const failed = new Promise((done) => link.addEventListener('error', done));
  document.head.append(link);
  await failed;
  const load = vi.fn(async () => Words);
  draw(load);
  await press('Open');
  await screen.findByRole('alertdialog');
  expect(load).not.toHaveBeenCalled();
  expect(link.isConnected).toBe(false);
  document.querySelector(`link[href="${link.href}"]`)?.remove();
});
