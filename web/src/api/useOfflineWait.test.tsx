import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../testing/screen.tsx';
import { buttonOf, prepareStep, type Step } from '../testing/steps.ts';
import { LoadingButton } from '../ui/buttons/LoadingButton.tsx';
import { queryClient } from './query.ts';
import { useOfflineWait } from './useOfflineWait.ts';

const sent: string[] = [];

/** A call without arguments, so that nothing it sends identifies it. */
function Plain({ name }: { name: string }) {
  const ping = useMutation({
    mutationFn: async () => void sent.push(name),
  });
  const wait = useOfflineWait(ping);
  return (
    <>
      <LoadingButton loading={ping.isPending} loadingLabel={`${name} is sent`} onClick={() => ping.mutate()}>
        {name}
      </LoadingButton>
      <button type="button" onClick={wait.cancel}>
        Cancel {name}
      </button>
    </>
  );
}

/** Shows both without a connection. */
function openBoth(): void {
  sent.length = 0;
  onlineManager.setOnline(false);
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <Plain name="First" />
        <Plain name="Second" />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

test('cancelling one offline call leaves the others', async () => {
  openBoth();
  await press('First');
  await screen.findByRole('button', { name: 'First is sent' });
  await press('Cancel Second');
  await press('Second');
  await screen.findByRole('button', { name: 'Second is sent' });
  await press('Cancel Second');
  await screen.findByRole('button', { name: 'Second' });
  onlineManager.setOnline(true);
  await screen.findByRole('button', { name: 'First' });
  expect(sent).toEqual(['First']);
});

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
