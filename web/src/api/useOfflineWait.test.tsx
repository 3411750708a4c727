import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
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
