import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { tellLeavingBy } from './useBackCloses.ts';

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

test('on a phone Back closes the sheet, of two only the upper one, and the page stays', async () => {
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

test('a sheet that closes because its page is left goes back nowhere: the way back would undo the leaving', async () => {
  await page.viewport(390, 844);
  const before = window.history.state;
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
  let isLeaving = true;
  tellLeavingBy(() => isLeaving);
  onTestFinished(() => {
    tellLeavingBy(() => false);
    back.mockRestore();
    window.history.replaceState(before, '');
  });
  render(<Screen />);
  for (const [leaves, times] of [
    [true, 0],
    [false, 1],
  ] as const) {
    isLeaving = leaves;
    await press('Open');
    await screen.findByRole('dialog', { name: 'Lower' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    act(() => void vi.runAllTimers());
    vi.useRealTimers();
    await waitFor(() => expect(shown()).toEqual([]));
    expect(back, String(leaves)).toHaveBeenCalledTimes(times);
  }
});

test('a press beside a dialog closes it, as Escape does; neither does where it is locked or closing costs', async () => {
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

test('a sheet that is closed by its button leaves no entry behind; one that is locked stays', async () => {
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

test('a dialog that goes away while it is open gives the focus back as well; its width is as asked', async () => {
  const look = (more: object | null) => (
    <MantineProvider>
      <button type="button">Before</button>
      {more ? (
        <Dialog opened onClose={() => undefined} title="Lower" {...more}>
          Words
        </Dialog>
      ) : null}
    </MantineProvider>
  );
  const { rerender } = render(look(null));
  screen.getByRole('button', { name: 'Before' }).focus();
  const width = () =>
    document.querySelector<HTMLElement>('.mantine-Modal-root')?.style.getPropertyValue('--modal-size');
  rerender(look({}));
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
  expect(width()).toContain('30rem');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  rerender(look(null));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }));
  rerender(look({ size: 600, footer: <button type="button">Save</button> }));
  await screen.findByRole('button', { name: 'Save' });
  expect(width()).toContain('37.5rem');
});

test('a question closes once it is done; what failed, or was taken back while it waits, can be asked again', async () => {
  let answer = Promise.withResolvers<void>();
  const onConfirm = vi.fn(() => answer.promise);
  const onClose = vi.fn();
  const look = (waiting = false) => (
    <MantineProvider>
      <ConfirmDialog
        opened
        title="Delete this post?"
        confirmLabel="Delete post"
        {...{ onClose, onConfirm, waiting }}
      >
        It is planned for Tomorrow 09:00.
      </ConfirmDialog>
    </MantineProvider>
  );
  const { rerender } = render(look());
  await screen.findByRole('dialog', { name: 'Delete this post?' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  const disabled = () =>
    ['Close', 'Cancel'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled);
  const confirm = screen.getByRole('button', { name: 'Delete post' });
  const say = () => act(async () => fireEvent.click(confirm));
  await say();
  await say();
  expect([onConfirm.mock.calls.length, disabled(), confirm.ariaBusy]).toEqual([1, [true, true], 'true']);
  await act(async () => answer.reject(new Error('No.')));
  expect([onClose.mock.calls.length, disabled(), confirm.ariaBusy]).toEqual([0, [false, false], null]);
  answer = Promise.withResolvers();
  await say();
  rerender(look(true));
  expect([disabled(), confirm.innerText.trim()]).toEqual([[false, false], 'Waiting for connection']);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  rerender(look());
  expect([onClose.mock.calls.length, confirm.ariaBusy]).toEqual([1, null]);
  answer = Promise.withResolvers();
  await say();
  await act(async () => answer.resolve());
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([3, 2]);
});

test('a form is sent by Enter, once, and not again while it is on its way', async () => {
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
  rerender(look({ blocked: true }));
  expect(screen.getByRole('button', { name: 'Change' })).toHaveProperty('disabled', true);
  rerender(look({ submitLabel: null, cancelLabel: 'Done' }));
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  rerender(look({ footer: <p>All is done.</p> }));
  screen.getByText('All is done.');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});
