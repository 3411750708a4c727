import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';

test('ADM-AD-01 ADM-AD-03 ADM-AD-05 an admin creates ad posts for the selected account, and sees how many were made', async () => {
  const account = buildAccount();
  const server = openScreen('/dashboard', {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/twitter/accounts': { accounts: [account] },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create Ad Posts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create ad posts?' }));
  dialog.getByText(
    'The AI writes two ad posts a day for the next ten days and schedules them on @ada. Times that are taken stay as they are.',
  );
  await userEvent.type(dialog.getByLabelText('Reason'), 'The launch is near.');
  server.answer({ 'POST /api/admin/ad-posts/generate': new Response(null, { status: 500 }) });
  await userEvent.click(dialog.getByRole('button', { name: 'Create Ad Posts' }));
  await dialog.findByText('The ad posts could not be created.');
  server.answer({ 'POST /api/admin/ad-posts/generate': { createdCount: 17, requestedCount: 20 } });
  await expectReadAgain(server, ['GET /api/posts'], () =>
    userEvent.click(dialog.getByRole('button', { name: 'Create Ad Posts' })),
  );
  await expectToldOnce('Created 17 of 20 requested ad posts.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('POST /api/admin/ad-posts/generate').map(({ body }) => body)).toEqual(
    Array(2).fill({ twitterAccountId: account.id, reason: 'The launch is near.' }),
  );
});

test('ADM-AD-01 other staff do not have the button', async () => {
  openScreen('/dashboard', { user: buildUser({ roles: ['support', 'ops'] }) });
  await screen.findByText('No posts yet. Scheduled posts will appear here.');
  expect(screen.queryByRole('button', { name: 'Create Ad Posts' })).toBeNull();
});
