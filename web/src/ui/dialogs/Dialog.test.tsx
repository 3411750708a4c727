import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from './Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

function Screen({ locked = false }: { locked?: boolean }) {
  const [open, setOpen] = useState(0);
  return (
    <MantineProvider>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      <Dialog opened={open > 0} onClose={() => setOpen(0)} title="Lower" locked={locked}>
        <button type="button" onClick={() => setOpen(2)}>
          Open another
        </button>
      </Dialog>
      <Dialog opened={open > 1} onClose={() => setOpen(1)} title="Upper">
        Words
      </Dialog>
    </MantineProvider>
  );
}

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

const shown = () => screen.queryAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-labelledby'));

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Presses Back, and waits until the browser has gone there. */
async function goBack(): Promise<void> {
  const gone = new Promise((done) => window.addEventListener('popstate', done, { once: true }));
  window.history.back();
  await gone;
}

test('on a phone Back closes the upper sheet and stays on the page', async () => {
  await page.viewport(390, 844);
  const before = window.location.href;
  render(<Screen />);
  await press('Open');
  await press('Open another');
  await waitFor(() => expect(shown()).toHaveLength(2));
  await goBack();
  await waitFor(() => expect(shown()).toHaveLength(1));
  await screen.findByRole('dialog', { name: 'Lower' });
  await goBack();
  await waitFor(() => expect(shown()).toEqual([]));
  expect(window.location.href).toBe(before);
});

test('a press beside a dialog and Escape close it unless it is locked or only its button may', async () => {
  const onClose = vi.fn();
  const look = (more: object) => (
    <MantineProvider>
      <Dialog opened onClose={onClose} title="Lower" {...more}>
        Words
      </Dialog>
    </MantineProvider>
  );
  const { rerender } = render(look({ locked: true }));
  const closes = async () => {
    onClose.mockClear();
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
    const byPress = onClose.mock.calls.length;
    fireEvent.keyDown(dialog, { key: 'Escape' });
    return [byPress, onClose.mock.calls.length - byPress];
  };
  expect(await closes()).toEqual([0, 0]);
  expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
  rerender(look({ onlyByButton: true, closeLabel: 'Close and sign out' }));
  expect(await closes()).toEqual([0, 0]);
  await press('Close and sign out');
  expect(onClose).toHaveBeenCalledOnce();
  rerender(look({}));
  expect(await closes()).toEqual([1, 1]);
});

test('a closed sheet leaves no history entry, and Back does not close a locked one', async () => {
  await page.viewport(390, 844);
  const state = () => (window.history.state as { sheets?: number } | null)?.sheets;
  const before = state();
  const { rerender } = render(<Screen />);
  await press('Open');
  await press('Close');
  await waitFor(() => expect(state()).toBe(before));
  rerender(<Screen locked />);
  await press('Open');
  await goBack();
  await waitFor(() => expect(state()).toBe((before ?? 0) + 1));
  expect(shown()).toHaveLength(1);
  // Unlocked meanwhile, Back closes it.
  rerender(<Screen />);
  await goBack();
  await waitFor(() => expect(shown()).toEqual([]));
  expect(state()).toBe(before);
});

test('Enter sends a form once, and a waiting form can be canceled', async () => {
  const [onSubmit, onClose] = [vi.fn(), vi.fn()];
  const look = (more: object = {}) => (
    <MantineProvider>
      <FormDialog
        title="Change password"
        submitLabel="Change"
        busyLabel="Changing…"
        busy={false}
        {...{ onSubmit, onClose }}
        {...more}
      >
        <input aria-label="New password" />
      </FormDialog>
    </MantineProvider>
  );
  const { rerender } = render(look());
  const field = await screen.findByLabelText('New password');
  const enter = () => userEvent.type(field, '{Enter}');
  const sent = () => onSubmit.mock.calls.length;
  await enter();
  expect(sent()).toBe(1);
  rerender(look({ busy: true }));
  await enter();
  fireEvent.submit(field.closest('form') as HTMLElement);
  expect(sent()).toBe(1);
  const cancel = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
  expect([cancel().disabled, screen.getByRole('button', { name: 'Changing…' }).ariaBusy]).toEqual([
    true,
    'true',
  ]);
  rerender(look({ busy: true, waiting: true }));
  expect(cancel().disabled).toBe(false);
  screen.getByRole('button', { name: 'Waiting for connection' });
  fireEvent.click(cancel());
  expect(onClose).toHaveBeenCalledTimes(1);
});

type Props = { opened: boolean; onClose: () => void };

const Words = (props: Props) => (
  <Dialog {...props} title="Words">
    It is there.
  </Dialog>
);

function LazyScreen({ Lazy }: { Lazy: ReturnType<typeof lazyDialog<Props>> }) {
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

const draw = (load: () => Promise<ComponentType<Props>>) => render(<LazyScreen Lazy={lazyDialog(load)} />);

const hasFocus = (name: string) => () =>
  expect(document.activeElement).toBe(screen.getByRole('button', { name }));

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

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
