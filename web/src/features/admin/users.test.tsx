import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../testing/read-values.ts';
import { fill, openScreen } from '../../testing/screen.tsx';
import { buildCustomerRow } from './admin.fixture.ts';

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

test('ADM-USR-01 ADM-USR-03 All Users lists customers and opens one beside the list', async () => {
  open('/admin?open=users');
  const table = within(await screen.findByRole('table', { name: 'All users' }));
  expect(table.getByRole('link', { name: '6' }).getAttribute('href')).toBe('/admin/customer?id=6');
  const [trial, paused] = await rowsIn('All users');
  expect(trial).toMatchObject({
    Status: 'Trial',
    Card: 'No',
    Posts: 'Going out',
    'Two-factor': 'On',
    Roles: '–',
  });
  expect(paused).toMatchObject({ Email: '6***@people.example', Posts: 'Paused', Roles: 'ops', Card: 'Yes' });
  await userEvent.click(table.getByRole('button', { name: '6***@people.example' }));
  const panel = within(await screen.findByRole('dialog', { name: '6***@people.example' }));
  expect(factsIn(screen.getByRole('dialog'))).toMatchObject({
    Id: '6',
    Posts: 'Paused',
    'Two-factor': 'Off',
  });
  expect(panel.getByRole('link', { name: 'Open customer' }).getAttribute('href')).toBe(
    '/admin/customer?id=6',
  );
  await userEvent.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('ADM-USR-04 ADM-USR-06 ADM-USR-09 status, email and page go into the address and the call', async () => {
  const server = open('/admin?open=users&users.status=nobody&users.page=3');
  const asked = () => server.made('GET /api/admin/users/all').at(-1)?.query;
  await screen.findByRole('table', { name: 'All users' });
  // An unknown status means all.
  expect(asked()).toEqual({ status: 'all', q: '', page: '3', limit: '50', sensitive: 'false' });
  const status = screen.getByLabelText('Status');
  expect(status.textContent).toBe('AllTrialSubscribedInactiveCancelingCanceled');
  expect(screen.getByLabelText('How many users a page').textContent).toBe(
    '25 a page50 a page100 a page200 a page',
  );
  await userEvent.selectOptions(status, 'canceling');
  await waitFor(() => expect(asked()).toMatchObject({ status: 'canceling', page: '1' }));
  fill(screen.getByLabelText('Email'), 'Ada@people');
  await userEvent.type(screen.getByLabelText('Email'), '{Enter}');
  await waitFor(() => expect(asked()).toMatchObject({ status: 'canceling', q: 'Ada@people' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(asked()).toMatchObject({ page: '2', q: 'Ada@people' }));
  expect(server.router.state.location.search).toBe(
    '?open=users&users.status=canceling&users.q=Ada%40people&users.page=2',
  );
});

test('ADM-USR-02 ADM-USR-07 ADM-USR-08 Users searches by at least 3 characters of an email', async () => {
  const server = open('/admin?open=search');
  const email = await screen.findByLabelText('Email');
  fill(email, 'ad');
  await userEvent.type(email, '{Enter}');
  screen.getByText('Type at least 3 characters of an email.');
  expect(server.made('GET /api/admin/users')).toEqual([]);
  fill(email, 'ada@people.example');
  await userEvent.type(email, '{Enter}');
  const table = within(await screen.findByRole('table', { name: 'Users found' }));
  table.getByText('Past due');
  expect(server.made('GET /api/admin/users').map(({ query }) => query)).toEqual([
    { q: 'ada@people.example', limit: '25', sensitive: 'false' },
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() =>
    expect(server.made('GET /api/admin/users').at(-1)?.query).toMatchObject({ sensitive: 'true' }),
  );
});

test('ADM-USR-07 a search with 25 hits says that there may be more', async () => {
  const found = Array.from({ length: 25 }, (_, at) => buildCustomerRow(String(100 + at)));
  open('/admin?open=search&search.q=people', { 'GET /api/admin/users': { users: found } });
  await screen.findByText('The first 25 are shown. Type more to narrow the search.');
});
