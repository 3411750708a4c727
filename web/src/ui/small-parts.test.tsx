/** Parts that stand on many screens, each by itself. */
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OfflineBanner } from './OfflineBanner.tsx';
import { RequestId } from './RequestId.tsx';
import { TipArea } from './TipArea.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

test('the id of a request is copied, and says so for two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<RequestId id="request-7" />);
  expect(screen.getByRole('status').textContent).toBe('');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy request ID' })));
  expect(write).toHaveBeenCalledWith('request-7');
  act(() => void vi.advanceTimersByTime(1_900));
  expect(screen.getByRole('status').textContent).toBe('Copied');
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a tip shows for what is pointed at, another for its neighbour, none elsewhere; Escape and a press take it away', async () => {
  render(
    <MantineProvider env="test">
      <TipArea>
        <button type="button" data-tip="Why it waits">
          One
        </button>
        <span data-tip="When it goes out">Two</span>
        <span>Three</span>
      </TipArea>
    </MantineProvider>,
  );
  const shows = (words: string | null) =>
    waitFor(() => expect(screen.queryByRole('tooltip')?.textContent ?? null).toBe(words));
  const point = (at: string) => fireEvent.pointerOver(screen.getByText(at));
  point('One');
  await shows('Why it waits');
  point('Two');
  await shows('When it goes out');
  point('Three');
  await shows(null);
  point('One');
  await shows('Why it waits');
  fireEvent.keyDown(screen.getByText('One'), { key: 'Escape' });
  await shows(null);
  point('One');
  await shows('Why it waits');
  fireEvent.click(screen.getByText('One'));
  await shows(null);
});

test('the banner stands while the browser is offline, and goes by itself', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  render(<OfflineBanner />);
  expect(screen.queryByRole('alert')).toBeNull();
  isOnline.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  screen.getByText('No Internet Connection');
  isOnline.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByRole('alert')).toBeNull();
});
