import type { SearchHit } from '@drumbeat/contract/admin/search.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../../testing/fake-server.ts';
import { factsIn } from '../../../testing/read-values.ts';
import { openScreen } from '../../../testing/screen.tsx';

const ada: SearchHit = {
  kind: 'customer',
  id: '7',
  title: 'a***@people.example',
  detail: 'Customer 7, trial',
  customerId: '7',
};
const post: SearchHit = { kind: 'post', id: '31', title: 'Two lines', detail: 'Post 31', customerId: '7' };
type Role = 'admin' | 'support' | 'ops';
const open = (answers: Answers = {}, role: Role = 'admin') =>
  openScreen('/admin', {
    user: buildUser({ roles: [role] }),
    answers: {
      'GET /api/admin/me/roles': { roles: [role] },
      'GET /api/admin/search': { hits: [ada, post], exact: false },
      'GET /api/admin/users/:id/overview': refusal(404, 'NOT_FOUND', 'There is no customer with this id.'),
      'GET /api/maintenance/list': { windows: [], nextPage: null },
      ...answers,
    },
  });
const address = (server: ReturnType<typeof open>) =>
  server.router.state.location.pathname + server.router.state.location.search;

test('one box finds customers and things; a press or the arrows open one', async () => {
  const server = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
  const box = await screen.findByLabelText('Search');
  expect(box).toHaveProperty(
    'placeholder',
    'Email, @handle, id, post or tweet URL, Stripe id, request id, niche',
  );
  await userEvent.type(box, ' ada ');
  // On a busy machine each letter is looked for, and a new answer draws new lines.
  await waitFor(() =>
    expect(server.made('GET /api/admin/search').at(-1)?.query).toEqual({ q: 'ada', sensitive: 'false' }),
  );
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
  await screen.findByText('a***@people.example');
  const lines = within(screen.getByRole('dialog')).getAllByRole('button');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'a***@people.exampleCustomer 7, trialCustomer',
    'Two linesPost 31Post',
  ]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(address(server)).toBe('/admin/customer?id=7&tab=posts&post=31'));
});

test('Mod+K opens it; an exact id is opened as soon as the answer comes, however early Enter was pressed', async () => {
  const answer = held<{ hits: SearchHit[]; exact: boolean }>();
  const server = open({ 'GET /api/admin/search': () => answer.promise });
  await screen.findByRole('button', { name: 'Search' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByLabelText('Search'), '7{Enter}');
  await screen.findByText('Searching…');
  expect(address(server)).toBe('/admin');
  answer.give({ hits: [ada], exact: true });
  await waitFor(() => expect(address(server)).toBe('/admin/customer?id=7'));
});

test('Enter opens what is found for the words that it was pressed for, and only once', async () => {
  const request: SearchHit = {
    kind: 'request',
    id: 'r-1',
    title: 'r-1',
    detail: 'Of Ada',
    customerId: null,
  };
  const server = open({
    'GET /api/admin/search': ({ query }) =>
      query.q === '789'
        ? { hits: [post], exact: false }
        : { hits: [query.q === '78' ? ada : request], exact: true },
    'GET /api/admin/audit': { logs: [], nextBefore: null },
  });
  await screen.findByRole('button', { name: 'Search' });
  const palette = async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    return within(await screen.findByRole('dialog')).findByLabelText('Search');
  };
  const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
  const enter = (box: HTMLElement) => fireEvent.keyDown(box, { key: 'Enter' });
  const box = await palette();
  type(box, '7');
  enter(box);
  type(box, '78');
  await screen.findByText('Customer 7, trial');
  // What is there is of the words before.
  type(box, '789');
  enter(box);
  await screen.findByText('Post 31');
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
  expect(address(server)).toBe('/admin');
  type(box, 'r-1');
  enter(box);
  await waitFor(() => expect(address(server)).toBe('/admin?open=audit&audit.q=r-1'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await palette();
  type(again, '789');
  await screen.findByText('Post 31');
  type(again, 'r-1');
  await screen.findByText('Of Ada');
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
  expect(again.isConnected).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await palette()).toHaveProperty('value', '');
});

test('it leads to sections that the role may use, and Enter opens the first line', async () => {
  const server = open({ 'GET /api/admin/search': { hits: [], exact: false } }, 'ops');
  await screen.findByRole('button', { name: 'Search' });
  await userEvent.keyboard('/');
  const box = await screen.findByLabelText('Search');
  // Without words Enter opens nothing, though all sections are listed.
  await userEvent.keyboard('{Enter}');
  expect(address(server)).toBe('/admin');
  within(box.closest('[role=dialog]') as HTMLElement).getByText('Audit Log');
  await userEvent.type(box, 'user');
  await screen.findByText('Nothing found.');
  await userEvent.clear(box);
  await userEvent.type(box, 'Maint');
  const line = await within(screen.getByRole('dialog')).findByRole('button', {
    name: 'Maintenance Controls',
  });
  expect(line.textContent).toBe('Maintenance Controls');
  await waitFor(() => expect(server.made('GET /api/admin/search').at(-1)?.query.q).toBe('Maint'));
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(address(server)).toBe('/admin?open=maintenance'));
  await screen.findByText('No maintenance has been planned yet.');
});

test('what cannot be searched is said, and what is typed stays', async () => {
  const server = open({
    'GET /api/admin/search': refusal(
      400,
      'VALIDATION_FAILED',
      'This search is too long. Use at most 300 characters.',
    ),
  });
  await screen.findByRole('button', { name: 'Search' });
  await userEvent.keyboard('/');
  await userEvent.type(await screen.findByLabelText('Search'), 'abc');
  await screen.findByText('This search is too long. Use at most 300 characters.');
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'abc');
  server.answer({ 'GET /api/admin/search': new Response(null, { status: 400 }) });
  await userEvent.type(screen.getByLabelText('Search'), 'd');
  await screen.findByText('Search failed');
});

test('each hit says what it is; one that is not exact waits for a press, and goes with the words', async () => {
  const kinds = ['customer', 'account', 'post', 'billing', 'request', 'feedback', 'niche'] as const;
  const hits = kinds.map((kind, at) => ({ ...ada, kind, id: String(at), title: `${at}`, detail: '' }));
  const answer = held<{ hits: SearchHit[]; exact: boolean }>();
  const server = open({ 'GET /api/admin/search': () => answer.promise });
  await screen.findByRole('button', { name: 'Search' });
  await userEvent.keyboard('/');
  const box = await screen.findByLabelText('Search');
  await userEvent.type(box, '70{Enter}');
  answer.give({ hits, exact: false });
  await screen.findByText('X account');
  const palette = box.closest('[role=dialog]') as HTMLElement;
  expect([...palette.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    '0Customer',
    '1X account',
    '2Post',
    '3Billing',
    '4Request',
    '5Feedback',
    '6Niche',
  ]);
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
  expect(address(server)).toBe('/admin');
  await userEvent.clear(box);
  await waitFor(() => expect(screen.queryByText('X account')).toBeNull());
  await userEvent.type(box, 'costs');
  await userEvent.click(await within(palette).findByText('Costs'));
  await waitFor(() => expect(address(server)).toBe('/admin?open=costs'));
  await waitFor(() => expect(palette.isConnected).toBe(false));
  // It can be opened again, from a field as well.
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await userEvent.keyboard('{Control>}k{/Control}');
  const again = await screen.findByLabelText('Search');
  expect(again).toHaveProperty('value', '');
  // The same words are looked for again: what they find may have changed.
  const asked = () => server.made('GET /api/admin/search').filter(({ query }) => query.q === '70').length;
  const before = asked();
  fireEvent.change(again, { target: { value: '70' } });
  await waitFor(() => expect(asked()).toBe(before + 1));
  expect(server.made('GET /api/admin/search').at(-1)?.query.sensitive).toBe('true');
});

test('it looks for what is typed 150 ms after the last key', async () => {
  const server = open();
  await screen.findByRole('button', { name: 'Search' });
  await userEvent.keyboard('/');
  const box = await screen.findByLabelText('Search');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = async (value: string, later: number) => {
    fireEvent.change(box, { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(later));
    return server.made('GET /api/admin/search').map(({ query }) => query.q);
  };
  expect(await asked('ad', 149)).toEqual([]);
  expect(await asked('ada', 149)).toEqual([]);
  expect(await asked('ada', 1)).toEqual(['ada']);
});

test("'?' lists the keys", async () => {
  open();
  await screen.findByRole('button', { name: 'Search' });
  await userEvent.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(factsIn(sheet)).toEqual({
    'Ctrl or ⌘K': 'Search, or go to a section',
    '/': 'The same',
    J: 'Next row',
    K: 'Previous row',
    Enter: 'Open the row in focus',
    X: 'Select the row in focus',
    Esc: 'Close what is open',
    '?': 'This list',
  });
});
