import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: inHours(24) });

const posted = buildPost({ id: '9', content: 'It is out.', status: 'Posted', scheduledTime: inHours(-1) });

const openPosts = (posts: Post[], answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });

const rowOf = async (words: string): Promise<HTMLElement> =>
  (await screen.findByText(words)).closest('tr') as HTMLElement;

async function chooseFromMenu(words: string, item: string): Promise<void> {
  const row = await rowOf(words);
  await userEvent.click(within(row).getByRole('button', { name: /^More post of / }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

const typed = (name: string): HTMLTextAreaElement => screen.getByRole('textbox', { name });

const POST_AS = 'Post as @ada';

async function openComposer(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'New post' }));
  await screen.findByRole('dialog', { name: 'New post' });
}

test('a new post takes the next free time, and the toast names it', async () => {
  const saved = buildPost({ id: '5', content: 'Words of my own.', scheduledTime: inHours(48) });
  const server = openPosts([first], { 'POST /api/posts/own': { post: saved } });
  await openComposer();
  expect(screen.queryByLabelText('Scheduled time')).toBeNull();
  server.answer({ 'GET /api/posts': { posts: [first, saved] } });
  // Enter alone is a line of the text, and sends nothing.
  await userEvent.type(typed(POST_AS), 'Words of my own. {Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  await screen.findByText(/^Post scheduled for .+\.$/);
  const [made] = server.made('POST /api/posts/own');
  expect(made?.body).toEqual({
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    content: 'Words of my own.',
    twitterAccountId: '7',
  });
  await rowOf('Words of my own.');
  await openComposer();
  expect(typed(POST_AS).value).toBe('');
});

test('COST-06 a link says what it costs and how many are left, before the post is scheduled', async () => {
  const [start, end] = [inHours(-24), inHours(24 * 30)];
  const cycles = [
    { start, end, used: 3 },
    { start: end, end: inHours(24 * 60), used: 0 },
  ];
  const server = openPosts([first], { 'GET /api/links': { limit: 4, cycles } });
  await openComposer();
  fireEvent.change(typed(POST_AS), { target: { value: 'No link yet' } });
  expect(server.made('GET /api/links')).toEqual([]);
  fireEvent.change(typed(POST_AS), { target: { value: ', now example.com' } });
  await screen.findByText(
    '1 post has a link: X bills $0.20 for it instead of $0.015, and that uses 1 of the 1 left in your plan this cycle.',
  );
  await userEvent.clear(typed(POST_AS));
  await waitFor(() => expect(screen.queryByText(/X bills/)).toBeNull());
});

test('a refused post keeps its words and its key, says why in the dialog, and a repeat mends what was saved', async () => {
  const server = openPosts([first], { 'POST /api/posts/own': refusal(500, 'INTERNAL', 'The disk is full.') });
  await openComposer();
  fireEvent.change(typed(POST_AS), { target: { value: 'My words.' } });
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  const problem = await screen.findByText('The post was not scheduled. The disk is full.');
  // It may have been saved all the same, under an id that nobody knows here.
  await waitFor(() => expect(server.made('GET /api/posts')).toHaveLength(2));
  expect(problem.closest('[role="alert"]')?.textContent).toContain('Request ID');
  // The first try was saved all the same: the same key answers with what it saved.
  const saved = buildPost({ id: '5', content: 'My words.' });
  server.answer({
    'POST /api/posts/own': { post: saved },
    'PUT /api/posts/:id': { post: { ...saved, content: 'My words, changed.' } },
  });
  await userEvent.type(typed(POST_AS), '{Backspace}, changed.');
  expect(problem.isConnected).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const keys = server.made('POST /api/posts/own').map(({ body }) => (body as { key: string }).key);
  expect(new Set(keys).size).toBe(1);
  expect(server.made('PUT /api/posts/:id').map(({ params, body }) => [params, body])).toEqual([
    [{ id: '5' }, { content: 'My words, changed.' }],
  ]);
});

test('what was typed for a new post is there again when the dialog is, until it is discarded', async () => {
  openPosts([first]);
  await openComposer();
  fireEvent.change(typed(POST_AS), { target: { value: 'Half a tho' } });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // A copy of a post is another draft.
  await chooseFromMenu('The first post.', 'Duplicate…');
  await screen.findByRole('dialog', { name: 'Duplicate post' });
  expect(typed(POST_AS).value).toBe('The first post.');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openComposer();
  expect(typed(POST_AS).value).toBe('Half a tho');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(typed(POST_AS).value).toBe('');
});

test('a copy begins with the text of its post, of a published one too', async () => {
  const copy = buildPost({ id: '6', content: 'It is out. Again.', scheduledTime: inHours(48) });
  const server = openPosts([posted], { 'POST /api/posts/:id/duplicate': { post: copy } });
  await chooseFromMenu('It is out.', 'Duplicate…');
  await screen.findByRole('dialog', { name: 'Duplicate post' });
  expect(typed(POST_AS).value).toBe('It is out.');
  await userEvent.type(typed(POST_AS), ' Again.{Meta>}{Enter}{/Meta}');
  await screen.findByText(/^Post scheduled for/);
  const [made] = server.made('POST /api/posts/:id/duplicate');
  expect(made?.params).toEqual({ id: '9' });
  expect(made?.body).toEqual({ key: expect.any(String), content: 'It is out. Again.' });
});

test('publishing now asks once, with the text that goes to X', async () => {
  const server = openPosts([first], {
    'POST /api/posts/:id/publish-now': refusal(409, 'POST_LOCKED', 'Post is still being processed.'),
  });
  await chooseFromMenu('The first post.', 'Publish now…');
  const dialog = await screen.findByRole('dialog', { name: 'Publish this post now?' });
  within(dialog).getByText('The first post.');
  within(dialog).getByText(/as @ada right away/);
  expect(server.made('POST /api/posts/:id/publish-now')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }));
  const words = 'The post was not published. Post is still being processed.';
  const problem = (await within(dialog).findByText(words)).closest('[role="alert"]');
  expect(problem?.textContent).toContain('Request ID request-1');
  // What became of the post is not known: it is read again.
  await waitFor(() =>
    expect(server.made('GET /api/posts').map(({ query }) => query.ids)).toEqual([undefined, '1']),
  );
  server.answer({ 'POST /api/posts/:id/publish-now': { post: { ...first, status: 'Processing' } } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }));
  await expectToldOnce('Your post is on its way to X.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  within(await rowOf('The first post.')).getByText('Processing');
});

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

test('an import that is refused or fails keeps its file; without faults it is saved as a whole, with the key of its check', async () => {
  const saved = buildPost({ id: '5', content: 'Hello', scheduledTime: inHours(48) });
  const answer = (body: unknown) => ({
    rows: 1,
    faults: [],
    refusal: null,
    posts: (body as { dryRun: boolean }).dryRun ? [] : [saved],
  });
  const refused = { code: 'TRIAL_POSTS_REACHED', message: 'A trial has at most 14 posts.' } as const;
  const server = openPosts([first], {
    'POST /api/posts/import': { rows: 1, faults: [], refusal: refused, posts: [] },
  });
  const dialog = await openImport();
  await giveFile(csv);
  await within(dialog).findByText(/A trial has at most 14 posts\./);
  const check = () => userEvent.click(within(dialog).getByRole('button', { name: 'Check again' }));
  server.answer({ 'POST /api/posts/import': refusal(500, 'INTERNAL', 'The disk is full.') });
  await check();
  const problem = await within(dialog).findByText('The file was not imported. The disk is full.');
  expect(problem.closest('[role="alert"]')?.textContent).toContain('Request ID request-1');
  server.answer({ 'POST /api/posts/import': ({ body }) => answer(body) });
  await check();
  await within(dialog).findByText('1 row is fine. Nothing is scheduled yet.');
  server.answer({ 'GET /api/posts': { posts: [first, saved] } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule 1 post' }));
  await expectToldOnce('1 post scheduled.', 'success');
  const made = server
    .made('POST /api/posts/import')
    .map(({ body }) => body as { key: string; dryRun: boolean });
  expect(made.map(({ dryRun }) => dryRun)).toEqual([true, true, true, false]);
  expect(new Set(made.map(({ key }) => key)).size).toBe(1);
  await screen.findByText('Hello');
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
