/** What every button that sends something does while it waits for the answer, in one table. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildOverview } from '../features/admin/build-overview.fixture.ts';
import { buildPost } from '../features/posts/build-post.fixture.ts';
import { buildVoice } from '../features/voice/build-voice.fixture.ts';
import { buildSubscription } from '../testing/build-subscription.fixture.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { type Answers, held } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';
import { buttonOf, chooseOfPost, pasted, prepareStep, type Step } from '../testing/steps.ts';
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
const voice = buildVoice({ proposals: [{ lesson: 'no_emoji', text: 'Use no emoji.', times: 3 }] });
const ended = { status: 'canceled', nextCharge: null, endsAt: at, reactivation: 'checkout' } as const;
const leaving = { status: 'canceling', nextCharge: null, endsAt: inDays(9), reactivation: 'resume' } as const;
const pastDue = {
  status: 'past_due',
  nextCharge: null,
  pastDue: { reason: 'payment_failed', publishesUntil: inDays(9) },
} as const;
const plan = (over: Parameters<typeof buildSubscription>[0] = {}): Answers => ({
  'GET /api/subscription': buildSubscription(over),
});
const setUpTwoFactor: Answers = {
  'POST /api/2fa/setup': { qrCode: 'otpauth://totp/x?secret=ABC', backupCodes: ['k7dm-20xq'] },
  'POST /api/2fa/qr-code': { qrCode: 'data:image/png;base64,AA==' },
};
const pressTwoFactor = async () =>
  userEvent.click(await screen.findByRole('switch', { name: /^Two-factor/ }));
/** Signs in as somebody who needs a code. */
const signInWithCode = async () => {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'Rhythm-2026{Enter}');
};
const staff = { roles: ['admin' as const] };
const roles: Answers = { 'GET /api/admin/me/roles': staff };
const why = { Reason: 'Many asked' };
const planned = {
  id: 'w-1',
  starts_at: inDays(1),
  ends_at: null,
  message: null,
  holds_publishing: false,
  canceled_at: null,
};
const letter = 'POST /api/admin/users/:id/send-email';
const reactivate = 'POST /api/subscription/reactivate';
const portal = 'POST /api/create-portal-session';

test.each<[path: string, user: Parameters<typeof buildUser>[0] | null, answers: Answers, steps: Step[]]>([
  [
    '/settings',
    {},
    {
      ...plan(),
      'GET /api/auth/sessions': {
        sessions: [
          { ...device, id: 's-1' },
          { ...device, id: 's-2', device: 'Opera on Linux' },
        ],
      },
    },
    [
      {
        press: 'Update payment method',
        busy: 'Opening…',
        call: portal,
        said: 'Failed to open billing portal',
      },
      {
        press: 'Download my data',
        busy: 'Preparing…',
        call: 'GET /api/user/export',
        said: 'Your data could not be prepared. Please try again.',
      },
      {
        press: 'Create address',
        busy: 'Creating…',
        call: 'POST /api/posts/feed',
        said: 'The calendar feed could not be changed. Please try again.',
      },
      {
        press: 'Sign out Opera on Linux',
        busy: 'Sign out Opera on Linux',
        call: 'DELETE /api/auth/sessions/:id',
        said: 'The session could not be signed out. Please try again.',
      },
      {
        press: 'Sign out all others',
        busy: 'Signing out…',
        call: 'DELETE /api/auth/sessions',
        said: 'The session could not be signed out. Please try again.',
      },
      {
        fill: { Message: 'Lovely' },
        press: 'Send feedback',
        busy: 'Sending…',
        call: 'POST /api/feedback',
        said: 'Failed to send feedback. Please try again.',
      },
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
      {
        open: 'Request a new niche',
        fill: { 'Name of the niche': 'Foraging' },
        press: 'Send request',
        busy: 'Sending…',
        call: 'POST /api/niches/request',
        said: 'Failed to submit niche request. Please try again.',
      },
    ],
  ],
  [
    '/settings',
    { subscriptionStatus: 'past_due' },
    setUpTwoFactor,
    [
      {
        choose: ['radio', /^Coffee/],
        press: 'Save niche',
        busy: 'Saving…',
        call: 'PATCH /api/user',
        said: 'Failed to update niche',
      },
      {
        open: pressTwoFactor,
        fill: { '6-digit code': '123456' },
        press: 'Enable',
        busy: 'Enabling…',
        call: 'POST /api/2fa/enable',
        said: 'Verification failed. Please try again.',
        isUnquoted: true,
      },
    ],
  ],
  [
    '/settings',
    { twoFactorEnabled: true },
    {},
    [
      {
        open: pressTwoFactor,
        fill: { Password: 'Rhythm-2026', '6-digit code': '123456' },
        press: 'Turn off',
        busy: 'Turning off…',
        call: 'POST /api/2fa/disable',
        said: 'Verification failed. Please try again.',
        isUnquoted: true,
      },
    ],
  ],
  [
    '/auth',
    null,
    { 'POST /api/auth/signin': Response.json({ requires2FA: true }, { status: 401 }) },
    [
      {
        open: signInWithCode,
        fill: { '6-digit code': '123456' },
        press: 'Verify',
        busy: 'Verifying…',
        call: 'POST /api/auth/signin',
        said: 'Verification failed. Please try again.',
      },
    ],
  ],
  [
    '/auth?token=abc',
    null,
    { 'GET /api/auth/verify-reset-token/:token': { email: 'ada@example.com' } },
    [
      {
        fill: { 'New password': 'New-rhythm-2', 'Confirm new password': 'New-rhythm-2' },
        press: 'Set new password',
        busy: 'Saving…',
        call: 'POST /api/auth/reset-password',
        said: 'Failed to reset password. Please try again.',
      },
    ],
  ],
  [
    '/settings',
    { subscriptionStatus: 'canceling' },
    plan(leaving),
    [
      {
        press: 'Resume subscription',
        busy: 'Resuming…',
        call: reactivate,
        said: 'Failed to reactivate subscription',
      },
    ],
  ],
  [
    '/settings',
    { subscriptionStatus: 'inactive' },
    plan({ status: 'inactive', nextCharge: null, mayStartTrial: true }),
    [
      {
        press: 'Subscribe',
        busy: 'Opening…',
        call: 'POST /api/create-checkout-session-no-trial',
        said: 'Failed to start subscription process',
      },
      {
        press: 'Start free trial',
        busy: 'Opening…',
        call: 'POST /api/create-checkout-session',
        said: 'Failed to start trial process',
      },
    ],
  ],
  [
    '/settings/facts',
    {},
    {
      'GET /api/facts': {
        facts: [{ id: '1', kind: 'price', text: 'Pro costs $19', createdAt: at, updatedAt: at }],
        feeds: [
          { id: '7', url: 'https://shop.example/', title: 'Shop', readAt: at, problem: null, entries: [] },
        ],
        feedHosts: ['shop.example'],
      },
    },
    [
      {
        fill: { 'Add facts': 'One fact' },
        press: 'Add fact',
        busy: 'Adding…',
        call: 'POST /api/facts',
        said: 'The facts could not be added. Please try again.',
      },
      {
        fill: { 'Address of an RSS or Atom feed': 'https://shop.example/feed' },
        press: 'Add feed',
        busy: 'Reading…',
        call: 'POST /api/facts/feeds',
      },
      {
        press: 'Read Shop again',
        busy: 'Read Shop again',
        call: 'POST /api/facts/feeds/:id/refresh',
        said: 'The feed could not be read. Please try again.',
      },
    ],
  ],
  [
    '/voice',
    {},
    { 'GET /api/voice': voice },
    [
      {
        fill: { Tone: 'Dry' },
        press: 'Save voice',
        busy: 'Saving…',
        call: 'PUT /api/voice',
        said: 'Your voice was not saved. Please try again.',
      },
      {
        press: 'Accept: Use no emoji.',
        busy: 'Accept: Use no emoji.',
        call: 'POST /api/voice/lessons',
        said: 'The rule was not changed. Please try again.',
      },
      {
        open: 'Import posts',
        choose: ['radio', /Pasted posts/],
        fill: { 'Your posts': pasted },
        press: 'Make profile',
        busy: 'Reading your posts…',
        call: 'POST /api/voice/import',
        said: 'Nothing was imported. Please try again.',
      },
    ],
  ],
  [
    '/dashboard',
    {},
    { 'GET /api/posts': { posts: [post] } },
    [
      {
        open: 'New post',
        fill: { 'Post as @ada': 'Mine.' },
        press: 'Schedule post',
        busy: 'Scheduling…',
        call: 'POST /api/posts/own',
      },
      {
        open: chooseOfPost('Publish now…'),
        press: 'Publish now',
        busy: 'Publishing…',
        call: 'POST /api/posts/:id/publish-now',
      },
    ],
  ],
  [
    '/dashboard',
    { subscriptionStatus: 'canceled' },
    plan(ended),
    [{ press: 'Reactivate', busy: 'Opening…', call: reactivate, said: 'Failed to reactivate subscription' }],
  ],
  [
    '/dashboard',
    { subscriptionStatus: 'past_due', pastDueGraceEnd: inDays(9) },
    plan(pastDue),
    [
      {
        press: 'Update payment method',
        busy: 'Opening…',
        call: portal,
        said: 'Failed to open billing portal',
      },
    ],
  ],
  [
    '/dashboard',
    { subscriptionStatus: 'canceling' },
    plan(leaving),
    [
      {
        press: 'Resume plan',
        busy: 'Resuming…',
        call: reactivate,
        said: 'Failed to reactivate subscription',
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
  [
    '/dashboard',
    staff,
    {},
    [
      {
        open: 'Create Ad Posts',
        fill: why,
        press: 'Create Ad Posts',
        busy: 'Writing…',
        call: 'POST /api/admin/ad-posts/generate',
      },
    ],
  ],
  [
    '/admin?open=catalog',
    staff,
    { ...roles, 'GET /api/admin/stripe/catalog': { products: [], synced_at: null } },
    [
      {
        open: 'Add product',
        fill: { Name: 'Team', ...why },
        press: 'Add product',
        busy: 'Adding…',
        call: 'POST /api/admin/stripe/products',
      },
      { press: 'Sync with Stripe', busy: 'Sync with Stripe', call: 'POST /api/admin/stripe/sync' },
    ],
  ],
  [
    '/admin?open=niches',
    staff,
    {
      ...roles,
      'GET /api/admin/niches': {
        niches: [{ id: '1', name: 'Tea', slug: 'tea', is_active: true, selection_count: 3 }],
      },
    },
    [
      {
        open: 'Add niche',
        fill: { Name: 'Rye', ...why },
        press: 'Add niche',
        busy: 'Adding…',
        call: 'POST /api/admin/niches',
      },
      { open: 'Edit count', fill: why, press: 'Save', busy: 'Saving…', call: 'PUT /api/admin/niches/:id' },
      { open: 'Delete', fill: why, press: 'Delete', busy: 'Deleting…', call: 'DELETE /api/admin/niches/:id' },
    ],
  ],
  [
    '/admin?open=maintenance',
    staff,
    { ...roles, 'GET /api/maintenance/list': { windows: [planned], nextPage: null } },
    [
      {
        fill: { Starts: '2099-01-02T03:04' },
        press: 'Schedule',
        busy: 'Schedule',
        call: 'POST /api/maintenance/schedule',
      },
      {
        open: 'Cancel',
        fill: why,
        press: 'Cancel maintenance',
        busy: 'Canceling…',
        call: 'POST /api/maintenance/cancel',
      },
    ],
  ],
  [
    '/admin/customer?id=7&tab=emails',
    staff,
    { ...roles, 'GET /api/admin/users/:id/overview': { user: buildOverview() } },
    [
      { fill: { Title: 'Hello', Message: 'Us.' }, press: 'Preview', busy: 'Preview', call: letter },
      { fill: why, press: 'Send email', busy: 'Sending…', call: letter },
    ],
  ],
])(
  'at %s (%o), a button says that it waits, sends once, and says that it failed',
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
      if (said) await expectSaid(said, step.isUnquoted ? said : `request to ${press}`);
      if (!open) continue;
      fireEvent.click(await buttonOf(scope, 'Close'));
      await waitFor(() => expect(scope.isConnected).toBe(false));
    }
  },
);
