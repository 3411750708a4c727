import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from './Dialog.tsx';
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
});
