import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import '../../testing/screen.tsx';
import { Toaster } from './Toaster.tsx';
import { notify } from './toasts.ts';

test('PLAT-11 PLAT-12 a toast of a failure quotes its request and goes after 5 seconds', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Toaster />);
  act(() => notify.error('Not now.', { requestId: 'request-of-the-pause' }));
  const toast = screen.getByText('Not now.').closest('li');
  expect(toast?.textContent).toContain('Request ID request-of-the-pause');
  act(() => vi.advanceTimersByTime(4_900));
  expect(screen.queryByText('Not now.')).not.toBeNull();
  act(() => vi.advanceTimersByTime(100));
  expect(screen.queryByText('Not now.')).toBeNull();
});

test('what is urgent interrupts a screen reader, the rest waits its turn', () => {
  render(<Toaster />);
  act(() => notify.success('Saved.'));
  act(() => notify.info('Sending.'));
  act(() => notify.alert('Please sign in.'));
  act(() => notify.error('Not now.'));
  const list = screen.getByRole('list', { name: 'Notifications' });
  expect(list.ariaLive).toBe('polite');
  const roles = [...list.querySelectorAll('li')].map(({ dataset, firstElementChild }) => [
    dataset.tone,
    firstElementChild?.nextElementSibling?.role,
  ]);
  expect(roles).toEqual([
    ['success', 'status'],
    ['info', 'status'],
    ['alert', 'alert'],
    ['error', 'alert'],
  ]);
});

test('a toast with a button stays 10 seconds', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Toaster />);
  act(() => notify.success('Deleted.', { action: { label: 'Undo', press: () => undefined } }));
  act(() => vi.advanceTimersByTime(9_900));
  screen.getByText('Deleted.');
  act(() => vi.advanceTimersByTime(100));
  expect(screen.queryByText('Deleted.')).toBeNull();
});

test('a cross takes its own toast away, an action too; one that is pointed at or focused stays', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const press = vi.fn();
  render(<Toaster />);
  act(() => notify.success('First.'));
  act(() => notify.info('Second.'));
  act(() => notify.success('Third.', { action: { label: 'Undo', press } }));
  const of = (words: string) => screen.queryByText(words)?.closest('li') ?? null;
  const cross = within(of('Second.') as HTMLElement).getByRole('button', { name: 'Dismiss notification' });
  fireEvent.click(cross);
  expect(['First.', 'Second.', 'Third.'].map((words) => of(words) !== null)).toEqual([true, false, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(press).toHaveBeenCalledTimes(1);
  expect(of('Third.')).toBeNull();
  for (const [hold, release] of [
    [fireEvent.pointerEnter, fireEvent.pointerLeave],
    [fireEvent.focus, fireEvent.blur],
  ] as const) {
    hold(of('First.') as HTMLElement);
    act(() => vi.advanceTimersByTime(60_000));
    release(of('First.') as HTMLElement);
    act(() => vi.advanceTimersByTime(4_900));
    expect(of('First.')).not.toBeNull();
  }
  act(() => vi.advanceTimersByTime(100));
  expect(of('First.')).toBeNull();
});
