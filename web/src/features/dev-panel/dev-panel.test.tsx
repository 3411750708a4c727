import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';

test('PLAT-24 the panel names the switches that are on', async () => {
  openScreen('/terms', { user: null });
  await userEvent.click(await screen.findByText('Dev panel'));
  const skip = screen.getByRole('checkbox', { name: 'Skip payment' });
  expect(skip).toHaveProperty('checked', false);
  expect(screen.queryByText(/^Development:/)).toBeNull();
  await userEvent.click(skip);
  expect(skip).toHaveProperty('checked', true);
  screen.getByText('Development: payment skipped. The server decides as always.');
  await userEvent.click(skip);
  expect(screen.queryByText(/^Development:/)).toBeNull();
});

test('PLAT-23 the panel skips the connection to X and logs calls', async () => {
  const { router } = openScreen('/terms', { user: null });
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  await userEvent.click(await screen.findByText('Dev panel'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Skip X connection' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Verbose logging' }));
  screen.getByText('Development: X connection skipped, calls are logged. The server decides as always.');
  await router.navigate('/products');
  const address = `GET ${window.location.origin}/api/products`;
  await waitFor(() => expect(log).toHaveBeenCalledWith(address, 404, expect.stringMatching(/^\d+ ms$/)));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Verbose logging' }));
  log.mockClear();
  await fetch('/api/products', {});
  expect(log).not.toHaveBeenCalled();
});
