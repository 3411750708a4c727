import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from './Dialog.tsx';

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
