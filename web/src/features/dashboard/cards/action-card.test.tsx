import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { setDevFlag } from '../../../base/dev-flags.ts';
import { buildTrialUser, buildUser } from '../../../testing/build-user.fixture.ts';
import { expectReadAgain, expectToldOnce, fill, openScreen } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../../posts/build-post.fixture.ts';

const accounts = (...list: ReturnType<typeof buildAccount>[]) => ({
  'GET /api/twitter/accounts': { accounts: list },
});

// The greeting would hide the headline for 2.5 seconds.
beforeEach(() => sessionStorage.setItem('welcomedSession', 'the-test'));

const cardOf = async (title: string) =>
  (await screen.findByRole('heading', { level: 2, name: title })).closest('section') as HTMLElement;

const noGenerating = () => expect(screen.queryByRole('button', { name: 'Generate posts' })).toBeNull();

test('DASH-15 an email that is not verified is the first thing to do, also with an account', async () => {
  setDevFlag('skipPayment', true);
  openScreen('/dashboard', { user: buildUser({ emailVerifiedAt: null }) });
  within(await cardOf('Verify your email')).getByText(
    'Click the link we sent you. Until then, nothing can be connected or scheduled.',
  );
  noGenerating();
});

test('DASH-16 without an account the card connects one', async () => {
  sessionStorage.removeItem('welcomedSession');
  openScreen('/dashboard', { answers: accounts() });
  await screen.findByText('Welcome to Drumbeat');
  const card = within(await cardOf('Connect your X account'));
  card.getByText(
    "Drumbeat needs your permission to post for you. Nothing is posted until you've seen and scheduled it.",
  );
  card.getByRole('button', { name: 'Connect X' });
  noGenerating();
  // A developer may go on without one.
  setDevFlag('skipX', true);
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Connect your X account' })).toBeNull());
});

test('DASH-18 NEWS-17 ADM-AD-01 who may generate is offered it; there are no news, nor ad posts without an admin', async () => {
  const server = openScreen('/dashboard', { user: buildUser({ roles: ['support', 'ops'] }) });
  const card = await cardOf('Ready to write your next month');
  within(card).getByText("Posts about Gaming for @ada. You'll see every one before anything is scheduled.");
  within(card).getByRole('button', { name: 'Generate posts' });
  expect(screen.queryByRole('button', { name: 'Create Ad Posts' })).toBeNull();
  expect(screen.queryByText("What's new in your niche")).toBeNull();
  expect(server.made('GET /api/news/summarized')).toEqual([]);
});

test('DASH-23 without a subscription the card leads to the plans, and the headline says that nothing goes out', async () => {
  openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'inactive', activeProduct: null }),
    answers: { 'GET /api/posts': { posts: [buildPost({ holdReason: 'subscription' })] } },
  });
  const card = within(await cardOf('No active subscription'));
  card.getByText('Choose a plan to start posting again.');
  const link = card.getByRole('link', { name: 'See plans' });
  expect(link.getAttribute('href')).toBe('/products');
  const headline = await screen.findByRole('link', { name: 'No active plan · posts are on hold' });
  expect(headline.getAttribute('href')).toBe('/settings#subscription');
  noGenerating();
});

test('DASH-24 a card that only waits is folded into the headline, and the posts move up', async () => {
  const end = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const posts = Array.from({ length: 14 }, (_, index) =>
    buildPost({ id: String(index), scheduledTime: new Date(Date.now() + 3_600_000).toISOString() }),
  );
  openScreen('/dashboard', {
    user: buildTrialUser({ trialEnd: end }, 7),
    answers: {
      // Five of them are another account's.
      ...accounts(buildAccount(), buildAccount({ id: '8', username: 'grace', selected: false })),
      'GET /api/posts': ({ query }) => ({ posts: query.twitter_account_id ? posts.slice(0, 9) : posts }),
      'POST /api/check-scheduling-eligibility': {
        canSchedule: false,
        reason: 'generation_limit_reached',
        message: 'All 14 trial posts are scheduled.',
        daysUntilNextScheduling: 7,
      },
    },
  });
  await screen.findByText(/^All 14 trial posts are scheduled · more from \d{1,2} \w+/);
  const titles = screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Posts', 'News in Gaming']);
});

test('the headline leads to the next post: the first of the scheduled ones, in view', async () => {
  const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const { router } = openScreen('/dashboard', {
    answers: {
      'GET /api/posts': {
        posts: [
          buildPost({ id: '1', status: 'Posted', content: 'Gone.', scheduledTime: at(-3_600_000) }),
          buildPost({ id: '2', content: 'Next.', scheduledTime: at(3_600_000) }),
          buildPost({ id: '3', status: 'Failed', content: 'Failed.', scheduledTime: at(-7_200_000) }),
        ],
      },
    },
  });
  await userEvent.click(await screen.findByRole('link', { name: /^Next post in / }));
  expect(router.state.location).toMatchObject({ search: '?status=scheduled', hash: '#posts' });
  expect(router.state.historyAction).toBe('REPLACE');
  await waitFor(() => expect(screen.queryByText('Gone.')).toBeNull());
  screen.getByText('Next.');
});

test('ADM-AD-01 ADM-AD-03 ADM-AD-05 an admin creates ad posts for the selected account, and sees how many were made', async () => {
  const account = buildAccount();
  const server = openScreen('/dashboard', {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/twitter/accounts': { accounts: [account] },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create Ad Posts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create ad posts?' }));
  dialog.getByText(
    'The AI writes two ad posts a day for the next ten days and schedules them on @ada. Times that are taken stay as they are.',
  );
  fill(dialog.getByLabelText('Reason'), 'The launch is near.');
  server.answer({ 'POST /api/admin/ad-posts/generate': new Response(null, { status: 500 }) });
  await userEvent.click(dialog.getByRole('button', { name: 'Create Ad Posts' }));
  await dialog.findByText('The ad posts could not be created.');
  server.answer({ 'POST /api/admin/ad-posts/generate': { createdCount: 17, requestedCount: 20 } });
  await expectReadAgain(server, ['GET /api/posts'], () =>
    userEvent.click(dialog.getByRole('button', { name: 'Create Ad Posts' })),
  );
  await expectToldOnce('Created 17 of 20 requested ad posts.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('POST /api/admin/ad-posts/generate').map(({ body }) => body)).toEqual(
    Array(2).fill({ twitterAccountId: account.id, reason: 'The launch is near.' }),
  );
});
