import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../testing/axe.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, unanswered } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../../posts/build-post.fixture.ts';

afterEach(() => onlineManager.setOnline(true));

const later = (ms: number): string => new Date(Date.now() + ms).toISOString();
const next = buildPost({ scheduledTime: later(3_600_000) });
const accounts = (paused: boolean) => ({
  'GET /api/twitter/accounts': { accounts: [buildAccount({ posts_paused: paused })] },
});
const paused = { postsPaused: true, message: 'Posts paused. Nothing will go out until you resume.' };

test('DASH-29 offline a pause claims nothing: it says that posts are not paused, waits, and happens once online', async () => {
  const server = openScreen('/dashboard', {
    answers: { 'GET /api/posts': { posts: [next] }, 'POST /api/posts/pause': paused },
  });
  const pause = await screen.findByRole('button', { name: 'Pause posts' });
  onlineManager.setOnline(false);
  await userEvent.click(pause);
  await screen.findByText('You are offline: posts are NOT paused yet.');
  expect(screen.queryByText('Posts are paused')).toBeNull();
  await screen.findByRole('button', { name: 'Waiting for connection' });
  expect(server.made('POST /api/posts/pause')).toEqual([]);
  server.answer(accounts(true));
  act(() => onlineManager.setOnline(true));
  await expectToldOnce(paused.message, 'success');
  expect(await screen.findAllByText(/Posts are paused/)).not.toHaveLength(0);
  expect(screen.queryByText(/NOT paused/)).toBeNull();
});

test('DASH-29 while paused the card resumes, and says where the posts went that came due', async () => {
  const due = buildPost({ id: '2', scheduledTime: later(-3_600_000), holdReason: 'paused' });
  const server = openScreen('/dashboard', {
    user: buildUser({ timeZone: 'Asia/Tokyo' }),
    answers: { ...accounts(true), 'GET /api/posts': { posts: [due, next] } },
  });
  const card = (await screen.findByRole('heading', { name: 'Your posts are paused' })).closest('section');
  await expectAccessible(document.body);
  expect(screen.queryByRole('button', { name: 'Generate posts' })).toBeNull();
  const moved = { ...due, scheduledTime: later(86_400_000), movedFrom: due.scheduledTime, holdReason: null };
  server.answer({
    ...accounts(false),
    'GET /api/posts': { posts: [moved, next] },
    'POST /api/posts/unpause': { postsPaused: false, message: 'Posts resumed.' },
  });
  await userEvent.click(within(card as HTMLElement).getByRole('button', { name: 'Resume posting' }));
  const inTokyo = new Date(Date.parse(moved.scheduledTime) + 32_400_000).toISOString().slice(11, 16);
  await screen.findByText(
    `Posts resumed. 1 post came due while paused. It's now set for tomorrow ${inTokyo}.`,
  );
  await screen.findByRole('link', { name: /^Next post in / });
  expect(server.made('POST /api/posts/unpause')).toMatchObject([{ body: { twitterAccountId: '7' } }]);
});

const both = [buildAccount(), buildAccount({ id: '8', username: 'grace', selected: false })];
const twoAccounts = buildUser({ entitlements: { ...buildUser().entitlements, accountLimit: 2 } });
/** What the menu of the accounts says of each. */
async function statesOf(): Promise<string[]> {
  await userEvent.click(screen.getByRole('button', { name: 'X account @ada' }));
  await screen.findByRole('menuitem', { name: /^@ada/ });
  const items = screen.getAllByRole('menuitem', { name: /^@/ });
  return items.map((item) => (item.textContent.includes('Paused') ? 'paused' : 'goes out'));
}

test.each<[press: string, states: string[], paused: boolean, others: boolean]>([
  ['Pause @ada', ['paused', 'goes out'], false, false],
  ['Pause all accounts', ['paused', 'paused'], false, false],
  ['Resume @ada', ['goes out', 'paused'], true, true],
  ['Resume @ada', ['goes out', 'goes out'], true, false],
])('DASH-38 before the answer %s shows for whom it holds: %j', async (press, states, all, others) => {
  const answers: Answers = {
    'GET /api/twitter/accounts': {
      accounts: both.map((one) => ({ ...one, posts_paused: one.id === '8' && others })),
    },
    'GET /api/posts': { posts: [next] },
    'POST /api/posts/pause': unanswered,
    'POST /api/posts/unpause': unanswered,
  };
  openScreen('/dashboard', { user: { ...twoAccounts, postsPaused: all }, answers });
  await userEvent.click(await screen.findByRole('button', { name: /^(Pause|Resume) posts$/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: press }));
  expect(await statesOf()).toEqual(states);
});
