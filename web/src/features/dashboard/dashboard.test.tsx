import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { invalidate } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal, unanswered } from '../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { buildPost } from '../posts/build-post.fixture.ts';

const twoAccounts = buildUser({ entitlements: { ...buildUser().entitlements, accountLimit: 2 } });
const ada = buildAccount();
const grace = buildAccount({ id: '8', username: 'grace', selected: false });
const openMenu = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: /^X account/ }));

test('DASH-38 only a plan for two accounts offers another one; a full plan says so', async () => {
  const server = openScreen('/dashboard');
  await openMenu();
  await screen.findByRole('menuitem', { name: 'Send a test tweet' });
  expect(screen.queryByRole('menuitem', { name: 'Add X account' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  server.answer({ 'GET /api/user': twoAccounts });
  await act(() => invalidate('GET /api/user'));
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add X account' }));
  await screen.findByRole('dialog', { name: 'Connect Twitter/X Account' });
  await userEvent.keyboard('{Escape}');
  server.answer({ 'GET /api/twitter/accounts': { accounts: [ada, grace] } });
  await act(() => invalidate('GET /api/twitter/accounts'));
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add X account' }));
  await expectToldOnce('Account limit reached for your plan. Upgrade to add more X accounts.', 'error');
});

test('the page says so when accounts, and then posts, cannot be read', async () => {
  const server = openScreen('/dashboard', {
    answers: {
      'GET /api/twitter/accounts': refusal(403, 'FORBIDDEN', 'Not now.'),
      'GET /api/posts': refusal(403, 'FORBIDDEN', 'Not these.'),
    },
  });
  await screen.findByText('Your dashboard could not be loaded.');
  screen.getByText('Not now.');
  screen.getByText('request-1');
  server.answer({ 'GET /api/twitter/accounts': { accounts: [ada] } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('We cannot see your posts right now');
});

test('disconnecting asks first', async () => {
  const confirm = vi.fn((_words: string) => false);
  vi.stubGlobal('confirm', confirm);
  const server = openScreen('/dashboard', {
    answers: { 'POST /api/oauth/x/disconnect': { message: 'X account disconnected.' } },
  });
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Disconnect @ada' }));
  expect(confirm.mock.calls).toEqual([
    [
      'Disconnect @ada? Its scheduled posts will be on hold, and you can only connect it again after 24 hours.',
    ],
  ]);
  expect(server.made('POST /api/oauth/x/disconnect')).toEqual([]);
  confirm.mockReturnValue(true);
  server.answer({ 'GET /api/twitter/accounts': { accounts: [] } });
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Disconnect @ada' }));
  await expectToldOnce('X account disconnected.', 'success');
  await screen.findByRole('button', { name: 'Connect X' });
  expect(server.made('POST /api/oauth/x/disconnect').at(-1)).toMatchObject({
    body: { twitterAccountId: '7' },
  });
});

test('DASH-12 PUB-16 the card sends a test tweet once, and its dialog waits until it is out', async () => {
  const server = openScreen('/dashboard', {
    answers: {
      'GET /api/test-tweet': { at: '2026-11-22T09:00:00.000Z', text: 'Testing Drumbeat' },
      'POST /api/test-tweet': unanswered,
    },
  });
  const card = within(await screen.findByRole('region', { name: 'Account status' }));
  await userEvent.click(card.getByRole('button', { name: 'Send a test tweet' }));
  await screen.findByText('Testing Drumbeat');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Post it now' }));
  await expectToldOnce('Sending a test tweet to your account...', 'info');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  screen.getByRole('dialog', { name: 'Post a test tweet to @ada?' });
  expect(server.made('POST /api/test-tweet').map(({ body }) => body)).toEqual([
    { at: '2026-11-22T09:00:00.000Z' },
  ]);
});

test('DASH-17 while it is not known whether posts may be generated, nothing can be pressed; a failure can be tried again', async () => {
  const server = openScreen('/dashboard', {
    answers: {
      'POST /api/check-scheduling-eligibility': refusal(400, 'VALIDATION_FAILED', 'No such account.'),
    },
  });
  await screen.findByText('We could not check whether you can generate posts now.');
  screen.getByText('No such account.');
  screen.getByText('request-1');
  expect(screen.queryByRole('button', { name: 'Generate posts' })).toBeNull();
  server.answer({
    'POST /api/check-scheduling-eligibility': {
      canSchedule: true,
      reason: null,
      message: '',
      daysUntilNextScheduling: 0,
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Generate posts' });
});

test('DASH-17 while plan and eligibility are on their way the page keeps its outline, at most a second; then the card has no button', async () => {
  const name = 'GET /api/subscription';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = openScreen('/dashboard', {
    answers: {
      [name]: unanswered,
      'GET /api/posts': { posts: [buildPost()] },
      'POST /api/check-scheduling-eligibility': unanswered,
    },
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  // What is due at once happens, and hardly any time passes.
  for (const call of ['GET /api/posts', name] as const) while (server.made(call).length === 0) await pass(1);
  const isDrawn = () => screen.queryByRole('region', { name: 'Account status' }) !== null;
  await pass(900);
  expect(isDrawn()).toBe(false);
  screen.getByText('Loading your dashboard');
  await pass(101);
  expect(isDrawn()).toBe(true);
  screen.getByText('Checking whether you can generate…');
  expect(screen.queryByRole('button', { name: 'Generate posts' })).toBeNull();
});

test('DASH-20 POST-20 POST-21 while drafts are saved, the card says so and no post can be edited', async () => {
  localStorage.setItem('generationJob:1', JSON.stringify({ jobId: 'job-1', accountId: '7' }));
  const saved = held<CallOutput<'POST /api/posts'>>();
  const draft = {
    id: '1-0',
    content: 'A new post.',
    scheduledTime: new Date(Date.now() + 86_400_000).toISOString(),
    scheduledTimeLocal: '2026-11-22T09:00:00',
    status: 'Pending' as const,
  };
  const server = openScreen('/dashboard', {
    answers: {
      'GET /api/posts': { posts: [buildPost()] },
      'GET /api/posts/generation-status/:jobId': {
        status: 'completed',
        progress: 100,
        message: '1 post is ready',
        result: { posts: [draft], isInTrial: false, daysText: '30 days' },
        error: null,
      },
      'POST /api/posts': () => saved.promise,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Schedule Now' }));
  await screen.findByText('Scheduling your posts…');
  fireEvent.click(screen.getByRole('button', { name: /^Edit post of /, hidden: true }));
  await expectToldOnce('Please wait for posts to finish synchronizing before editing.', 'alert');
  // Until the list shows them, they are not called scheduled, and the job is not forgotten.
  const listed = held<CallOutput<'GET /api/posts'>>();
  server.answer({ 'GET /api/posts': () => listed.promise });
  await expectReadAgain(server, ['GET /api/posts'], async () =>
    saved.give({ posts: [buildPost({ id: '2' })], message: '1 post is scheduled.' }),
  );
  screen.getByText('Scheduling your posts…');
  expect(screen.queryByText('1 post is scheduled.')).toBeNull();
  expect(localStorage.getItem('generationJob:1')).not.toBeNull();
  listed.give({ posts: [buildPost({ id: '2' })] });
  await expectToldOnce('1 post is scheduled.', 'success');
  expect(screen.queryByText('Scheduling your posts…')).toBeNull();
  expect(localStorage.getItem('generationJob:1')).toBeNull();
});

test('DASH-36 NEWS-17 news are there, and asked for, while a connected person cannot schedule', async () => {
  const news = { news: [], fresh: true, fromCache: true, message: '', dailyLimitReached: false };
  const refused = {
    canSchedule: false,
    reason: 'cycle_not_elapsed' as const,
    message: 'You can generate again in 3 days.',
    daysUntilNextScheduling: 3,
  };
  const server = openScreen('/dashboard', {
    answers: { 'POST /api/check-scheduling-eligibility': refused, 'GET /api/news/summarized': news },
  });
  await screen.findByText("What's new in your niche");
  expect(server.made('GET /api/news/summarized')).toHaveLength(1);
});
