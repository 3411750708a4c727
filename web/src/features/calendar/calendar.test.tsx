import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { type Answers, held, refusal, unanswered } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { buildPost } from '../posts/build-post.fixture.ts';

// Fetched before anybody waits for what it draws.
beforeAll(() => import('./PostsCalendar.tsx'));

const DAY_MS = 86_400_000;
const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
const dayAfter = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
const at = (clock: string, over: Parameters<typeof buildPost>[0] = {}, day = tomorrow) =>
  buildPost({ scheduledTime: `${day}T${clock}:00.000Z`, ...over });
const first = at('09:00', { id: '1', content: 'The first post.' });

const openCalendar = (
  posts = [first],
  answers: Answers = {},
  user = buildUser(),
  query = `&day=${tomorrow}`,
) =>
  openScreen(`/dashboard?view=calendar${query}`, {
    user,
    answers: { 'GET /api/posts': { posts }, ...answers },
  });
const optionsOf = (words: string): Promise<HTMLElement> =>
  screen.findByRole('button', { name: new RegExp(`^Options for the post .*${words}`) });
const dayOf = (element: HTMLElement): string | undefined =>
  element.closest<HTMLElement>('[role="cell"]')?.dataset.date;
/** Focuses a post's button and presses keys. */
async function keys(words: string, pressed: string): Promise<void> {
  (await optionsOf(words)).focus();
  await userEvent.keyboard(pressed);
}
const menuOf = async (words: string): Promise<HTMLElement> => {
  await userEvent.click(await optionsOf(words));
  return screen.findByRole('menu');
};

test("CAL-04 CAL-14 a day shows 3 posts and '+N more', which opens the day with a list of all", async () => {
  const posts = ['09', '10', '11', '12', '13', '14'].map((hour, index) =>
    at(`${hour}:00`, { id: String(index + 1), content: `Post of ${hour}.` }, dayAfter),
  );
  // Tomorrow is today in Lagos before it is in UTC, and today is in no address.
  const { router } = openCalendar(posts, {}, buildUser({ timeZone: 'Africa/Lagos' }), `&day=${dayAfter}`);
  await optionsOf('10:00, Pending: Post of 09.');
  expect(screen.getAllByRole('button', { name: /^Options for the post / })).toHaveLength(3);
  const more = await screen.findByRole('button', { name: '+3 more' });
  expect(more.title).toBe('Show 3 more posts of this day');
  await userEvent.click(more);
  await waitFor(() => expect(router.state.location.search).toContain('span=day'));
  expect(router.state.location.search).toContain(`day=${dayAfter}`);
  const listed = within(await screen.findByRole('list', { name: /^Posts on / })).getAllByRole('listitem');
  expect(listed).toHaveLength(6);
  expect(listed[0]?.textContent).toBe('10:00PendingPost of 09.');
  screen.getByText('6 posts');
  expect(document.activeElement?.tagName).toBe('H3');
});

test('CAL-05 CAL-06 CAL-07 CAL-14 a week has slots of half an hour, an all-day slot and a sign of now, in the zone of the person', async () => {
  const timeZone = 'Pacific/Kiritimati';
  openCalendar([first], {}, buildUser({ timeZone }), '&span=week');
  await screen.findByText('All day');
  const now = document.querySelector('[class*="_now_"]');
  const lane = now?.closest<HTMLElement>('[data-date]') ?? null;
  expect(lane?.dataset.date).toBe(new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now()));
  const times = [...document.querySelectorAll<HTMLElement>('[data-time]')].map(({ dataset }) => dataset.time);
  const slots = [...new Set(times)].sort();
  expect(slots).toHaveLength(48);
  expect(slots.slice(0, 3)).toEqual(['00:00:00', '00:30:00', '01:00:00']);
});

test('CAL-10 CAL-11 a move by keys shows before the answer, and is back with the reason where it is refused', async () => {
  const answer = held<Response>();
  const server = openCalendar([first], { 'PATCH /api/posts/:id': () => answer.promise });
  await keys('The first post.', 'm{ArrowRight}{Enter}');
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(1));
  server.answer({ 'GET /api/posts': unanswered });
  expect(server.made('PATCH /api/posts/:id')).toMatchObject([
    {
      params: { id: '1' },
      body: { scheduledTime: `${dayAfter}T09:00:00.000Z`, scheduledTimeLocal: `${dayAfter}T09:00:00` },
    },
  ]);
  await waitFor(async () => expect(dayOf(await optionsOf('The first post.'))).toBe(dayAfter));
  answer.give(refusal(409, 'POST_LOCKED', 'Post is still being processed.'));
  await expectToldOnce('The post was not moved. Post is still being processed.', 'error');
  await waitFor(async () => expect(dayOf(await optionsOf('The first post.'))).toBe(tomorrow));
});

test('a post that is moved again before its first move is refused stays where it was put last', async () => {
  const refusedLate = held<Response>();
  const server = openCalendar([first], { 'PATCH /api/posts/:id': () => refusedLate.promise });
  const third = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
  await keys('The first post.', 'm{ArrowRight}{Enter}');
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(1));
  await waitFor(async () => expect(dayOf(await optionsOf('The first post.'))).toBe(dayAfter));
  await keys('The first post.', 'm{ArrowRight}{Enter}');
  await waitFor(async () => expect(dayOf(await optionsOf('The first post.'))).toBe(third));
  const last = held<{ post: typeof first }>();
  server.answer({ 'PATCH /api/posts/:id': () => last.promise, 'GET /api/posts': unanswered });
  refusedLate.give(refusal(409, 'POST_LOCKED', 'Post is still being processed.'));
  await expectToldOnce('The post was not moved. Post is still being processed.', 'error');
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(2));
  expect(dayOf(await optionsOf('The first post.'))).toBe(third);
  expect(server.made('GET /api/posts')).toHaveLength(1);
  last.give({ post: { ...first, scheduledTime: `${third}T09:00:00.000Z` } });
  await screen.findByText(/^Moved to /);
  expect(dayOf(await optionsOf('The first post.'))).toBe(third);
});

/** The server moves the post as it is asked to. */
function moves(server: ReturnType<typeof openCalendar>, post = first): void {
  server.answer({
    'PATCH /api/posts/:id': ({ body }) => {
      const moved = { ...post, scheduledTime: (body as { scheduledTime: string }).scheduledTime };
      server.answer({ 'GET /api/posts': { posts: [moved] } });
      return { post: moved };
    },
  });
}

test('CAL-10 CAL-13 keys pick a post up, carry it, put it back and drop it where it may land', async () => {
  const server = openCalendar();
  moves(server);
  const said = () => document.querySelector('[aria-live="assertive"]')?.textContent;
  await keys('The first post.', 'm');
  const bar = await screen.findByRole('application', {
    name: 'Arrow keys move, Enter drops, Escape cancels',
  });
  await waitFor(() => expect(document.activeElement).toBe(bar));
  within(bar).getByText(/^Moving to \w+ \d+ \w+ at 09:00$/);
  expect(said()).toMatch(/^Picked up the post of \w+ \d+ \w+ at 09:00\./);
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(async () => expect(dayOf(await optionsOf('The first post.'))).toBe(dayAfter));
  expect(said()).toMatch(/^Moved to \w+ \d+ \w+ at 09:00, not dropped yet\.$/);
  await userEvent.keyboard('{Escape}');
  expect(said()).toMatch(/^Put back at \w+ \d+ \w+ at 09:00\.$/);
  await waitFor(async () => expect(dayOf(await optionsOf('The first post.'))).toBe(tomorrow));
  await waitFor(async () => expect(document.activeElement).toBe(await optionsOf('The first post.')));

  await userEvent.keyboard('m{ArrowUp}');
  expect(said()).toMatch(/at 09:00: Choose a time in the future and within your schedule period\.$/);
  await userEvent.keyboard('{Enter}');
  const refused = 'The post was not moved. Choose a time in the future and within your schedule period.';
  await expectToldOnce(refused, 'alert');
  await userEvent.keyboard('{Escape}');
  expect(server.made('PATCH /api/posts/:id')).toEqual([]);

  await keys('The first post.', 'm{ArrowRight}{Enter}');
  await screen.findByText(/^Moved to /);
  expect(said()).toMatch(/^Dropped at \w+ \d+ \w+ at 09:00\.$/);
  expect(dayOf(await optionsOf('The first post.'))).toBe(dayAfter);
  await waitFor(async () => expect(document.activeElement).toBe(await optionsOf('The first post.')));
  expect(server.made('PATCH /api/posts/:id')).toMatchObject([
    { body: { scheduledTime: `${dayAfter}T09:00:00.000Z` } },
  ]);
});

test("CAL-08 a click on a post does nothing; Shift+F10 opens its menu; 'Move to…' says what is wrong beside its fields, and moves it", async () => {
  const server = openCalendar();
  moves(server);
  await userEvent.click(await screen.findByText('The first post.'));
  expect([screen.queryByRole('menu'), screen.queryByRole('dialog')]).toEqual([null, null]);
  await keys('The first post.', '{Shift>}{F10}{/Shift}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to…' }));
  const set = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const move = () => userEvent.click(dialog.getByRole('button', { name: 'Move post' }));
  set('Date', '2020-01-01');
  await move();
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Choose a time in the future and within your schedule period.',
  );
  expect(server.made('PATCH /api/posts/:id')).toEqual([]);
  for (const label of ['Date', 'Time']) expect(dialog.getByLabelText(label).ariaInvalid).toBe('true');
  set('Date', tomorrow);
  expect(dialog.queryByRole('alert')?.textContent ?? '').toBe('');
  set('Time', '23:15');
  await move();
  await screen.findByText(/^Moved to .* 23:15\./);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('PATCH /api/posts/:id')).toMatchObject([
    { body: { scheduledTime: `${tomorrow}T23:15:00.000Z` } },
  ]);
});

/** Presses the mouse on the post, and moves it to where another element is on the page. */
function drag(post: Element, target: Element): { drop: () => void } {
  target.scrollIntoView({ block: 'center' });
  const { left, top } = post.getBoundingClientRect();
  const to = { clientX: left + 9, clientY: target.getBoundingClientRect().top + 9 };
  fireEvent.mouseDown(post, { clientX: left + 9, clientY: top + 9 });
  fireEvent.mouseMove(document, to);
  return { drop: () => fireEvent.mouseUp(document, to) };
}
/** The stream tells that the post of that id went out. */
const tellPosted = (id: string): void =>
  FakeEventSource.all[0]?.send('post_status', {
    id,
    status: 'Posted',
    retryCount: 0,
    tweetUrl: 'https://x.com/ada/status/9',
    errorMessage: null,
    updatedAt: '2026-11-20T09:00:01.000Z',
  });

/** The day of two posts: the grid, the list below it, and the first post on the grid. */
async function openDay() {
  const other = at('12:00', { id: '2', content: 'Goes out meanwhile.' });
  const server = openCalendar([first, other], {}, buildUser(), `&day=${tomorrow}&span=day`);
  moves(server);
  const grid = within(await screen.findByRole('group', { name: 'Posts calendar' }));
  const button = await grid.findByRole('button', { name: /The first post/ });
  const list = within(await screen.findByRole('list', { name: /^Posts on / }));
  await waitFor(() => expect(FakeEventSource.all).toHaveLength(1));
  return { server, grid, list, post: button.closest('[data-post]') as Element };
}

test('CAL-10 CAL-12 a post is moved to where it is dropped, also if another is published during the drag; a published one stays', async () => {
  const { server, grid, list, post } = await openDay();
  const { drop } = drag(post, document.querySelector('[data-time="11:00:00"]') as Element);
  tellPosted('2');
  // The list is drawn with the grid.
  await list.findByText('Posted');
  drop();
  await screen.findByText(/^Moved to .* 11:00\./);
  expect(server.made('PATCH /api/posts/:id')).toMatchObject([
    { params: { id: '1' }, body: { scheduledTime: `${tomorrow}T11:00:00.000Z` } },
  ]);
  grid.getByRole('button', { name: / 11:00, Pending: The first post\./ });
  // The published one is dragged in vain, before the other goes on.
  const hung = (name: RegExp) => grid.getByRole('button', { name }).closest('[data-post]') as Element;
  const slot = (time: string) => document.querySelector(`[data-time="${time}:00"]`) as Element;
  drag(hung(/ 12:00, Posted: Goes out meanwhile\./), slot('13:00')).drop();
  drag(hung(/ 11:00, Pending: The first post\./), slot('14:00')).drop();
  await waitFor(() =>
    expect(server.made('PATCH /api/posts/:id').at(-1)?.body).toMatchObject({
      scheduledTime: `${tomorrow}T14:00:00.000Z`,
    }),
  );
  expect(server.made('PATCH /api/posts/:id').map(({ params }) => params.id)).toEqual(['1', '1']);
  grid.getByRole('button', { name: / 12:00, Posted: Goes out meanwhile\./ });
});

test('the pages are turned both ways, another span keeps the day, and Today keeps the span', async () => {
  const { router } = openCalendar([first], {}, buildUser(), '&day=2027-03-15');
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const titled = (name: string) => screen.findByRole('heading', { name, level: 3 });
  await titled('March 2027');
  await press('Previous month');
  expect((await titled('February 2027')).ariaLive).toBe('polite');
  // The way back leads out of the calendar, not through its pages.
  expect(router.state.historyAction).toBe('REPLACE');
  await press('Next month');
  await titled('March 2027');
  await userEvent.click(screen.getByRole('radio', { name: 'Week' }));
  await screen.findByRole('button', { name: 'Next week' });
  const { searchParams } = new URL(`https://x.example/${router.state.location.search}`);
  expect([searchParams.get('span'), searchParams.get('day')]).toEqual(['week', '2027-03-15']);
  await press('Previous week');
  await titled('8–14 Mar 2027');
  await press('Today');
  await waitFor(() => expect(router.state.location.search).not.toContain('day='));
  expect(router.state.location.search).toContain('span=week');
});

test('CAL-12 CAL-15 posted and processing posts are not moved, and say why', async () => {
  const posts = [
    at('09:00', { id: '1', content: 'Is out.', status: 'Posted', tweetUrl: 'https://x.com/ada/status/1' }),
    at('10:00', { id: '2', content: 'Goes out.', status: 'Processing' }),
  ];
  const server = openCalendar(posts);
  await keys('Is out.', 'm');
  await expectToldOnce('Cannot edit a post that has already been published.', 'alert');
  await keys('Goes out.', 'm');
  await expectToldOnce('Post is still being processed. Please wait a moment before editing.', 'alert');
  const other = within(await menuOf('Goes out.'));
  const remove = other.getByRole('menuitem', { name: 'Delete' });
  expect(remove.ariaDisabled).toBe('true');
  await userEvent.click(remove);
  await expectToldOnce('Post is going out right now', 'alert');
  expect(server.made('DELETE /api/posts/:id')).toEqual([]);
  expect(server.made('PATCH /api/posts/:id')).toEqual([]);
});
