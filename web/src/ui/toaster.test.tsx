import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import '../testing/screen.tsx';
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
