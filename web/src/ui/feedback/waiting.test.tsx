import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ProgressLine } from './ProgressLine.tsx';
import { Skeletons } from './Skeletons.tsx';
import { Spinner } from './Spinner.tsx';

afterEach(() => {
  cleanup();
});

test('shapes of what is coming are named at once, and drawn after 150 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Skeletons label="Loading posts">…</Skeletons>);
  const shapes = screen.getByRole('status');
  expect(shapes.textContent).toContain('Loading posts');
  act(() => void vi.advanceTimersByTime(149));
  expect(getComputedStyle(shapes).opacity).toBe('0');
  act(() => void vi.advanceTimersByTime(1));
  vi.useRealTimers();
  await waitFor(() => expect(getComputedStyle(shapes).opacity).toBe('1'));
});

test.each([
  [false, '0'],
  [true, '1'],
])(
  'the mark of a screen that is loading is drawn after 150 ms, or at once where it is known: %s',
  async (now, first) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    render(<Spinner label="Opening" now={now} />);
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('Opening');
    const opacity = () => getComputedStyle(status.querySelector('svg') as Element).opacity;
    act(() => void vi.advanceTimersByTime(149));
    expect(opacity()).toBe(first);
    act(() => void vi.advanceTimersByTime(1));
    vi.useRealTimers();
    await waitFor(() => expect(opacity()).toBe('1'));
  },
);

test('a line says after 250 ms that something is on its way, and goes with it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { container, rerender } = render(<ProgressLine />);
  act(() => void vi.advanceTimersByTime(249));
  expect(container.firstChild).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(container.firstChild).not.toBeNull();
  rerender(<ProgressLine active={false} />);
  expect(container.firstChild).toBeNull();
});
