import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { comeBackLater, openScreen } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { buildPost } from '../posts/build-post.fixture.ts';

type JobAnswer = CallOutput<'GET /api/posts/generation-status/:jobId'>;

const draftOf = (at: number) => ({
  id: `1-${at}`,
  content: `Draft number ${at}.`,
  scheduledTime: new Date(Date.now() + (at + 1) * 86_400_000).toISOString(),
  scheduledTimeLocal: '2026-11-22T09:00:00',
  status: 'Pending' as const,
});

const writing = {
  status: 'processing',
  progress: 40,
  message: '2 of 5 posts written',
  result: null,
  error: null,
} as JobAnswer;

const done = {
  ...writing,
  status: 'completed',
  progress: 100,
  result: { posts: [draftOf(1), draftOf(2)], isInTrial: false, daysText: '30 days' },
} as JobAnswer;

const begun = { 'POST /api/posts/generate-posts': { jobId: 'job-1', status: 'pending' } } as Answers;

const status = (answer: JobAnswer): Answers => ({ 'GET /api/posts/generation-status/:jobId': answer });

/** Above posts the card is folded. */
const unfold = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: 'Generate posts…' }));

const generate = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: 'Generate posts' }));

const rememberJob = (): void =>
  localStorage.setItem('generationJob:1', JSON.stringify({ jobId: 'job-1', accountId: '7' }));

test('GEN-10 what was chosen is what is asked for, for the selected account', async () => {
  // What somebody else began in this browser is nobody else's.
  localStorage.setItem('generationJob:2', JSON.stringify({ jobId: 'job-2', accountId: '7' }));
  const server = openScreen('/dashboard', {
    user: buildUser({ timeZone: 'America/St_Johns', niche: 'Chess' }),
    answers: {
      ...begun,
      ...status(writing),
      'GET /api/twitter/accounts': {
        accounts: [
          buildAccount({ id: '8', username: 'grace', niche: 'Tea', selected: false }),
          buildAccount({ niche: 'Coffee' }),
        ],
      },
    },
  });
  await screen.findByText("Posts about Coffee for @ada. You'll see every one before anything is scheduled.");
  await userEvent.click(await screen.findByRole('switch', { name: /Skip weekends/ }));
  // What a reload finds.
  expect(sessionStorage.getItem('skipWeekends')).toBe('0');
  await userEvent.click(screen.getByRole('radio', { name: '1' }));
  await generate();
  await screen.findByText('Writing posts for @ada');
  expect(server.made('POST /api/posts/generate-posts').map(({ body }) => body)).toEqual([
    {
      niche: 'Coffee',
      skipWeekends: false,
      allowedDays: [0, 1, 2, 3, 4, 5, 6],
      postsPerDay: 1,
      timeZone: 'America/St_Johns',
      twitterAccountId: '7',
      replace: false,
    },
  ]);
  expect((await screen.findByText('2 of 5 posts written')).role).toBe('status');
  screen.getByText('This takes a minute or two. You can leave this page. Your posts will be waiting here.');
  expect(screen.getByRole('progressbar', { name: 'Writing posts' }).ariaValueNow).toBe('40');
  screen.getByText('40%');
  expect(localStorage.getItem('generationJob:1')).toBe('{"jobId":"job-1","accountId":"7"}');
});

const planned = [
  buildPost({ id: '1' }),
  buildPost({ id: '2', status: 'Failed' }),
  buildPost({ id: '3', status: 'Posted' }),
];

test('GEN-02 planned and failed posts are asked about, and replaced only where the person agreed', async () => {
  const server = openScreen('/dashboard', {
    answers: { ...begun, ...status(writing), 'GET /api/posts': { posts: planned } },
  });
  await unfold();
  await generate();
  let dialog = await screen.findByRole('dialog', { name: 'Replace your planned posts?' });
  within(dialog).getByText(/^A new calendar .* 1 pending post and 1 failed post of @ada will be deleted/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await generate();
  dialog = await screen.findByRole('dialog', { name: 'Replace your planned posts?' });
  expect(server.made('POST /api/posts/generate-posts')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Generate and replace 2 posts' }));
  await screen.findByText('Writing posts for @ada');
  expect(server.made('POST /api/posts/generate-posts').map(({ body }) => body)).toEqual([
    {
      niche: 'Gaming',
      skipWeekends: true,
      allowedDays: [1, 2, 3, 4, 5],
      postsPerDay: 2,
      timeZone: 'UTC',
      twitterAccountId: '7',
      replace: true,
    },
  ]);
});

test('GEN-57 of days that are chosen one by one, the last stays', async () => {
  const user = buildUser({
    entitlements: { ...buildUser().entitlements, tier: 'pro', customDaySelection: true },
  });
  const server = openScreen('/dashboard', { user, answers: { ...begun, ...status(writing) } });
  const days = await screen.findByRole('group', { name: 'Days' });
  expect(days.ariaDescribedByElements?.[0]?.textContent).toBe('5 days a week');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await userEvent.click(await screen.findByRole('button', { name: day }));
  }
  await screen.findByRole('button', { name: 'Friday', pressed: true });
  screen.getByText('Choose at least one day.');
  await generate();
  await waitFor(() =>
    expect(server.made('POST /api/posts/generate-posts')).toMatchObject([
      { body: { skipWeekends: false, allowedDays: [5] } },
    ]),
  );
});

test('GEN-22 a start that is refused says why in the words of the server', async () => {
  openScreen('/dashboard', {
    answers: {
      'POST /api/posts/generate-posts': refusal(409, 'GENERATION_NOT_ALLOWED', 'Another job is running.'),
    },
  });
  await generate();
  await screen.findByText('Another job is running.');
  screen.getByText('request-1');
  screen.getByRole('heading', { name: 'The posts could not be written' });
  screen.getByText('Nothing has been scheduled. You can try again.');
  expect(screen.queryByRole('button', { name: 'Give up' })).toBeNull();
  expect(localStorage.getItem('generationJob:1')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Generate posts' });
});

test('GEN-04 GEN-05 GEN-08 a job from before the reload is looked at every 5 seconds, and its posts open by themselves', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  rememberJob();
  const server = openScreen('/dashboard', { answers: status(writing) });
  const looks = () => server.made('GET /api/posts/generation-status/:jobId');
  await screen.findByText('2 of 5 posts written');
  expect(looks()).toMatchObject([{ params: { jobId: 'job-1' }, isBackground: true }]);
  await act(() => vi.advanceTimersByTimeAsync(4_900));
  expect(looks()).toHaveLength(1);
  server.answer(status(done));
  // Also where the browser believes that there is no connection.
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await act(() => vi.advanceTimersByTimeAsync(200));
  await screen.findByRole('dialog', { name: 'Preview Your Monthly Content Calendar' });
  expect(looks()).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(looks()).toHaveLength(2);
  // Nor is it for somebody who comes back to the page.
  await comeBackLater();
  expect(looks()).toHaveLength(2);
  vi.useRealTimers();
});

test('GEN-06 a job that failed says why, is forgotten, and leads back', async () => {
  rememberJob();
  openScreen('/dashboard', {
    answers: status({ ...writing, status: 'failed', error: 'The AI declined to write about this niche.' }),
  });
  await screen.findByText('The AI declined to write about this niche.');
  expect(localStorage.getItem('generationJob:1')).toBeNull();
  expect(screen.getByRole('link', { name: 'Change niche' }).getAttribute('href')).toBe('/settings#niche');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Generate posts' });
});

test('GEN-33 GEN-34 the dialog says that a save stored too little, and the drafts stay', async () => {
  rememberJob();
  openScreen('/dashboard', {
    answers: {
      ...status(done),
      'POST /api/posts': { posts: [buildPost()], message: '1 post is scheduled.' },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Schedule Now' }));
  await screen.findByText('Some posts failed to save properly. Please try again.');
  screen.getByText('Draft number 1.');
  expect(localStorage.getItem('generationJob:1')).not.toBeNull();
});

test('a job that takes too long can be looked at again, or given up; only then it is forgotten', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  rememberJob();
  const server = openScreen('/dashboard', { answers: status(writing) });
  await screen.findByText('2 of 5 posts written');
  for (let look = 0; look < 61; look += 1) await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByText('The job may still be running. Nothing has been scheduled.');
  screen.getByText('Job polling timed out after 5 minutes');
  expect(server.made('GET /api/posts/generation-status/:jobId')).toHaveLength(60);
  screen.getByRole('button', { name: 'Look again' });
  expect(localStorage.getItem('generationJob:1')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Give up' }));
  await screen.findByRole('button', { name: 'Generate posts' });
  expect(localStorage.getItem('generationJob:1')).toBeNull();
});

const ofPlan = (over: Partial<ReturnType<typeof buildUser>['entitlements']>) =>
  buildUser({ entitlements: { ...buildUser().entitlements, ...over } });

const NAME = 'Posts per day in your next calendar';

const inPanel = (element: HTMLElement): boolean =>
  screen.getByRole('region', { name: 'Posts' }).contains(element);

test('DASH-30 the posts panel chooses the posts per day, up to what the plan allows, for the next calendar', async () => {
  // Of a plan that had more.
  sessionStorage.setItem('postsPerDay', '9');
  const { calls } = openScreen('/dashboard', {
    user: ofPlan({ postsPerDay: 6 }),
    answers: { 'POST /api/posts/generate-posts': { jobId: 'job-1', status: 'pending' } },
  });
  const select = await screen.findByRole('combobox', { name: NAME });
  expect(inPanel(select)).toBe(true);
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(select).toHaveProperty('value', '6');
  await userEvent.selectOptions(select, '2');
  const card = await screen.findByRole('radio', { name: '2' });
  expect(card).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('radio', { name: '1' }));
  expect(select).toHaveProperty('value', '1');
  await userEvent.click(await screen.findByRole('button', { name: 'Generate posts' }));
  await expect
    .poll(() => calls.find(({ name }) => name === 'POST /api/posts/generate-posts')?.body)
    .toMatchObject({ postsPerDay: 1 });
});

test('DASH-30 GEN-57 where there is no choice the panel and the card say what is set', async () => {
  openScreen('/dashboard', { user: ofPlan({ tier: 'free', postsPerDay: 1 }) });
  expect(inPanel(await screen.findByText('1 post per day on your plan'))).toBe(true);
  expect(screen.queryByRole('combobox', { name: NAME })).toBeNull();
  await screen.findByText('1, set by your plan');
  screen.getByText('Monday, Wednesday and Friday, set by your plan');
  expect(screen.queryByRole('switch', { name: /Skip weekends/ })).toBeNull();
});
