/** Buttons that must not send twice: money, identity, posts and emails. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildPost } from '../features/posts/build-post.fixture.ts';
import { buildSubscription } from '../testing/build-subscription.fixture.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { type Answers, held } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';
import { buttonOf, chooseOfPost, prepareStep, type Step } from '../testing/steps.ts';
import { currentToasts, dismissToast } from '../ui/feedback/toasts.ts';

/** Waits for the words with the request to quote, and takes toasts away. */
async function expectSaid(words: string, request: string): Promise<void> {
  await screen.findByText(words);
  await screen.findByText(request);
  for (const { id } of currentToasts()) act(() => dismissToast(id));
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const post = buildPost({ scheduledTime: inDays(1) });
const at = '2026-11-21T09:00:00.000Z';
const device = { current: false, device: 'Firefox on Linux', ip: null, createdAt: at, lastSeenAt: at };
const password = { 'Current password': 'Old-rhythm-1', 'New password': 'New-rhythm-2' };
const portal = 'POST /api/create-portal-session';

test.each<[path: string, user: Parameters<typeof buildUser>[0] | null, answers: Answers, steps: Step[]]>([
  [
    '/settings',
    {},
    {
      'GET /api/subscription': buildSubscription(),
      'GET /api/auth/sessions': { sessions: ['s-1', 's-2'].map((id) => ({ ...device, id })) },
    },
    [
      {
        press: 'Update payment method',
        busy: 'Opening…',
        call: portal,
        said: 'Failed to open billing portal',
      },
      { press: 'Download my data', busy: 'Preparing…', call: 'GET /api/user/export' },
      { press: 'Create address', busy: 'Creating…', call: 'POST /api/posts/feed' },
      { press: 'Sign out all others', busy: 'Signing out…', call: 'DELETE /api/auth/sessions' },
      {
        open: 'Change password',
        fill: { ...password, 'Confirm new password': 'New-rhythm-2' },
        press: 'Change password',
        busy: 'Changing…',
        call: 'POST /api/auth/change-password',
        said: 'Your password could not be changed. Please try again.',
      },
      {
        open: 'Cancel subscription',
        choose: ['radio', /Other/],
        press: 'Cancel subscription',
        busy: 'Canceling…',
        call: 'POST /api/subscription/cancel',
        said: 'Failed to cancel subscription',
      },
      {
        open: 'Delete account',
        fill: { Password: 'Rhythm-2026' },
        press: 'Delete account',
        busy: 'Deleting…',
        call: 'DELETE /api/user',
        said: 'Verification failed. Please try again.',
      },
    ],
  ],
  [
    '/dashboard',
    {},
    { 'GET /api/posts': { posts: [post] } },
    [
      {
        open: chooseOfPost('Publish now…'),
        press: 'Publish now',
        busy: 'Publishing…',
        call: 'POST /api/posts/:id/publish-now',
      },
    ],
  ],
  [
    '/auth',
    null,
    {},
    [
      {
        fill: { Email: 'ada@example.com', Password: 'Rhythm-2026' },
        press: 'Sign In',
        busy: 'Signing in…',
        call: 'POST /api/auth/signin',
        said: 'An unexpected error occurred. Please try again.',
      },
      {
        open: 'Forgot password?',
        fill: { Email: 'ada@example.com' },
        press: 'Send link',
        busy: 'Sending…',
        call: 'POST /api/auth/forgot-password',
        said: 'Failed to send reset email. Please try again.',
      },
    ],
  ],
])(
  'at %s (%o), a button sends once, says that it waits, and says that it failed',
  async (path, over, answers, steps) => {
    const server = openScreen(path, { user: over ? buildUser(over) : null, answers });
    for (const step of steps) {
      const { open, press, busy, call, said } = step;
      const scope = await prepareStep(step);
      const before = server.made(call).length;
      const answer = held<Response>();
      server.answer({ [call]: () => answer.promise });
      const button = await buttonOf(scope, press);
      await waitFor(() => expect(button).toHaveProperty('disabled', false));
      fireEvent.click(button);
      await waitFor(() => expect([press, button.ariaBusy]).toEqual([press, 'true']));
      expect(await buttonOf(scope, busy)).toBe(button);
      fireEvent.click(button);
      // As Enter in a field does.
      if (open && button.form) fireEvent.submit(button.form);
      expect([call, server.made(call).length]).toEqual([call, before + 1]);
      if (open) expect(await buttonOf(scope, 'Close')).toHaveProperty('disabled', true);
      answer.give(Response.json({ requestId: `request to ${press}` }, { status: 500 }));
      await waitFor(() => expect([press, button.ariaBusy]).toEqual([press, null]));
      if (said) await expectSaid(said, `request to ${press}`);
      if (!open) continue;
      fireEvent.click(await buttonOf(scope, 'Close'));
      await waitFor(() => expect(scope.isConnected).toBe(false));
    }
  },
);
