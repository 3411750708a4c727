import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { LayoutSwitch } from './LayoutSwitch.tsx';

test('the calendar’s code is asked for before the click, as soon as a pointer or the keyboard comes near', async () => {
  const onNear = vi.fn();
  render(
    <MantineProvider>
      <MemoryRouter>
        <LayoutSwitch onNear={onNear} />
      </MemoryRouter>
    </MantineProvider>,
  );
  await userEvent.tab();
  await userEvent.hover(screen.getByText('Calendar'));
  // The mouse of the machine may be in the way, and enter by itself.
  const causes = new Set(onNear.mock.calls.map(([event]) => event.type));
  expect([...causes].sort()).toEqual(['focus', 'pointerenter']);
});
