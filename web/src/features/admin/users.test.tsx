import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, unanswered } from '../../testing/fake-server.ts';
import { factsIn, rowsIn, sectionOf } from '../../testing/read-values.ts';
import { openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { buildCustomerRow } from './build-customer-row.fixture.ts';

const open = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    user: buildUser({ roles: ['support'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['support'] },
      'GET /api/admin/users/all': {
        users: [
          buildCustomerRow('7', {
            in_trial: true,
            has_payment_method: false,
            two_factor_enabled: true,
          }),
          buildCustomerRow('6', { posts_paused: true, roles: ['ops'] }),
        ],
        nextPage: 2,
      },
      'GET /api/admin/users': { users: [buildCustomerRow('9', { subscription_status: 'past_due' })] },
      ...answers,
    },
  });

test('ADM-USR-01 ADM-USR-03 All Users lists customers, and a press opens one beside the list', async () => {
  open('/admin?open=users');
  const table = within(await screen.findByRole('table', { name: 'All users' }));
  const cells = table
    .getAllByRole('row')
    .slice(1)
    .map((line) =>
      within(line)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
  expect(cells.map((line) => line.slice(1, 8))).toEqual([
    ['7***@people.example', '7', 'Trial', 'No', 'Going out', 'On', '–'],
    ['6***@people.example', '6', 'Active', 'Yes', 'Paused', 'Off', 'ops'],
  ]);
  expect(table.getByRole('link', { name: '6' }).getAttribute('href')).toBe('/admin/customer?id=6');
  expect((await rowsIn('All users'))[1]).toEqual({
    Card: 'Yes',
    Email: '6***@people.example',
    Id: '6',
    Posts: 'Paused',
    Roles: 'ops',
    'Signed up': expect.stringContaining('1 Jan '),
    Status: 'Active',
    'Two-factor': 'Off',
  });
  await userEvent.click(table.getByRole('button', { name: '6***@people.example' }));
  const panel = within(await screen.findByRole('dialog', { name: '6***@people.example' }));
  expect(factsIn(screen.getByRole('dialog'))).toEqual({
    'Ever subscribed': 'Yes',
    Id: '6',
    'Payment method': 'Yes',
    Posts: 'Paused',
    Roles: 'ops',
    'Signed up': expect.stringContaining('1 Jan '),
    Status: 'Active',
    'Two-factor': 'Off',
  });
  expect(panel.getByRole('link', { name: 'Open customer' }).getAttribute('href')).toBe(
    '/admin/customer?id=6',
  );
  await userEvent.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(table.getByRole('button', { name: '7***@people.example' }));
  expect(factsIn(await screen.findByRole('dialog', { name: '7***@people.example' }))).toMatchObject({
    'Ever subscribed': 'Yes',
    'Payment method': 'No',
    Posts: 'Going out',
    Roles: 'None',
    Status: 'Trial',
    'Two-factor': 'On',
  });
});

test('ADM-USR-04 ADM-USR-06 ADM-USR-09 status, email and page are in the address and in the call', async () => {
  const server = open('/admin?open=users&users.status=nobody&users.page=3');
  const asked = () => server.made('GET /api/admin/users/all').at(-1)?.query;
  await screen.findByRole('table', { name: 'All users' });
  // What is no status asks for all.
  expect(asked()).toEqual({ status: 'all', q: '', page: '3', limit: '50', sensitive: 'false' });
  const status = screen.getByLabelText('Status');
  expect(
    within(status)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Trial', 'Subscribed', 'Inactive', 'Canceling', 'Canceled']);
  const sizes = screen.getByLabelText('How many users a page');
  expect(
    within(sizes)
      .getAllByRole('option')
      .map((each) => each.getAttribute('value')),
  ).toEqual(['25', '50', '100', '200']);
  await userEvent.selectOptions(status, 'canceling');
  await waitFor(() => expect(asked()).toMatchObject({ status: 'canceling', page: '1' }));
  await userEvent.type(screen.getByLabelText('Email'), 'Ada@people{Enter}');
  await waitFor(() => expect(asked()).toMatchObject({ status: 'canceling', q: 'Ada@people' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(asked()).toMatchObject({ page: '2', q: 'Ada@people' }));
  expect(server.router.state.location.search).toBe(
    '?open=users&users.status=canceling&users.q=Ada%40people&users.page=2',
  );
});

test('a page that was reached from the one before begins behind its last customer, and so does the way back', async () => {
  const server = open('/admin?open=users');
  const asked = () => server.made('GET /api/admin/users/all').at(-1)?.query;
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await screen.findByRole('table', { name: 'All users' });
  expect(asked()).not.toHaveProperty('before');
  await press('Next');
  await waitFor(() => expect(asked()).toMatchObject({ page: '2', before: '6' }));
  server.answer({
    'GET /api/admin/users/all': { users: [buildCustomerRow('5'), buildCustomerRow('4')], nextPage: null },
  });
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'trial');
  await waitFor(() => expect(asked()).toMatchObject({ status: 'trial', page: '1' }));
  expect(asked()).not.toHaveProperty('before');
  await server.router.navigate('/admin?open=users&users.page=3');
  await waitFor(() => expect(asked()).toMatchObject({ status: 'all', page: '3' }));
  expect(asked()).not.toHaveProperty('before');
  await screen.findByText('Page 3');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await press('Previous');
  await screen.findByText('Page 2');
  const second = server.made('GET /api/admin/users/all').filter(({ query }) => query.page === '2');
  expect(new Set(second.map(({ query }) => query.before))).toEqual(new Set(['6']));
  // Where it began is known for this list alone.
  for (const [name, value] of [
    ['limit', '100'],
    ['q', 'ada'],
    ['status', 'canceled'],
  ] as const) {
    await server.router.navigate(`/admin?open=users&users.page=2&users.${name}=${value}`);
    await waitFor(() => expect(asked()?.[name]).toBe(value));
    expect(asked()).not.toHaveProperty('before');
  }
});

test('until another list is here the one before stays, and nobody of it leads to a page of the other', async () => {
  const server = open('/admin?open=users');
  await screen.findByText('6***@people.example');
  server.answer({ 'GET /api/admin/users/all': unanswered });
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'trial');
  screen.getByText('6***@people.example');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Page 2');
  screen.getByText('6***@people.example');
  expect(server.made('GET /api/admin/users/all').at(-1)?.query).toEqual({
    status: 'trial',
    q: '',
    page: '2',
    limit: '50',
    sensitive: 'false',
  });
});

test('a customer who opens beside the list leaves its page; another size, and an empty page, lead back', async () => {
  const server = open('/admin?open=users&users.page=3');
  const search = () => server.router.state.location.search;
  const opener = await screen.findByRole('button', { name: '6***@people.example' });
  await userEvent.click(opener);
  await screen.findByRole('dialog', { name: '6***@people.example' });
  expect(search()).toBe('?open=users&users.page=3&users.user=6');
  expect(opener.closest('tr')?.dataset.open).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(search()).toBe('?open=users&users.page=3');
  server.answer({ 'GET /api/admin/users/all': { users: [], nextPage: null } });
  await userEvent.selectOptions(screen.getByLabelText('How many users a page'), '100 a page');
  await screen.findByText('No users match.');
  expect(search()).toBe('?open=users&users.limit=100');
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
  await server.router.navigate('/admin?open=users&users.page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(search()).toBe('?open=users'));
});

test('ADM-USR-02 ADM-USR-07 ADM-USR-08 Users finds people by email, and asks nobody for less than three characters', async () => {
  const server = open('/admin?open=search');
  const email = await screen.findByLabelText('Email');
  expect(email).toHaveProperty('placeholder', 'ada@example.com');
  await userEvent.type(email, 'ad{Enter}');
  screen.getByText('Type at least 3 characters of an email.');
  expect(server.made('GET /api/admin/users')).toEqual([]);
  await userEvent.type(email, 'a@people.example{Enter}');
  const table = within(await screen.findByRole('table', { name: 'Users found' }));
  table.getByText('Past due');
  expect(server.made('GET /api/admin/users').map(({ query }) => query)).toEqual([
    { q: 'ada@people.example', limit: '25', sensitive: 'false' },
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() =>
    expect(server.made('GET /api/admin/users').at(-1)?.query).toMatchObject({ sensitive: 'true' }),
  );
  // Until another search is answered the one before stays; for less than three characters nobody is shown.
  server.answer({ 'GET /api/admin/users': unanswered });
  fireEvent.change(email, { target: { value: 'gra' } });
  await waitFor(() => expect(server.made('GET /api/admin/users').at(-1)?.query).toMatchObject({ q: 'gra' }));
  table.getByText('Past due');
  fireEvent.change(email, { target: { value: 'gr' } });
  await screen.findByText('Type at least 3 characters of an email.');
  expect(screen.queryByRole('table')).toBeNull();
});

test('ADM-USR-07 a search that finds as many as it may says so; another one closes who was open', async () => {
  const found = Array.from({ length: 25 }, (_, at) => buildCustomerRow(String(100 + at)));
  const server = open('/admin?open=search&search.q=people', { 'GET /api/admin/users': { users: found } });
  await screen.findByText('The first 25 are shown. Type more to narrow the search.');
  await userEvent.click(screen.getByRole('button', { name: '100***@people.example' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await server.router.navigate('/admin?open=search&search.q=people&search.user=100');
  await screen.findByRole('dialog');
  server.answer({ 'GET /api/admin/users': { users: found.slice(0, 24) } });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ' people.example ' } });
  await waitFor(() =>
    expect(server.router.state.location.search).toBe('?open=search&search.q=people.example'),
  );
  await waitFor(() => expect(screen.queryByText(/^The first 25 are shown/)).toBeNull());
});

test('all that the list of customers says', async () => {
  open('/admin?open=users');
  await expectWords(
    await sectionOf('users'),
    `
    ## All Users
    Status
    [All]
    Email
    []
    (All users)
    [ ]
    Select all on this page
    Email
    Id
    Status
    Card
    Posts
    Two-factor
    Roles
    Signed up
    (Select 7***@people.example · 7) [ ]
    7***@people.example
    7 → /admin/customer?id=7
    Trial
    No
    Going out
    On
    –
    Thu 1 Jan 17:04
    (Select 6***@people.example · 6) [ ]
    6***@people.example
    6 → /admin/customer?id=6
    Active
    Yes
    Paused
    Off
    ops
    Thu 1 Jan 17:04
    (How many users a page) [50 a page]
    Page 1
    Previous (disabled)
    Next
  `,
    { withoutYears: true },
  );
});
