import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoadingButton } from '../ui/buttons/LoadingButton.tsx';
import { queryClient } from './query.ts';
import { useIsOnline, useOfflineWait } from './useOfflineWait.ts';

const WAITING = 'Waiting for connection';

const sent: string[] = [];
let onItsWay: Promise<void> | undefined;

/** A call that takes nothing: it is not told from another one by what it sends. */
function Plain({ name }: { name: string }) {
  const ping = useMutation({
    mutationFn: async () => {
      sent.push(name);
      await onItsWay;
    },
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

function Save() {
  const save = useMutation({ mutationFn: async (words: string) => void sent.push(words) });
  const wait = useOfflineWait(save);
  const online = useIsOnline();
  return (
    <>
      <p>{online ? 'online' : 'offline'}</p>
      <LoadingButton
        loading={save.isPending}
        loadingLabel="Saving"
        waiting={wait.isWaiting}
        onClick={() => save.mutate('words')}
      >
        Save
      </LoadingButton>
      <button type="button" onClick={wait.cancel}>
        Cancel
      </button>
    </>
  );
}

beforeEach(() => {
  sent.length = 0;
  onItsWay = undefined;
  onlineManager.setOnline(false);
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <Save />
        <Plain name="First" />
        <Plain name="Second" />
      </QueryClientProvider>
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

const ownTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
const passThreeSeconds = () => act(() => vi.advanceTimersByTimeAsync(3_000));

test('without a connection a button says what it waits for, and sends once it is back', async () => {
  ownTimers();
  screen.getByText('offline');
  await press('Save');
  await screen.findByRole('button', { name: 'Saving' });
  await passThreeSeconds();
  screen.getByRole('button', { name: WAITING });
  expect(sent).toEqual([]);
  onlineManager.setOnline(true);
  await screen.findByRole('button', { name: 'Save' });
  expect(sent).toEqual(['words']);
  screen.getByText('online');
});

test('it says so after three seconds, each time anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const says = (): string | undefined => document.querySelector<HTMLElement>('[aria-busy]')?.innerText.trim();
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  for (const round of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await wait(2_999);
    expect([round, says()]).toEqual([round, 'Saving']);
    await wait(1);
    expect([round, says()]).toEqual([round, WAITING]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await wait(0);
    expect([round, says()]).toEqual([round, undefined]);
  }
});

test('what is on its way already is not taken back', async () => {
  const answer = Promise.withResolvers<void>();
  onItsWay = answer.promise;
  act(() => onlineManager.setOnline(true));
  await press('First');
  await press('Cancel First');
  screen.getByRole('button', { name: 'First is sent' });
  answer.resolve();
  await screen.findByRole('button', { name: 'First' });
  expect(sent).toEqual(['First']);
});

test('what was cancelled without a connection is never sent', async () => {
  ownTimers();
  await press('Save');
  await passThreeSeconds();
  screen.getByRole('button', { name: WAITING });
  await press('Cancel');
  await screen.findByRole('button', { name: 'Save' });
  onlineManager.setOnline(true);
  await waitFor(() => screen.getByText('online'));
  await press('Save');
  await waitFor(() => expect(sent).toEqual(['words']));
});

test('each takes back its own call alone, also where calls send nothing that tells them apart', async () => {
  await press('First');
  await screen.findByRole('button', { name: 'First is sent' });
  // Nothing of its own waits.
  await press('Cancel Second');
  await press('Second');
  await screen.findByRole('button', { name: 'Second is sent' });
  await press('Cancel Second');
  await screen.findByRole('button', { name: 'Second' });
  onlineManager.setOnline(true);
  await screen.findByRole('button', { name: 'First' });
  expect(sent).toEqual(['First']);
});
