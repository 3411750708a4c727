import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import { queryClient } from './query.ts';
import { useIsOnline, useOfflineWait } from './useOfflineWait.ts';

const WAITING = 'Waiting for connection';

const sent: string[] = [];

/** A call that takes nothing: it is not told from another one by what it sends. */
function Plain({ name }: { name: string }) {
  const ping = useMutation({ mutationFn: async () => void sent.push(name) });
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

test('without a connection a button says what it waits for, and sends once it is back', async () => {
  screen.getByText('offline');
  await press('Save');
  await screen.findByRole('button', { name: 'Saving' });
  await screen.findByRole('button', { name: WAITING }, { timeout: 15_000 });
  expect(sent).toEqual([]);
  onlineManager.setOnline(true);
  await screen.findByRole('button', { name: 'Save' });
  expect(sent).toEqual(['words']);
  screen.getByText('online');
});

test('what was cancelled without a connection is never sent', async () => {
  await press('Save');
  await screen.findByRole('button', { name: WAITING }, { timeout: 15_000 });
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
