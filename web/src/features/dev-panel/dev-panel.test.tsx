import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';

test('a switch of the panel is off until it is pressed, and a line says what is on', async () => {
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
