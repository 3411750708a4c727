import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toastOf } from '../../testing/screen.tsx';
import { Toaster } from './Toaster.tsx';
import { ToastList } from './ToastList.tsx';
import { notify } from './toasts.ts';

const undo = { label: 'Undo', press: () => undefined };

/** Shows a toast; from then on only the answer moves the time. */
function show(tell: () => void): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<ToastList />);
  act(tell);
  return (ms) => act(() => vi.advanceTimersByTime(ms));
}

/** Goes on until just before a toast ends, and past its end: an end is drawn in the step after it. */
function expectEndAfter(words: string, ms: number, pass: (ms: number) => void): void {
  pass(ms - 200);
  pass(100);
  screen.getByText(words);
  pass(200);
  pass(100);
  expect(screen.queryByText(words)).toBeNull();
}

test('PLAT-11 PLAT-12 a toast of a failure quotes its request and goes after 5 seconds', () => {
  const pass = show(() => notify.error('Not now.', { requestId: 'request-of-the-pause' }));
  expect(toastOf('Not now.')).toContain('Request ID request-of-the-pause');
  expectEndAfter('Not now.', 5000, pass);
});

test('an equal toast raises the count and starts the time over', () => {
  const pass = show(() => notify.success('Saved.'));
  pass(4000);
  act(() => notify.success('Saved.'));
  expect(toastOf('Saved.')).toBe('Saved. ×2');
  expectEndAfter('Saved.', 5000, pass);
});

test('a toast stays while it has the focus', () => {
  const pass = show(() => notify.success('Deleted.', { action: undo }));
  const button = screen.getByRole('button', { name: 'Undo' });
  act(() => button.focus());
  pass(60_000);
  // Another toast does not start the time again.
  act(() => notify.info('Sending.'));
  pass(60_000);
  act(() => button.blur());
  expectEndAfter('Deleted.', 10_000, pass);
});

test('a toast that is dismissed, or whose action is pressed, goes alone', () => {
  const press = vi.fn();
  const pass = show(() => notify.info('First.'));
  act(() => notify.success('Second.', { action: { label: 'Undo', press } }));
  act(() => notify.success('Third.'));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss notification' })[0] as HTMLElement);
  pass(200);
  pass(200);
  expect(press).toHaveBeenCalledTimes(1);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Third.']);
});

test('an urgent toast interrupts a screen reader, another waits its turn', async () => {
  render(<Toaster />);
  act(() => notify.success('Saved.'));
  await screen.findByText('Saved.');
  act(() => notify.info('Sending.'));
  act(() => notify.alert('Please sign in.'));
  act(() => notify.error('Not now.'));
  const list = screen.getByRole('list', { name: 'Notifications' });
  expect(list.ariaLive).toBe('polite');
  const roles = ['Saved.', 'Sending.', 'Please sign in.', 'Not now.'].map(
    (words) => screen.getByText(words).parentElement?.role,
  );
  expect(roles).toEqual(['status', 'status', 'alert', 'alert']);
});
