import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildTrialUser, buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, unanswered } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { wallDayText } from '../../ui/time/time.ts';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { buildPost } from '../posts/build-post.fixture.ts';

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
const typeInto = async (field: HTMLElement, words: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, words);
};
const kept = () => Object.keys(localStorage).filter((key) => key.includes('preview:job-1'));

test('GEN-20 the title is by the plan: 7-Day in trial, Monthly otherwise', async () => {
  localStorage.setItem('generationJob:1', JSON.stringify({ jobId: 'job-1', accountId: '7' }));
  openScreen('/dashboard', {
    user: buildTrialUser({ timeZone: 'Pacific/Pago_Pago' }),
    answers: status(true),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Preview Your 7-Day Content Calendar' });
  expect(within(dialog).getByRole('heading', { level: 2 }).textContent.trim()).toBe(
    'Preview Your 7-Day Content Calendar',
  );
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

test('GEN-20 the title is Monthly outside a trial', async () => {
  await openPreview();
  screen.getByRole('dialog', { name: 'Preview Your Monthly Content Calendar' });
});

test('COST-06 drafts with a link say what X bills, and the line beside the button how many are left', async () => {
  const cycles = [
    { start: at(-10), end: at(20), used: 1 },
    { start: at(20), end: at(50), used: 0 },
  ];
  const { dialog, tool } = await openPreview({ 'GET /api/links': { limit: 2, cycles } });
  expect(dialog.queryByText(/X bills|^Link/)).toBeNull();
  await userEvent.click(tool('The first draft.', 'Edit'));
  await typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'Read example.com');
  dialog.getByText('Link, $0.20');
  // As X counts it: a link is 23 characters long.
  dialog.getByText('28 / 280');
  await dialog.findByText(
    '1 post has a link: X bills $0.20 for it instead of $0.015, and that uses 1 of the 1 left in your plan this cycle.',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await userEvent.click(tool('The second draft.', 'Edit'));
  await typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'And b.example.com');
  await dialog.findByText(/^2 posts have a link: .+ that is more than your plan has left: 1 of 2\.$/);
});

test('GEN-21 Schedule Now reads Scheduling... while it is busy', async () => {
  const answer = held<CallOutput<'POST /api/posts'>>();
  const { dialog } = await openPreview({ 'POST /api/posts': () => answer.promise });
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule Now' }));
  expect((await dialog.findByRole('button', { name: 'Scheduling...' })).ariaBusy).toBe('true');
  answer.give({ posts: posts.map(() => buildPost()), message: '' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('edits, moves and removals survive a reload, and are forgotten once scheduled', async () => {
  let { dialog, tool } = await openPreview();
  await userEvent.click(tool('The first draft.', 'Edit'));
  await typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'My own words.');
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
  expect(await after.saved()).toEqual([
    [at(0), 'My own words.'],
    [at(1), 'The second draft.'],
  ]);
  await waitFor(() => expect(kept()).toEqual([]));
  await expectToldOnce('2 posts are scheduled.', 'success');
});

test('Start over takes kept edits back; discarding forgets them', async () => {
  const { tool } = await openPreview();
  await userEvent.click(tool('The first draft.', 'Remove'));
  expect(kept()).toHaveLength(1);
  document.body.innerHTML = '';
  const after = await openPreview();
  await userEvent.click(after.dialog.getByRole('button', { name: 'Start over' }));
  await after.dialog.findByText('The first draft.');
  expect(kept()).toEqual([]);
  await userEvent.click(after.tool('The first draft.', 'Remove'));
  await userEvent.click(after.tool('The second draft.', 'Remove'));
  await userEvent.click(after.dialog.getByRole('button', { name: 'Cancel' }));
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

test('a preview without posts has nothing to schedule, until one is brought back', async () => {
  const { dialog, tool } = await openPreview();
  for (const { content } of posts) await userEvent.click(tool(content, 'Remove'));
  const line = dialog.getByText('There is nothing left to schedule.');
  expect([line.role, line.querySelector('button')]).toEqual(['status', null]);
  // Each day keeps its place.
  expect(dialog.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  expect(dialog.getByRole('button', { name: 'Schedule Now' })).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getByRole('button', { name: 'Undo removal (3)' }));
  // The last one that was removed, on its day.
  expect(dialog.getAllByRole('article').map((post) => post.querySelector('p')?.textContent)).toEqual([
    'The third draft.',
  ]);
  expect(dialog.getByRole('button', { name: 'Schedule Now' })).toHaveProperty('disabled', false);
});

test('while posts are being scheduled, nothing of them can be changed', async () => {
  const { dialog, tool } = await openPreview({ 'POST /api/posts': unanswered });
  const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled;
  dialog.getByText(/^3 posts, /);
  await userEvent.click(tool('The third draft.', 'Remove'));
  dialog.getByText(/^2 posts, /);
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule Now' }));
  const [undo, cancel] = ['Undo removal (1)', 'Cancel'].map((name) => dialog.getByRole('button', { name }));
  const buttons = [undo as HTMLElement, cancel as HTMLElement, tool('The first draft.', 'Remove')];
  await waitFor(() => expect(buttons.map(isDisabled)).toEqual([true, true, true]));
  const others = ['Edit', 'Move', 'Replace'].map((verb) => tool('The first draft.', verb));
  expect([...others, dialog.getByRole('button', { name: 'Close' })].map(isDisabled)).not.toContain(false);
  await userEvent.keyboard('{Escape}');
  dialog.getByText('The first draft.');
});

test('a post is moved to another time, and scheduled there', async () => {
  const { dialog, tool, saved } = await openPreview();
  await userEvent.click(tool('The first draft.', 'Move'));
  const form = dialog.getByLabelText('New time').closest('form') as HTMLElement;
  await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
  expect(dialog.queryByLabelText('New time')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(tool('The first draft.', 'Move')));
  await userEvent.click(tool('The first draft.', 'Move'));
  await userEvent.keyboard('{Escape}');
  expect(dialog.queryByLabelText('New time')).toBeNull();
  await userEvent.click(tool('The first draft.', 'Move'));
  const field = dialog.getByLabelText('New time') as HTMLInputElement;
  expect(field.value).toBe(at(0).slice(0, 16));
  expect(Math.abs(Date.parse(`${field.min}Z`) - Date.now())).toBeLessThan(120_000);
  expect(Date.parse(field.max)).toBeGreaterThan(Date.parse(field.min));
  const set = async (iso: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, iso.slice(0, 16));
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  };
  await set(at(1));
  expect(dialog.getByRole('alert').textContent).toBe(
    'Another post goes out at that time. Choose another one.',
  );
  expect(field.ariaInvalid).toBe('true');
  expect(field.ariaDescribedByElements).toEqual([dialog.getByRole('alert')]);
  fireEvent.change(field, { target: { value: '2020-01-01T09:00' } });
  expect(dialog.queryByRole('alert')).toBeNull();
  await set('2020-01-01T09:00');
  expect(dialog.getByRole('alert').textContent).not.toBe('');
  await set(at(1, 3));
  await waitFor(() => expect(dialog.queryByLabelText('New time')).toBeNull());
  expect((await saved()).sort()).toEqual([
    [at(1), 'The second draft.'],
    [at(1, 3), 'The first draft.'],
    [at(2), 'The third draft.'],
  ]);
});

test('a draft is moved by the clock of the person, up to the end of their schedule', async () => {
  const user = buildUser({ timeZone: 'Pacific/Pago_Pago', subscriptionExpiryDate: at(20) });
  const { dialog, tool, saved } = await openPreview({}, user);
  await userEvent.click(tool('The first draft.', 'Move'));
  const field = dialog.getByLabelText<HTMLInputElement>('New time');
  // At 09:00 UTC it is 22:00 of the day before there.
  expect([field.value, field.max].map((time) => time.slice(10))).toEqual(['T22:00', 'T22:00']);
  expect([field.value, field.max].map((time) => time.slice(0, 10))).toEqual([
    at(-1).slice(0, 10),
    at(19).slice(0, 10),
  ]);
  const now = Date.parse(`${field.min}Z`) + 11 * 3_600_000;
  expect(Math.abs(now - Date.now())).toBeLessThan(120_000);
  fireEvent.change(field, { target: { value: `${at(1).slice(0, 10)}T00:00` } });
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(await saved()).toEqual([
    [at(1), 'The second draft.'],
    [at(1, 2), 'The first draft.'],
    [at(2), 'The third draft.'],
  ]);
});

test('a day takes no more than the plan has a day', async () => {
  const user = buildUser({ entitlements: { ...buildUser().entitlements, postsPerDay: 1 } });
  const { dialog, tool } = await openPreview({}, user);
  await userEvent.click(tool('The first draft.', 'Move'));
  fireEvent.change(dialog.getByLabelText('New time'), { target: { value: at(1, 3).slice(0, 16) } });
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(dialog.getByRole('alert').textContent).toBe(
    'That day already has 1 post, the most your plan allows. Choose another day.',
  );
});

test.each([
  ['one', 1],
  ['three', 3],
])('in trial a day takes two posts or as many as the plan has, here %s a day', async (_, postsPerDay) => {
  const user = buildTrialUser({ entitlements: { ...buildUser().entitlements, postsPerDay } });
  const { dialog, tool } = await openPreview({}, user);
  const move = async (text: string, to: string) => {
    await userEvent.click(tool(text, 'Move'));
    fireEvent.change(dialog.getByLabelText('New time'), { target: { value: to.slice(0, 16) } });
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  };
  // To another day, where its row is drawn anew, and within it.
  for (const to of [at(1, 3), at(1, 4)]) {
    await move('The first draft.', to);
    await waitFor(() => expect(dialog.queryByLabelText('New time')).toBeNull());
  }
  await waitFor(() => expect(document.activeElement).toBe(tool('The first draft.', 'Move')));
  await move('The third draft.', at(1, 5));
  expect(dialog.queryByRole('alert')?.textContent).toBe(
    postsPerDay === 1
      ? 'That day already has 2 posts, the most your plan allows. Choose another day.'
      : undefined,
  );
});

test('a draft that is moved keeps the focus on another day, also where the first day goes with it', async () => {
  const { dialog, tool } = await openPreview();
  const move = async (text: string, to: string) => {
    await userEvent.click(tool(text, 'Move'));
    fireEvent.change(dialog.getByLabelText('New time'), { target: { value: to.slice(0, 16) } });
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(dialog.queryByLabelText('New time')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(tool(text, 'Move')));
  };
  await move('The second draft.', at(2, 3));
  await move('The first draft.', at(1));
});

test('an edit stays open where the move of another draft takes the first day away, and can still be taken back', async () => {
  const { dialog, tool } = await openPreview();
  await userEvent.click(tool('The third draft.', 'Edit'));
  await typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'Half a sen');
  await userEvent.click(tool('The first draft.', 'Move'));
  const time = dialog.getByLabelText('New time');
  fireEvent.change(time, { target: { value: at(1, 3).slice(0, 16) } });
  await userEvent.click(within(time.closest('form') as HTMLElement).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(dialog.queryByLabelText('New time')).toBeNull());
  expect(dialog.getAllByRole('region')).toHaveLength(2);
  const words = dialog.getByRole('textbox', { name: 'Post content' });
  expect(words).toHaveProperty('value', 'Half a sen');
  await waitFor(() => expect(document.activeElement).toBe(tool('The first draft.', 'Move')));
  await userEvent.type(words, '{Escape}');
  dialog.getByText('The third draft.');
  expect(dialog.queryByRole('textbox')).toBeNull();
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
  const field = dialog.getByRole('textbox', { name: 'Post content' });
  expect(field.textContent).toBe('');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(tool('The second draft.', 'Replace'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Post content' }), 'Instead of the second.');
  expect(await saved()).toEqual([
    [at(0), 'The third draft.'],
    [at(1), 'Instead of the second.'],
    [at(2), 'The first draft.'],
  ]);
});

test('Done and Cancel are words, and nothing removes a post while it is edited', async () => {
  const { dialog, tool } = await openPreview();
  await userEvent.click(tool('The first draft.', 'Edit'));
  const field = dialog.getByRole('textbox', { name: 'Post content' }) as HTMLTextAreaElement;
  expect(document.activeElement).toBe(field);
  expect(field.selectionStart).toBe('The first draft.'.length);
  const article = within(field.closest('article') as HTMLElement);
  expect(article.getAllByRole('button').map((button) => button.textContent)).toEqual([
    expect.stringContaining('Write again'),
    'Cancel',
    'Done',
  ]);
  await typeInto(field, 'Never mind');
  await userEvent.click(article.getByRole('button', { name: 'Cancel' }));
  await dialog.findByText('The first draft.');
  await waitFor(() => expect(document.activeElement).toBe(tool('The first draft.', 'Edit')));
});

test('of two drafts that are edited at once each can still be taken back', async () => {
  const { dialog, tool, saved } = await openPreview();
  for (const text of ['The first draft.', 'The second draft.']) await userEvent.click(tool(text, 'Edit'));
  const fields = dialog.getAllByRole('textbox');
  expect(fields.map((field) => (field as HTMLTextAreaElement).value)).toEqual([
    'The first draft.',
    'The second draft.',
  ]);
  for (const field of fields) await typeInto(field, 'Half a thought');
  for (const cancel of dialog.getAllByRole('button', { name: 'Cancel' }).slice(0, 2))
    await userEvent.click(cancel);
  expect((await saved()).map(([, text]) => text)).toEqual(posts.map(({ content }) => content));
});

test('a draft of an account that is no longer connected can be edited, but not written again', async () => {
  const others = { accounts: [buildAccount({ id: '8' })] };
  const { dialog, tool } = await openPreview({ 'GET /api/twitter/accounts': others });
  await userEvent.click(tool('The first draft.', 'Edit'));
  const field = dialog.getByRole('textbox', { name: 'Post content' });
  const article = within(field.closest('article') as HTMLElement);
  const buttons = article.getAllByRole('button').map((button) => button.textContent);
  expect(buttons).toEqual(['Cancel', 'Done']);
});

test('Ctrl with Enter ends an edit, and Escape takes it back; a press beside the preview closes nothing', async () => {
  const { dialog, tool } = await openPreview();
  const edit = async (words: string, keys: string) => {
    await userEvent.click(tool('The first draft.', 'Edit'));
    const field = dialog.getByRole('textbox', { name: 'Post content' });
    await typeInto(field, words);
    await userEvent.keyboard(keys);
    await waitFor(() => expect(field.isConnected).toBe(false));
  };
  await edit('Never mind.', '{Escape}');
  dialog.getByText('The first draft.');
  await userEvent.click(document.querySelector('[class*="Modal-overlay"]') as Element);
  await edit('My own words.', '{Control>}{Enter}{/Control}');
  dialog.getByText('My own words.');
  await userEvent.click(tool('The second draft.', 'Edit'));
  await userEvent.keyboard('!{Meta>}{Enter}{/Meta}');
  await waitFor(() => expect(dialog.queryByRole('textbox', { name: 'Post content' })).toBeNull());
  dialog.getByText('The second draft.!');
});

test('POST-28 an empty post is marked, and what is said of it leads to it', async () => {
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
  // Also while its field is open.
  await userEvent.click(dialog.getByRole('button', { name: 'One post is too long.' }));
  expect(document.activeElement).toBe(field);
});

test('VOICE-06 each draft says how near it is to the account’s own posts, and all of them together, quietly', async () => {
  const near = (score: number, ...reasons: string[]) => ({ score, reasons });
  const judged = posts.map((draft, at) => ({
    ...draft,
    // The last one was not judged by the job.
    ...(at < 2 && { nearness: at === 0 ? near(41, 'You never use exclamation marks') : near(90) }),
  }));
  const result = { posts: judged, isInTrial: false, daysText: '30 days' };
  const later = held<void>();
  const { server, dialog, tool } = await openPreview({
    'GET /api/posts/generation-status/:jobId': {
      status: 'completed',
      progress: 100,
      message: '',
      result,
      error: null,
    },
    'POST /api/voice/nearness': async ({ body: { texts } }) => {
      if (texts.includes('My own words.')) await later.promise;
      return {
        texts: texts.map((text) => (text === 'My own words.' ? near(97) : near(50))),
        set: near(73, 'These posts are all about the same length; yours vary, from 40 to 200 characters'),
      };
    },
  });
  expect(dialog.getAllByText('90% like you')).toHaveLength(1);
  const reason = dialog.getByText('You never use exclamation marks');
  expect(reason.checkVisibility()).toBe(false);
  await userEvent.click(dialog.getByText('41% like you'));
  expect(reason.checkVisibility()).toBe(true);
  await dialog.findByText('Together 73% like you');
  expect(dialog.getAllByText('50% like you')).toHaveLength(1);
  await userEvent.click(tool('The first draft.', 'Edit'));
  expect(dialog.queryByText('41% like you')).toBeNull();
  await typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'My own words.');
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  // Until that is known, the score of all of them stays.
  await waitFor(() => expect(server.made('POST /api/voice/nearness').length).toBeGreaterThan(1));
  dialog.getByText('Together 73% like you');
  expect(dialog.queryByText('97% like you')).toBeNull();
  later.give();
  await dialog.findByText('97% like you');
  expect(server.made('POST /api/voice/nearness').at(-1)?.body).toEqual({
    twitterAccountId: '7',
    texts: ['My own words.', 'The second draft.', 'The third draft.'],
  });
});

test('VOICE-06 without a profile nothing is said and nothing is asked', async () => {
  const { server, dialog } = await openPreview();
  expect(dialog.queryByText(/like you$/)).toBeNull();
  expect(server.names()).not.toContain('POST /api/voice/nearness');
});

test('FACT-20 a draft names what supports its figures, and no longer one that was written away', async () => {
  const source = { claim: '$19', sourceId: 'fact:1', label: 'Pro costs $19 a month', url: null };
  const supported = { ...draftOf(0, 'Pro is $19.'), sources: [source] };
  const { dialog, tool } = await openPreview({
    'GET /api/posts/generation-status/:jobId': {
      status: 'completed',
      progress: 100,
      message: '',
      result: { posts: [supported, ...posts.slice(1)], isInTrial: false, daysText: '30 days' },
      error: null,
    },
  });
  const named = dialog.getAllByRole('region', { name: 'Supported by' });
  expect(named.map(({ textContent }) => textContent)).toEqual(['Supported by:$19 – Pro costs $19 a month']);
  await userEvent.click(tool('Pro is $19.', 'Edit'));
  await typeInto(dialog.getByRole('textbox', { name: 'Post content' }), 'Pro is cheap.');
  await waitFor(() => expect(dialog.queryByRole('region', { name: 'Supported by' })).toBeNull());
});

test('FACT-20 what supports a draft is named after a reload as well, also of words written anew', async () => {
  const source = (claim: string, label: string) => ({ claim, label, sourceId: 'fact:1', url: null });
  const supported = { ...draftOf(0, 'Pro is $19.'), sources: [source('$19', 'Pro costs $19 a month')] };
  const answers: Answers = {
    'GET /api/posts/generation-status/:jobId': {
      status: 'completed',
      progress: 100,
      message: '',
      result: { posts: [supported, ...posts.slice(1)], isInTrial: false, daysText: '30 days' },
      error: null,
    },
    'POST /api/posts/rewrite': { text: 'Basic is $9.', sources: [source('$9', 'Basic costs $9')] },
  };
  const { dialog, tool } = await openPreview(answers);
  await userEvent.click(tool('The second draft.', 'Edit'));
  await userEvent.click(dialog.getByRole('button', { name: 'Write again' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Shorter' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await dialog.findByText('Basic is $9.');
  document.body.innerHTML = '';
  const after = await openPreview(answers);
  after.dialog.getByText('Your edits are still here.');
  const named = after.dialog.getAllByRole('region', { name: 'Supported by' });
  expect(named.map(({ textContent }) => textContent)).toEqual([
    'Supported by:$19 – Pro costs $19 a month',
    'Supported by:$9 – Basic costs $9',
  ]);
});

test('GEN-71 a draft is made shorter in the preview, taken back, and scheduled as it is shown', async () => {
  const source = { claim: 'first', sourceId: 'fact:1', label: 'It was the first', url: null };
  const answer = held<CallOutput<'POST /api/posts/rewrite'>>();
  const { server, dialog, tool, saved } = await openPreview({
    'POST /api/posts/rewrite': () => answer.promise,
  });
  await userEvent.click(tool('The first draft.', 'Edit'));
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Post content' });
  await userEvent.click(dialog.getByRole('button', { name: 'Write again' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Shorter' }));
  await waitFor(() => expect(field.readOnly).toBe(true));
  answer.give({ text: 'The first.', sources: [source] });
  await userEvent.click(await dialog.findByRole('button', { name: 'Undo' }));
  expect(field.value).toBe('The first draft.');
  await userEvent.click(dialog.getByRole('button', { name: 'Redo' }));
  expect(field.value).toBe('The first.');
  dialog.getByText('It was the first', { exact: false });
  expect(server.made('POST /api/posts/rewrite').map(({ body }) => body)).toEqual([
    { twitterAccountId: '7', text: 'The first draft.', way: 'shorter' },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect((await saved())[0]).toEqual([at(0), 'The first.']);
});

test('Escape in the menu or in the hint leaves the preview and the edit open', async () => {
  const { dialog, tool } = await openPreview();
  await userEvent.click(tool('The first draft.', 'Edit'));
  await userEvent.click(dialog.getByRole('button', { name: 'Write again' }));
  await screen.findByRole('menuitem', { name: 'Shorter' });
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Shorter' })).toBeNull());
  await userEvent.click(dialog.getByRole('button', { name: 'Write again' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'With a hint…' }));
  await userEvent.keyboard('abc{Escape}');
  expect(dialog.queryByRole('textbox', { name: 'What should change?' })).toBeNull();
  dialog.getByRole('textbox', { name: 'Post content' });
});

test('all that a draft says', async () => {
  const { dialog } = await openPreview();
  await expectWords(
    dialog.getAllByRole('article')[0] as HTMLElement,
    `
    (Post at 09:00)
    @ada
    09:00
    The first draft.
    16 / 280
    (Edit the post at 09:00)
    (Move the post at 09:00)
    (Replace the post at 09:00)
    (Remove the post at 09:00)
  `,
  );
});
