import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: inHours(24) });
const saved = buildPost({ id: '5', content: 'Much like it.', scheduledTime: inHours(48) });
const at = '2027-03-01T09:00:00.000Z';
const own = [{ id: '3', twitterAccountId: '7', content: 'What I said before.', scheduledTime: at }];
const LIKE_OWN = 'This is very similar to a post of yours. X may treat both as spam.';
const LIKE_OTHERS = 'There is a very similar post in another account. X may treat both as spam.';
const asked = (message: string, data: Record<string, unknown>) => refusal(409, 'TOO_SIMILAR', message, data);
const likeOwn = () => asked(LIKE_OWN, { own, ownCount: 1, elsewhere: false });
const likeOthers = () => asked(LIKE_OTHERS, { own: [], ownCount: 0, elsewhere: true });
const isAccepted = (body: unknown): boolean => (body as { acceptSimilar?: boolean }).acceptSimilar === true;

const open = (answers: Answers) =>
  openScreen('/dashboard', {
    user: buildUser({ timeZone: 'Asia/Kathmandu' }),
    answers: { 'GET /api/posts': { posts: [first] }, ...answers },
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function write(words: string): Promise<HTMLTextAreaElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'New post' }));
  const field = await screen.findByRole('textbox', { name: 'Post as @ada' });
  await userEvent.type(field, words);
  await press('Schedule post');
  return field as HTMLTextAreaElement;
}

test('a new post like one of their own is asked about with that post, and the second press schedules it', async () => {
  const server = open({
    'POST /api/posts/own': ({ body }) => (isAccepted(body) ? { post: saved } : likeOwn()),
  });
  await write('Much like it.');
  const alert = within(await screen.findByRole('dialog')).getByRole('alert');
  await within(alert).findByText(LIKE_OWN);
  const similar = within(alert).getByRole('list', { name: 'Similar posts' });
  expect(similar.textContent).toMatch(/^Mon 1 Mar( 2027)? 14:45What I said before\.$/);
  expect(screen.queryByText(/was not scheduled/)).toBeNull();
  await press('Schedule anyway');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [before, after] = server.made('POST /api/posts/own').map(({ body }) => body);
  expect(before).not.toHaveProperty('acceptSimilar');
  expect(after).toEqual({ ...(before as object), acceptSimilar: true });
});

test('an edit is asked about in the editor, without a toast, and saved by the second press', async () => {
  const changed = { ...first, content: 'The first post, again.' };
  const server = open({
    'PUT /api/posts/:id': ({ body }) => (isAccepted(body) ? { post: changed } : likeOwn()),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Edit post of / }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Post content' }), '{Backspace}, again.');
  await press('Save');
  const form = await screen.findByRole('form', { name: 'Edit post' });
  await within(form).findByText(LIKE_OWN);
  expect(screen.queryByText(/Failed to save post/)).toBeNull();
  server.answer({ 'GET /api/posts': { posts: [changed] } });
  await press('Save anyway');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit post' })).toBeNull());
  // Taking it back is no new text, so it needs no question.
  await press('Undo');
  await screen.findByText('Your change was undone.');
  const accepted = server.made('PUT /api/posts/:id').map(({ body }) => isAccepted(body));
  expect(accepted).toEqual([false, true, true]);
});

test('a draft is asked about in the preview, and all are scheduled by the second press', async () => {
  localStorage.setItem('generationJob:1', JSON.stringify({ jobId: 'job-1', accountId: '7' }));
  const draft = { id: '1-0', content: 'A draft.', scheduledTime: inHours(30), scheduledTimeLocal: '' };
  const status = {
    status: 'completed',
    progress: 100,
    message: '',
    result: { posts: [{ ...draft, status: 'Pending' }], isInTrial: false, daysText: '30 days' },
    error: null,
  } as CallOutput<'GET /api/posts/generation-status/:jobId'>;
  const server = open({
    'GET /api/posts/generation-status/:jobId': status,
    'POST /api/posts': ({ body }) => (isAccepted(body) ? { posts: [saved], message: '' } : likeOthers()),
  });
  const dialog = within(await screen.findByRole('dialog', { name: /^Preview Your/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule Now' }));
  await dialog.findByText(LIKE_OTHERS);
  expect(dialog.queryByText(/Nothing was lost/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule anyway' }));
  await screen.findByText('1 post is scheduled.');
  expect(server.made('POST /api/posts').map(({ body }) => isAccepted(body))).toEqual([false, true]);
});
