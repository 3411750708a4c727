import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ProgressLine } from './ProgressLine.tsx';
import { Skeletons } from './Skeletons.tsx';

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
