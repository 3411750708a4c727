import type { SearchHit } from '@drumbeat/contract/admin/search.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { fill, openScreen } from '../../../testing/screen.tsx';
import { hitPath } from './SearchPalette.tsx';

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

test('one box finds customers and other records, and the keys open one', async () => {
  const server = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
  const box = await screen.findByLabelText('Search');
  fill(box, ' ada ');
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

test('Enter opens a hit of the words that it was pressed for', async () => {
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
});

test('the search lists the sections of the role, and Enter opens the first', async () => {
  const server = open({ 'GET /api/admin/search': { hits: [], exact: false } }, 'ops');
  await screen.findByRole('button', { name: 'Search' });
  await userEvent.keyboard('/');
  const box = await screen.findByLabelText('Search');
  within(box.closest('[role=dialog]') as HTMLElement).getByText('Audit Log');
  fill(box, 'Maint');
  await within(screen.getByRole('dialog')).findByRole('button', {
    name: 'Maintenance Controls',
  });
  await waitFor(() => expect(server.made('GET /api/admin/search').at(-1)?.query.q).toBe('Maint'));
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(address(server)).toBe('/admin?open=maintenance'));
  await screen.findByText('No maintenance has been planned yet.');
});

test.each<[SearchHit['kind'], path: string]>([
  ['customer', '/admin/customer?id=7'],
  ['account', '/admin/customer?id=7'],
  ['post', '/admin/customer?id=7&tab=posts&post=31'],
  ['billing', '/admin/customer?id=7&tab=billing'],
  ['request', '/admin?open=audit&audit.q=31'],
  ['feedback', '/admin?open=feedback&feedback.q=31'],
  ['niche', '/admin?open=niches&niches.q=Tea'],
])('a hit of the kind %s is shown at %s', (kind, path) => {
  expect(hitPath({ kind, id: '31', title: 'Tea', detail: '', customerId: '7' })).toBe(path);
});
