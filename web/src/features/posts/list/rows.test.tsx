/** What the panel and its rows say of each post. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import type { Answers } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../build-post.fixture.ts';

const waiting = buildPost({
  id: '1',
  content: 'It waits.',
  scheduledTime: '2026-11-23T09:00:00.000Z',
  movedFrom: '2026-11-22T09:00:00.000Z',
});
const failed = buildPost({
  id: '2',
  content: 'It failed.',
  status: 'Failed',
  scheduledTime: '2026-11-21T06:00:00.000Z',
  errorMessage: 'X refused it.',
});
const going = buildPost({
  id: '3',
  content: 'It goes out.',
  status: 'Processing',
  scheduledTime: '2026-11-21T08:00:00.000Z',
});
const out = buildPost({
  id: '4',
  content: 'It is out.',
  status: 'Posted',
  scheduledTime: '2026-11-21T05:00:00.000Z',
  tweetUrl: 'https://x.com/ada/status/1',
});
const paris = buildUser({
  timeZone: 'Europe/Paris',
  subscriptionExpiryDate: '2026-12-11T12:00:00.000Z',
});
const rowOf = async (words: string): Promise<HTMLElement> =>
  (await screen.findByText(words)).closest('tr') as HTMLElement;

function open(posts = [waiting], answers: Answers = {}, user = paris) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') });
  return openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });
}

test('the panel says when each post goes out, what became of it, and what may be done with it', async () => {
  open([waiting, failed, going, out]);
  const row = await rowOf('It goes out.');
  const textOf = async (words: string) => (await rowOf(words)).innerText;
  expect(await textOf('It waits.')).toMatch(/10:00\s+moved from tomorrow 10:00\s+Pending/);
  expect(await textOf('It failed.')).toMatch(/X refused it\.\s+07:00\s+Failed/);
  expect(await textOf('It is out.')).toMatch(/06:00\s+Posted\s+View on X/);
  const table = screen.getByRole('table', { name: 'Scheduled posts' });
  const days = within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
  expect(days).toEqual(['TodaySaturday 21 Nov', 'Monday 23 Nov']);
  const buttons = within(row).getAllByRole('button');
  expect(buttons.map(({ dataset, ariaHasPopup }) => [dataset.tip, ariaHasPopup])).toEqual([
    ['Post is still being processed. Please wait a moment before editing.', null],
    ['Post is going out right now', null],
    ['More', 'menu'],
  ]);
  const onX = screen.getByRole<HTMLAnchorElement>('link', { name: /^View on X/ });
  expect([onX.target, onX.rel]).toEqual(['_blank', 'noopener noreferrer']);
  // Only what may be moved has a handle for the pointer.
  const handles = [...document.querySelectorAll<HTMLElement>('[data-grip]')];
  expect(handles.map((handle) => handle.closest('tr')?.dataset.post)).toEqual(['2', '1']);
});

test('POST-43 without posts there is nothing to resume or to export', async () => {
  open([], { 'GET /api/twitter/accounts': { accounts: [buildAccount({ posts_paused: true })] } });
  expect(await screen.findByRole('button', { name: 'Resume posts' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'More about posts' }));
  await screen.findByRole('menuitem', { name: 'Import posts…' });
  expect(screen.queryByRole('menuitem', { name: 'Export posts' })).toBeNull();
});

test('DASH-06 a post that waits for a limit of X says so only until the limit ends', async () => {
  const held = { ...waiting, holdReason: 'rate_limited' as const };
  const accounts = [buildAccount({ limited_until: '2026-11-23T08:00:00.000Z' })];
  open([{ ...held, id: '2', content: 'Before it.', scheduledTime: '2026-11-23T07:00:00.000Z' }, held], {
    'GET /api/twitter/accounts': { accounts },
  });
  const signs = ['Before it.', 'It waits.'].map(
    async (words) => (await rowOf(words)).querySelector<HTMLElement>('[class*="_held_"]')?.dataset.tip,
  );
  expect(await Promise.all(signs)).toEqual(['Waiting: X limits how often this account may post', undefined]);
});

test('a state names its tries and its link, and a pause comes before what holds the post', async () => {
  open([
    { ...failed, retryCount: 2 },
    { ...out, tweetUrl: null },
    { ...waiting, movedFrom: null, isPaused: true, holdReason: 'subscription' },
    { ...waiting, id: '6', content: 'It is held.', movedFrom: null, holdReason: 'subscription' },
  ]);
  const stateOf = async (words: string) => (await rowOf(words)).querySelectorAll('td')[2]?.textContent;
  expect(await stateOf('It failed.')).toBe('Failed (2 retries)');
  expect(await stateOf('It is out.')).toBe('Posted');
  expect(await stateOf('It waits.')).toBe('Paused');
  expect(await stateOf('It is held.')).toBe('PendingWaiting: no active subscription');
});
