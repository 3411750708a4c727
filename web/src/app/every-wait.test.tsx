/** What every button that sends something does while it waits for the answer, in one table. */
import type { CallName } from '@drumbeat/contract/calls.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { buildOverview } from '../features/admin/build-overview.fixture.ts';
import { buildPost } from '../features/posts/build-post.fixture.ts';
import { buildSubscription } from '../testing/build-subscription.fixture.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { type Answers, held } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';
import { currentToasts, dismissToast } from '../ui/toasts.ts';

/** The field itself, where its form has the same name. */
async function fieldOf(scope: HTMLElement, label: string): Promise<HTMLElement> {
  const [field] = await within(scope).findAllByLabelText(label, { selector: 'input, textarea' });
  return field as HTMLElement;
}
/** By what it says to everybody: looking for roles takes half of the time of these screens. */
function buttonOf(scope: HTMLElement, name: string): Promise<HTMLButtonElement> {
  return waitFor(() => {
    const named = [...scope.querySelectorAll('button')].find(
      (button) => (button.ariaLabel ?? button.innerText.trim()) === name,
    );
    if (!named) throw new Error(`There is no button '${name}'`);
    return named;
  });
}

afterEach(() => onlineManager.setOnline(true));

type Step = {
  /** What opens the dialog that it is in; a button, or what a function presses. */
  open?: string | (() => Promise<unknown>);
  /** Pressed before it, to choose something. */
  choose?: [role: 'radio' | 'checkbox', name: RegExp];
  fill?: Record<string, string>;
  press: string;
  /** What it says meanwhile. */
  busy: string;
  call: CallName;
  /** What it says when the call fails without a word. */
  said?: string;
};

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
const voice = {
  settings: {
    language: 'en' as const,
    tone: '',
    topics: [],
    avoidedTopics: [],
    bannedWords: [],
    signOff: '',
    samples: [],
  },
  profile: null,
  proposals: [{ lesson: 'no_emoji', text: 'Use no emoji.', times: 3 }],
  rules: [],
};
const pasted = Array.from({ length: 10 }, (_, index) => `The dough took its time, batch ${index}`).join('\n');
const chooseOfPost = (item: string) => async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^More post of / }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
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
    for (const { open, choose, fill = {}, press, busy, call, said } of steps) {
      if (typeof open === 'string') fireEvent.click(await buttonOf(document.body, open));
      else await open?.();
      const scope = open ? await screen.findByRole('dialog') : document.body;
      if (choose) fireEvent.click(await within(scope).findByRole(choose[0], { name: choose[1] }));
      for (const [label, value] of Object.entries(fill))
        fireEvent.change(await fieldOf(scope, label), { target: { value } });
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

/** Fills a form, presses its button without a connection, and waits until the button says so. */
async function pressOffline(step: Omit<Step, 'busy' | 'call'>): Promise<HTMLElement> {
  const { open, choose, fill = {}, press } = step;
  if (typeof open === 'string') fireEvent.click(await buttonOf(document.body, open));
  else await open?.();
  const scope = open ? await screen.findByRole('dialog') : document.body;
  if (choose) fireEvent.click(await within(scope).findByRole(choose[0], { name: choose[1] }));
  for (const [label, value] of Object.entries(fill))
    fireEvent.change(await fieldOf(scope, label), { target: { value } });
  const button = await buttonOf(scope, press);
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onlineManager.setOnline(false);
  fireEvent.click(button);
  await waitFor(() => expect(button.ariaBusy).toBe('true'));
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  expect(await buttonOf(scope, 'Waiting for connection')).toBe(button);
  vi.useRealTimers();
  return scope;
}

const chooseFile = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'More about posts' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import posts…' }));
  const input = await screen.findByLabelText<HTMLInputElement>(/Choose a file/);
  const file = new File(['time,content'], 'posts.csv', { type: 'text/csv' });
  await userEvent.upload(input, file);
  await screen.findByText('Row 1 is odd.');
};

test.each<[path: string, answers: Answers, step: Omit<Step, 'busy'>]>([
  [
    '/dashboard',
    { 'GET /api/posts': { posts: [post] } },
    {
      open: 'New post',
      fill: { 'Post as @ada': 'Mine.' },
      press: 'Schedule post',
      call: 'POST /api/posts/own',
    },
  ],
  [
    '/dashboard',
    { 'GET /api/posts': { posts: [post] } },
    {
      open: chooseOfPost('Publish now…'),
      press: 'Publish now',
      call: 'POST /api/posts/:id/publish-now',
    },
  ],
  [
    '/voice',
    { 'GET /api/voice': voice },
    {
      open: 'Import posts',
      choose: ['radio', /Pasted posts/],
      fill: { 'Your posts': pasted },
      press: 'Make profile',
      call: 'POST /api/voice/import',
    },
  ],
  [
    '/dashboard',
    {
      'GET /api/posts': { posts: [post] },
      'POST /api/posts/import': {
        rows: 1,
        faults: [{ row: 1, column: null, code: 'CSV_MALFORMED', message: 'Row 1 is odd.' }],
        refusal: null,
        posts: [],
      } as never,
    },
    { open: chooseFile, press: 'Check again', call: 'POST /api/posts/import' },
  ],
])(
  'at %s without a connection a dialog says so, and closing it takes back what was pressed',
  async (path, answers, { call, ...step }) => {
    const server = openScreen(path, { answers });
    const scope = await pressOffline(step);
    const before = server.made(call).length;
    fireEvent.click(await buttonOf(scope, 'Close'));
    await waitFor(() => expect(scope.isConnected).toBe(false));
    onlineManager.setOnline(true);
    // What still waited would be sent now.
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(server.made(call)).toHaveLength(before);
  },
);

test.each<[path: string, answers: Answers, steps: Omit<Step, 'busy'>[]]>([
  [
    '/settings',
    {},
    [
      { fill: { Message: 'Lovely' }, press: 'Send feedback', call: 'POST /api/feedback' },
      { press: 'Create address', call: 'POST /api/posts/feed' },
    ],
  ],
  [
    '/dashboard',
    {
      'GET /api/posts': { posts: [post] },
      'POST /api/posts/bulk/pause': { posts: [], refused: [] },
    },
    [
      {
        choose: ['checkbox', /^Select post of /],
        press: 'Pause',
        call: 'POST /api/posts/bulk/pause',
      },
    ],
  ],
])(
  'at %s without a connection a button says so, and sends once there is one',
  async (path, answers, steps) => {
    const server = openScreen(path, { answers });
    for (const { call, ...step } of steps) {
      await pressOffline(step);
      expect(server.made(call)).toEqual([]);
      onlineManager.setOnline(true);
      await waitFor(() => expect(server.made(call)).toHaveLength(1));
      await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    }
  },
);
