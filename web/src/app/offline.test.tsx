/** What a button says and does without a connection. */
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { openScreen } from '../testing/screen.tsx';
import { buttonOf, prepareStep, type Step } from '../testing/steps.ts';

afterEach(() => onlineManager.setOnline(true));

/** Fills a form, presses its button without a connection, and waits until the button says so. */
async function pressOffline(step: Omit<Step, 'busy' | 'call'>): Promise<HTMLElement> {
  const scope = await prepareStep(step);
  const button = await buttonOf(scope, step.press);
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onlineManager.setOnline(false);
  fireEvent.click(button);
  await waitFor(() => expect(button.ariaBusy).toBe('true'));
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  expect(await buttonOf(scope, 'Waiting for connection')).toBe(button);
  vi.useRealTimers();
  return scope;
}

test('an offline dialog says that it waits, and closing it cancels the call', async () => {
  const server = openScreen('/dashboard');
  const call = 'POST /api/posts/own';
  const scope = await pressOffline({
    open: 'New post',
    fill: { 'Post as @ada': 'Mine.' },
    press: 'Schedule post',
  });
  const before = server.made(call).length;
  fireEvent.click(await buttonOf(scope, 'Close'));
  await waitFor(() => expect(scope.isConnected).toBe(false));
  onlineManager.setOnline(true);
  // What still waited would be sent now.
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(server.made(call)).toHaveLength(before);
});

test('an offline button says that it waits, and sends once the connection is back', async () => {
  const server = openScreen('/settings');
  await pressOffline({ fill: { Message: 'Lovely' }, press: 'Send feedback' });
  expect(server.made('POST /api/feedback')).toEqual([]);
  onlineManager.setOnline(true);
  await waitFor(() => expect(server.made('POST /api/feedback')).toHaveLength(1));
});
