import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildTrialUser, buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, unanswered } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { wallDayText } from '../../../ui/time/time.ts';
import { buildPost } from '../../posts/build-post.fixture.ts';

const DAY = 86_400_000;
/** Tomorrow and the two days after it, each at 09:00 UTC. */
const morning = new Date(Math.floor(Date.now() / DAY) * DAY + DAY + 9 * 3_600_000).getTime();
const at = (day: number, hours = 0) => new Date(morning + day * DAY + hours * 3_600_000).toISOString();
const draftOf = (day: number, content: string) => ({
  id: `1-${day}`,
  content,
  scheduledTime: at(day),
  scheduledTimeLocal: '',
  status: 'Pending' as const,
});
const first = draftOf(0, 'The first draft.');
const posts = [first, draftOf(1, 'The second draft.'), draftOf(2, 'The third draft.')];
const status = (isInTrial: boolean): Answers => ({
  'GET /api/posts/generation-status/:jobId': {
    status: 'completed',
    progress: 100,
    message: '',
    result: { posts, isInTrial, daysText: '30 days' },
    error: null,
  } as CallOutput<'GET /api/posts/generation-status/:jobId'>,
});

async function openPreview(answers: Answers = {}, user = buildUser()) {
  localStorage.setItem('generationJob:1', JSON.stringify({ jobId: 'job-1', accountId: '7' }));
  const server = openScreen('/dashboard', {
    user,
    answers: { ...status(false), 'POST /api/posts': unanswered, ...answers },
  });
  const dialog = within(await screen.findByRole('dialog', { name: /^Preview Your/ }));
  const post = (text: string) => within(dialog.getByText(text).closest('article') as HTMLElement);
  const tool = (text: string, verb: string) =>
    post(text).getByRole('button', { name: new RegExp(`^${verb} the post at`) });
  const saved = async () => {
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule Now' }));
    await waitFor(() => expect(server.made('POST /api/posts')).toHaveLength(1));
    const body = server.made('POST /api/posts')[0]?.body as { posts: typeof posts };
    return body.posts.map(({ content, scheduledTime }) => [scheduledTime, content]);
  };
  return { server, dialog, tool, saved };
}
const typeInto = (field: HTMLElement, words: string) => {
  fireEvent.change(field, { target: { value: words } });
};
const kept = () => Object.keys(localStorage).filter((key) => key.includes('preview:job-1'));

test('GEN-20 a trial is previewed as a 7-Day calendar, at the times of the person', async () => {
  localStorage.setItem('generationJob:1', JSON.stringify({ jobId: 'job-1', accountId: '7' }));
  openScreen('/dashboard', {
    user: buildTrialUser({ timeZone: 'Pacific/Pago_Pago' }),
    answers: status(true),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Preview Your 7-Day Content Calendar' });
  // Each as it will stand on X, at the time that it is for the person: eleven hours behind, on the day before.
  const shown = within(dialog).getAllByRole('article');
  expect(shown.map(({ ariaLabel }) => ariaLabel)).toEqual(Array(3).fill('Post at 22:00'));
  expect(shown[0]?.querySelector('header')?.textContent).toBe('A@ada22:00');
  const days = within(dialog).getAllByRole('region');
  expect(days.map((day) => [day.ariaLabel, day.querySelectorAll('article').length])).toEqual(
    [-1, 0, 1].map((day) => [wallDayText(at(day).slice(0, 10)), 1]),
  );
  within(dialog).getByText(/^3 posts, .+, 22:00, Pacific\/Pago_Pago$/);
});

test('COST-06 GEN-20 GEN-21 the Monthly calendar: a draft with a link says what X bills; Schedule Now reads Scheduling... while it is busy', async () => {
  const answer = held<CallOutput<'POST /api/posts'>>();
  const { dialog, tool } = await openPreview({
    'GET /api/links': { limit: 2, cycles: [{ start: at(-10), end: at(20), used: 1 }] },
    'POST /api/posts': () => answer.promise,
  });
  screen.getByRole('dialog', { name: 'Preview Your Monthly Content Calendar' });
  expect(dialog.queryByText(/X bills|^Link/)).toBeNull();
  await userEvent.click(tool('The first draft.', 'Edit'));
  typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'Read example.com');
  dialog.getByText('Link, $0.20');
  // As X counts it: a link is 23 characters long.
  dialog.getByText('28 / 280');
  await dialog.findByText(/^1 post has a link: X bills .+ uses 1 of the 1 left in your plan this cycle\.$/);
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule Now' }));
  expect((await dialog.findByRole('button', { name: 'Scheduling...' })).ariaBusy).toBe('true');
  answer.give({ posts: posts.map(() => buildPost()), message: '' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('GEN-07 edits and removals survive a reload, and nothing is saved or forgotten before it is scheduled', async () => {
  let { dialog, tool } = await openPreview();
  await userEvent.click(tool('The first draft.', 'Edit'));
  typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'My own words.');
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(document.activeElement).toBe(tool('My own words.', 'Edit')));
  await userEvent.click(tool('The third draft.', 'Remove'));

  document.body.innerHTML = '';
  const after = await openPreview({
    'POST /api/posts': { posts: [buildPost(), buildPost({ id: '5' })], message: '' },
  });
  ({ dialog, tool } = after);
  dialog.getByText('My own words.');
  expect(dialog.queryByText('The third draft.')).toBeNull();
  dialog.getByRole('button', { name: 'Undo removal (1)' });
  dialog.getByText('Your edits are still here.');
  expect(after.server.made('POST /api/posts')).toEqual([]);
  expect(await after.saved()).toEqual([
    [at(0), 'My own words.'],
    [at(1), 'The second draft.'],
  ]);
  await waitFor(() => expect(kept()).toEqual([]));
  await expectToldOnce('2 posts are scheduled.', 'success');
});

test('drafts are discarded only after a question', async () => {
  const { dialog, tool } = await openPreview();
  await userEvent.click(tool('The first draft.', 'Remove'));
  await userEvent.click(tool('The second draft.', 'Remove'));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  const ask = async () => userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await ask();
  const question = within(await screen.findByRole('dialog', { name: 'Discard these posts?' }));
  question.getByText(/^1 draft will be lost/);
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(kept()).toHaveLength(1);
  await ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard posts' }));
  await waitFor(() => expect(kept()).toEqual([]));
});

test('a post is moved to another time, and scheduled there', async () => {
  const { dialog, tool, saved } = await openPreview();
  await userEvent.click(tool('The first draft.', 'Move'));
  const field = dialog.getByLabelText('New time') as HTMLInputElement;
  expect(field.value).toBe(at(0).slice(0, 16));
  const set = async (iso: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, iso.slice(0, 16));
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  };
  await set(at(1));
  expect(dialog.getByRole('alert').textContent).toBe(
    'Another post goes out at that time. Choose another one.',
  );
  await set(at(1, 3));
  await waitFor(() => expect(dialog.queryByLabelText('New time')).toBeNull());
  expect((await saved()).sort()).toEqual([
    [at(1), 'The second draft.'],
    [at(1, 3), 'The first draft.'],
    [at(2), 'The third draft.'],
  ]);
});

test('a post is replaced by a removed one, which takes its place in the bin; or by other words', async () => {
  const { dialog, tool, saved } = await openPreview();
  await userEvent.click(tool('The second draft.', 'Remove'));
  await userEvent.click(tool('The third draft.', 'Remove'));
  await userEvent.click(tool('The first draft.', 'Replace'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Write another post' }));
  expect(dialog.getByRole('textbox', { name: 'Post content' })).toHaveProperty('value', '');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(tool('The first draft.', 'Replace'));
  await screen.findByText('Use a removed post');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'The third draft.' }));
  await dialog.findByText('The third draft.');
  expect(dialog.queryByText('The first draft.')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Undo removal (2)' }));
  await dialog.findByText('The first draft.');
  await userEvent.click(dialog.getByRole('button', { name: 'Undo removal (1)' }));

  await userEvent.click(tool('The second draft.', 'Replace'));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Post content' }), {
    target: { value: 'Instead of the second.' },
  });
  expect(await saved()).toEqual([
    [at(0), 'The third draft.'],
    [at(1), 'Instead of the second.'],
    [at(2), 'The first draft.'],
  ]);
});

test('POST-28 an empty post is marked, and the message leads to it', async () => {
  const { dialog, tool } = await openPreview();
  await userEvent.click(tool('The second draft.', 'Edit'));
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Post content' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  dialog.getByText('Empty');
  expect(dialog.queryByText('Too long')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'One post is empty.' }));
  const field = dialog.getByRole('textbox', { name: 'Post content' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(field, { target: { value: 'x'.repeat(281) } });
  dialog.getByText('Too long');
  dialog.getByRole('button', { name: 'One post is too long.' });
  expect(dialog.getByRole('button', { name: 'Schedule Now' })).toHaveProperty('disabled', true);
});

test('VOICE-06 each draft says how near it is to the account’s own posts, and all of them together, quietly', async () => {
  const near = (score: number, ...reasons: string[]) => ({ score, reasons });
  const judged = { ...first, nearness: near(41, 'You never use exclamation marks') };
  const result = { posts: [judged, ...posts.slice(1)], isInTrial: false, daysText: '30 days' };
  const { server, dialog, tool } = await openPreview({
    'GET /api/posts/generation-status/:jobId': {
      status: 'completed',
      progress: 100,
      message: '',
      result,
      error: null,
    },
    'POST /api/voice/nearness': ({ body: { texts } }) => ({
      texts: texts.map((text) => near(text === 'My own words.' ? 97 : 50)),
      set: near(73),
    }),
  });
  const reason = dialog.getByText('You never use exclamation marks');
  expect(reason.checkVisibility()).toBe(false);
  await userEvent.click(dialog.getByText('41% like you'));
  expect(reason.checkVisibility()).toBe(true);
  await dialog.findByText('Together 73% like you');
  // Those that the job did not judge.
  expect(dialog.getAllByText('50% like you')).toHaveLength(2);
  await userEvent.click(tool('The first draft.', 'Edit'));
  expect(dialog.queryByText('41% like you')).toBeNull();
  typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'My own words.');
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await dialog.findByText('97% like you');
  expect(server.made('POST /api/voice/nearness').at(-1)?.body).toEqual({
    twitterAccountId: '7',
    texts: ['My own words.', 'The second draft.', 'The third draft.'],
  });
});
