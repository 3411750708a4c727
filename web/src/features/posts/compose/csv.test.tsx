/** Imports and the export: posts that come and go as a CSV file. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { invalidate, queryClient } from '../../../api/query.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../build-post.fixture.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: inHours(24) });
const openPosts = (posts: Post[], answers: Answers = {}) =>
  openScreen('/dashboard', { answers: { 'GET /api/posts': { posts }, ...answers } });

const csv = 'time,content\n2026-11-21 09:00,Hello\n';
async function openImport(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'More about posts' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import posts…' }));
  return screen.findByRole('dialog', { name: 'Import posts' });
}
const giveFile = (text: string): Promise<void> =>
  userEvent.upload(
    screen.getByLabelText(/Choose a file/),
    new File([text], 'plan.csv', { type: 'text/csv' }),
  );

test('an import is checked before it is saved: its faults are listed by row, and nothing is scheduled', async () => {
  const fault = {
    row: 3,
    column: 'time',
    code: 'TIME_IN_PAST',
    message: 'This time is in the past.',
  } as const;
  const server = openPosts([first], {
    'POST /api/posts/import': { rows: 2, faults: [fault], refusal: null, posts: [] },
  });
  const dialog = await openImport();
  await giveFile(csv);
  const table = await within(dialog).findByRole('table');
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toBe('3timeThis time is in the past.');
  within(dialog).getByText('1 fault found. Nothing was scheduled.');
  expect(server.made('POST /api/posts/import').map(({ body }) => body)).toEqual([
    { csv, dryRun: true, twitterAccountId: '7', key: expect.any(String) },
  ]);
});

test('the file that was chosen for one account is not kept for another', async () => {
  const server = openPosts([first], {
    'POST /api/posts/import': { rows: 1, faults: [], refusal: null, posts: [] },
  });
  const dialog = await openImport();
  await giveFile(csv);
  await within(dialog).findByText('1 row is fine. Nothing is scheduled yet.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const accounts = [buildAccount({ id: '8', username: 'grace' })];
  server.answer({ 'GET /api/twitter/accounts': { accounts } });
  await act(() => invalidate('GET /api/twitter/accounts'));
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query.twitter_account_id).toBe('8'));
  await screen.findByText('The first post.');
  within(await openImport()).getByText('No file chosen');
});

test('a file without faults is saved as a whole, with the key of its check', async () => {
  const saved = buildPost({ id: '5', content: 'Hello', scheduledTime: inHours(48) });
  const answer = (body: unknown) => ({
    rows: 1,
    faults: [],
    refusal: null,
    posts: (body as { dryRun: boolean }).dryRun ? [] : [saved],
  });
  const server = openPosts([first], { 'POST /api/posts/import': ({ body }) => answer(body) });
  const dialog = await openImport();
  await giveFile(csv);
  await within(dialog).findByText('1 row is fine. Nothing is scheduled yet.');
  server.answer({ 'GET /api/posts': { posts: [first, saved] } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule 1 post' }));
  await expectToldOnce('1 post scheduled.', 'success');
  const made = server
    .made('POST /api/posts/import')
    .map(({ body }) => body as { key: string; dryRun: boolean });
  expect(made.map(({ dryRun }) => dryRun)).toEqual([true, false]);
  expect(new Set(made.map(({ key }) => key)).size).toBe(1);
  await screen.findByText('Hello');
});

test('the dialog keeps the file and shows a refusal of the whole import, or a call that fails', async () => {
  const refused = { code: 'TRIAL_POSTS_REACHED', message: 'A trial has at most 14 posts.' } as const;
  const server = openPosts([first], {
    'POST /api/posts/import': { rows: 1, faults: [], refusal: refused, posts: [] },
  });
  const dialog = await openImport();
  await giveFile(csv);
  await within(dialog).findByText(/A trial has at most 14 posts\./);
  server.answer({ 'POST /api/posts/import': refusal(500, 'INTERNAL', 'The disk is full.') });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Check again' }));
  const problem = await within(dialog).findByText('The file was not imported. The disk is full.');
  expect(problem.closest('[role="alert"]')?.textContent).toContain('Request ID request-1');
  within(dialog).getByText('plan.csv');
});

test('without a connection a check and an import wait, and a dialog that is closed sends nothing later', async () => {
  const server = openPosts([first], {
    'POST /api/posts/import': { rows: 1, faults: [], refusal: null, posts: [] },
  });
  onTestFinished(() => onlineManager.setOnline(true));
  const waitInVain = async (dialog: HTMLElement, begin: () => Promise<unknown>) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onlineManager.setOnline(false);
    await begin();
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    within(dialog).getByRole('button', { name: 'Waiting for connection' });
    vi.useRealTimers();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    onlineManager.setOnline(true);
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  };
  await waitInVain(await openImport(), () => giveFile(csv));
  expect(server.made('POST /api/posts/import')).toEqual([]);
  const dialog = await openImport();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Check again' }));
  const save = await within(dialog).findByRole('button', { name: 'Schedule 1 post' });
  await waitInVain(dialog, () => userEvent.click(save));
  const sent = server.made('POST /api/posts/import').map(({ body }) => (body as { dryRun: boolean }).dryRun);
  expect(sent).toEqual([true]);
});

test('all posts are taken along as a CSV file', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') });
  const server = openPosts([first], {
    'GET /api/posts/export': new Response(csv, { headers: { 'content-type': 'text/csv; charset=utf-8' } }),
  });
  const files: string[] = [];
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement): void {
    if (this.download) files.push(this.download);
    else click.call(this);
  };
  try {
    await userEvent.click(await screen.findByRole('button', { name: 'More about posts' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export posts' }));
    await expectToldOnce('Your posts were saved as a CSV file.', 'success');
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
  expect(files).toEqual(['drumbeat-posts-2026-11-21.csv']);
  expect(server.made('GET /api/posts/export')).toHaveLength(1);
});
