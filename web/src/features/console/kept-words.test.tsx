import type { CallName } from '@drumbeat/contract/calls.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beginSession, endSession } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildEvent, post } from '../admin/customer/open-customer.fixture.ts';

const admin = buildUser({ roles: ['admin'], twoFactorEnabled: true });
const niche = { id: '1', name: 'Coffee', slug: 'coffee', is_active: true, selection_count: 7 };
const overview = {
  id: '7',
  email: 'j***@people.example',
  email_verified: true,
  time_zone: 'Europe/Paris',
  created_at: '2026-01-02T03:04:00.000Z',
  updated_at: '2026-01-02T03:04:00.000Z',
  roles: [],
  all_accounts_paused: false,
  last_scheduling_cycle: null,
  trial_start: null,
  trial_end: null,
  subscription_current_period_end: null,
  post_generation_period_end: null,
  entitlements: admin.entitlements,
};
const charges = { post: 0, post_with_link: 0, post_read: 0, profile_read: 0, model: 0, total: 0 };
const credits = {
  balance_micros: null,
  recorded_at: null,
  days_left: null,
  next_30_days_micros: 0,
  alarm_days: 7,
  is_low: false,
  counted_at: null,
};
const open = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    user: admin,
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      'GET /api/admin/niches': { niches: [niche] },
      'GET /api/admin/stripe/catalog': {
        products: [{ id: 'prod_pro', name: 'Pro', description: '', active: true, prices: [] }],
        synced_at: null,
      },
      'GET /api/admin/users/:id/overview': ({ params }: { params: Record<string, string> }) =>
        ({ user: { ...overview, id: params.id } }) as never,
      'GET /api/admin/costs': { days: 30, tiers: [], charges, credits, at: '2026-01-02T03:04:00.000Z' },
      'GET /api/admin/users/:id/timeline': { events: [], next: null },
      'GET /api/admin/users/:id/twitter-accounts': { accounts: [] },
      'GET /api/admin/users/:id/emails': { emails: [], nextPage: null },
      ...answers,
    },
  });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
/** Puts all words in at once, which is quicker than key by key. */
async function replace(label: string, words: string): Promise<void> {
  fireEvent.change(await field(label), { target: { value: words } });
}
/** The session ends while the person is away, and they come back. */
async function comeBack(): Promise<void> {
  act(() => endSession('expired'));
  await screen.findByLabelText('Email');
  act(() => beginSession({ token: 'fresh', user: admin } as never));
}

test('after an ended session the same page opens, and a dialog has the reason that was typed, until it is canceled', async () => {
  const pause: CallName = 'POST /api/admin/users/:id/pause-posts';
  const server = open('/admin/customer?id=7', { [pause]: refusal(401, 'UNAUTHENTICATED', 'x') });
  await press('Pause posts');
  await replace('Reason', 'They asked');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause posts' }),
  );
  await screen.findByText('Your session has ended. Please sign in again.');
  server.answer({
    'POST /api/auth/signin': { token: 'fresh', user: admin },
    [pause]: { message: 'Posts paused.', change_id: null },
  });
  await userEvent.type(await screen.findByLabelText('Email'), admin.email);
  await userEvent.type(screen.getByLabelText('Password'), 'Rhythm-2026');
  await press('Sign In');
  await press('Pause posts');
  expect(server.router.state.location).toMatchObject({ pathname: '/admin/customer', search: '?id=7' });
  expect(await field('Reason')).toHaveProperty('value', 'They asked');

  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Pause posts');
  expect(await field('Reason')).toHaveProperty('value', '');
});

test('a reason is kept for its own dialog and customer, and is gone once it was used', async () => {
  const done = { message: 'Done.', change_id: null };
  const server = open('/admin/customer?id=7', { 'POST /api/admin/users/:id/pause-posts': done });
  await press('Pause posts');
  await replace('Reason', 'They asked');
  await comeBack();
  await press('Grant Generate Now');
  expect(await field('Reason')).toHaveProperty('value', '');
  await press('Cancel');
  await act(() => server.router.navigate('/admin/customer?id=8'));
  await waitFor(() =>
    expect(server.made('GET /api/admin/users/:id/overview').at(-1)?.params).toEqual({ id: '8' }),
  );
  await press('Pause posts');
  expect(await field('Reason')).toHaveProperty('value', '');
  await press('Cancel');
  await act(() => server.router.navigate('/admin/customer?id=7'));
  await press('Pause posts');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause posts' }),
  );
  await screen.findByText('Done.');
  expect(server.made('POST /api/admin/users/:id/pause-posts')).toMatchObject([
    { params: { id: '7' }, body: { reason: 'They asked' } },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Pause posts');
  expect(await field('Reason')).toHaveProperty('value', '');
});

test('a reason is kept for the one post that it was given for', async () => {
  open('/admin/customer?id=7&tab=posts', {
    'GET /api/admin/users/:id/posts': { posts: [post('1', 'Pending'), post('2', 'Pending')], nextPage: null },
    'GET /api/admin/users/:id/timeline': {
      events: [
        buildEvent({ id: 'audit:8', action: 'posts.paused_by_staff', change_id: '8' }),
        buildEvent({ id: 'audit:9', action: 'posts.resumed_by_staff', change_id: '9' }),
      ],
      next: null,
    },
  });
  await press('Delete: Post 1');
  await replace('Reason', 'They asked');
  await comeBack();
  await press('Delete: Post 2');
  expect(await field('Reason')).toHaveProperty('value', '');
  await press('Cancel');
  await press('Delete: Post 1');
  expect(await field('Reason')).toHaveProperty('value', 'They asked');
  await press('Cancel');
  // And for the one change that is undone.
  await press('Undo: Posts paused');
  await replace('Reason', 'It was theirs');
  await comeBack();
  await press('Undo: Posts resumed');
  expect(await field('Reason')).toHaveProperty('value', '');
  await press('Cancel');
  await press('Undo: Posts paused');
  expect(await field('Reason')).toHaveProperty('value', 'It was theirs');
});

test.each([
  ['/admin?open=catalog', 'Add product', { Name: 'Team', 'Description (optional)': 'For many' }],
  ['/admin?open=catalog', 'Add price', { 'Amount in cents': '1900', 'Trial days (optional)': '7' }],
  ['/admin?open=niches', 'Add niche', { Name: 'Tea', 'Slug (optional)': 'green-tea' }],
  ['/admin?open=niches', 'Edit count', { 'Selection count': '42' }],
  ['/admin?open=costs', 'Record balance', { 'Balance in dollars': '12' }],
])('%s, "%s": every field outlives an ended session, but not a cancel', async (path, button, words) => {
  open(path);
  await press(button);
  const before = new Map<string, string>();
  for (const [label, text] of Object.entries({ ...words, Reason: 'Many asked' })) {
    before.set(label, (await field(label)).value);
    await replace(label, text);
  }
  await comeBack();
  await press(button);
  for (const [label, text] of Object.entries({ ...words, Reason: 'Many asked' }))
    expect(await field(label)).toHaveProperty('value', text);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(button);
  for (const [label, text] of before) expect(await field(label)).toHaveProperty('value', text);
});

test('a letter to a customer outlives an ended session with its key, and is gone once it is sent', async () => {
  const send: CallName = 'POST /api/admin/users/:id/send-email';
  const server = open('/admin/customer?id=7&tab=emails', { [send]: new Response('', { status: 500 }) });
  const words = { Title: 'Hello', Message: 'We are here.', Reason: 'They asked' };
  for (const [label, text] of Object.entries(words)) await replace(label, text);
  await press('Send email');
  await waitFor(() => expect(server.made(send)).toHaveLength(1));
  await comeBack();
  for (const [label, text] of Object.entries(words))
    await waitFor(async () => expect(await field(label)).toHaveProperty('value', text));
  server.answer({ [send]: { message: 'The email is on its way.', email_id: '9', content: null } as never });
  await press('Send email');
  await screen.findByText('The email is on its way.');
  const [first, second] = server.made(send).map(({ body }) => body);
  expect(second).toEqual(first);
  await comeBack();
  for (const label of Object.keys(words)) expect(await field(label)).toHaveProperty('value', '');
});
