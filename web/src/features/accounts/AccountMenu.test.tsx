import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { Controls } from '../../ui/Controls.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { buildAccount } from './build-account.fixture.ts';

test('DASH-38 no add with a limit of 1', async () => {
  const account = buildAccount({});
  render(
    <QueryClientProvider client={queryClient}>
      <Controls>
        <AccountMenu
          accounts={[account]}
          selected={account}
          accountLimit={1}
          onConnect={() => undefined}
          onTestTweet={async () => undefined}
        />
      </Controls>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: /X account/ }));
  expect(await screen.findByRole('menuitem', { name: 'Send a test tweet' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Add X account' })).toBeNull();
});
