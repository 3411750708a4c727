import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from './Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';

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
