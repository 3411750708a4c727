import type { FeedbackRecord } from '@drumbeat/contract/feedback/feedback.admin.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../testing/axe.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../testing/read-values.ts';
import { openScreen } from '../../testing/screen.tsx';

const record = (id: string, given: Partial<FeedbackRecord> = {}): FeedbackRecord => ({
  id,
  created_at: '2026-01-02T03:04:00.000Z',
  user_email: `${id}***@people.example`,
  user_id: `70${id}`,
  category: 'bug',
  rating: 2,
  message: `Message ${id}`,
  page_path: '/dashboard',
  request_id: `request-${id}`,
  ...given,
});
const open = (answers: Answers = {}) =>
  openScreen('/admin?open=feedback', {
    user: buildUser({ roles: ['support'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['support'] },
      'GET /api/admin/feedback': { feedback: [record('1', { rating: null })], nextPage: null },
      ...answers,
    },
  });

test('ADM-FB-01 ADM-FB-02 the section lists feedback, and opens a message with its request and customer', async () => {
  const long = `The whole of it: ${'word '.repeat(60)}end.`;
  const exact = 'x'.repeat(120);
  const other = record('2', { message: exact, rating: null, category: 'other' });
  const server = open({
    'GET /api/admin/feedback': { feedback: [record('1', { message: long }), other], nextPage: null },
  });
  const whole = { Email: '2***@people.example', Received: expect.stringContaining('1 Jan ') };
  await screen.findByText('User Feedback');
  const table = within(await screen.findByRole('table', { name: 'Feedback' }));
  expect(table.queryByText(long)).toBeNull();
  expect(await rowsIn('Feedback')).toEqual([
    {
      Category: 'Bug',
      Email: '1***@people.example',
      Message:
        'The whole of it: word word word word word word word word word word word word word word word word word word word word wor…',
      Rating: '2',
      Received: expect.stringContaining('1 Jan '),
    },
    { ...whole, Message: exact, Rating: '–', Category: 'Other' },
  ]);

  await userEvent.click(table.getByRole('button', { name: '1***@people.example' }));
  const panel = within(await screen.findByRole('dialog', { name: '1***@people.example' }));
  panel.getByText(long);
  expect(factsIn(screen.getByRole('dialog'))).toEqual({
    Category: 'Bug',
    Page: '/dashboard',
    Rating: '2 of 5',
    Received: expect.stringContaining('1 Jan '),
  });
  panel.getByText('request-1');
  const customer = panel.getByRole('link', { name: 'Open customer' });
  expect(customer.getAttribute('href')).toBe('/admin/customer?id=701');
  expect(server.router.state.location.search).toBe('?open=feedback&feedback.message=1');
  await expectAccessible(document.body);
});

test('ADM-FB-03 ADM-FB-04 filters go into the address and the call, and ratings take digits only', async () => {
  const server = open();
  await screen.findByRole('table', { name: 'Feedback' });
  const asked = () => server.made('GET /api/admin/feedback').at(-1)?.query;
  expect(asked()).toEqual({ q: '', sensitive: 'false', page: '1' });
  const category = screen.getByLabelText('Category');
  const options = [...category.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options).toEqual(['All', 'General', 'Feature', 'Bug', 'Other']);
  await userEvent.selectOptions(category, 'Feature');
  await userEvent.type(screen.getByLabelText('Minimum rating'), 'a-4');
  await userEvent.type(screen.getByLabelText('Maximum rating'), 'x5');
  expect(screen.getByLabelText('Minimum rating')).toHaveProperty('value', '4');
  await userEvent.type(screen.getByLabelText('Search'), 'calendar{Enter}');
  await waitFor(() =>
    expect(asked()).toEqual({
      q: 'calendar',
      category: 'feature',
      min_rating: '4',
      max_rating: '5',
      sensitive: 'false',
      page: '1',
    }),
  );
  expect(server.router.state.location.search).toContain('feedback.min=4');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await waitFor(() => expect(asked()?.sensitive).toBe('true'));
  await userEvent.clear(screen.getByLabelText('Search'));
  await userEvent.type(screen.getByLabelText('Search'), 'ab{Enter}');
  await screen.findByText('Type at least 3 characters.');
  expect(server.made('GET /api/admin/feedback').map(({ query }) => query.q)).not.toContain('ab');
});
