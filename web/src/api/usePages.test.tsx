import type { CallName } from '@drumbeat/contract/calls.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildEvent, email, openCustomer, post } from '../features/admin/customer/open-customer.fixture.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { type Answers, held, unanswered } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';
import { invalidate } from './query.ts';

const feedback = {
  created_at: '2026-01-02T03:04:00.000Z',
  user_email: 'a***@people.example',
  user_id: '7',
  category: 'bug',
  rating: 2,
  page_path: '/dashboard',
  request_id: 'r',
};
const user = buildUser({ roles: ['admin'] });
const openFeedback = (answers: Answers) =>
  openScreen('/admin?open=feedback', {
    user,
    answers: { 'GET /api/admin/me/roles': { roles: ['admin'] }, ...answers },
  });
const showSensitive = () => userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));

type Row = (n: number) => object;
const postRow: Row = (n) => ({ ...post(String(n), 'Pending'), content: `Row ${n}` });
const emailRow: Row = (n) => ({ ...email, id: String(n), meta: { ...email.meta, subject: `Row ${n}` } });
const feedbackRow: Row = (n) => ({ ...feedback, id: String(n), message: `Row ${n}` });
const rows = () => screen.getAllByText(/^Row \d$/).map(({ textContent }) => textContent);
/** Three pages of one row each, named by its number. */
const pagesOf = (list: string, row: Row, next = 'nextPage') =>
  function page({ query }: { query: Record<string, string> }) {
    const n = Number(query.page ?? query.before ?? 1);
    return { [list]: [row(n)], [next]: n === 3 ? null : n + 1 };
  };

test.each<
  [
    name: CallName,
    open: (answers: Answers) => ReturnType<typeof openScreen>,
    page: ReturnType<typeof pagesOf>,
    narrow: () => Promise<unknown>,
  ]
>([
  [
    'GET /api/admin/users/:id/posts',
    (answers) => openCustomer('posts', answers),
    pagesOf('posts', postRow),
    () => userEvent.selectOptions(screen.getByLabelText('X account'), '@ada'),
  ],
  [
    'GET /api/admin/users/:id/emails',
    (answers) => openCustomer('emails', answers),
    pagesOf('emails', emailRow),
    showSensitive,
  ],
  [
    'GET /api/admin/users/:id/timeline',
    (answers) => openCustomer('security', answers),
    pagesOf('events', (n) => buildEvent({ id: `audit:${n}`, action: `row_${n}` }), 'next'),
    showSensitive,
  ],
  ['GET /api/admin/feedback', openFeedback, pagesOf('feedback', feedbackRow), showSensitive],
])(
  'ADM-CON-26 ADM-FB-05 %s: "Load more" adds each next page below and keeps the session, what is read again does not',
  async (name, open, page, narrow) => {
    const answer = (given: unknown) => ({ [name]: given }) as Answers;
    const server = open(answer(page));
    const made = () => server.made(name);
    const marks = (): boolean[] => made().map(({ isBackground }) => isBackground);
    await screen.findByText('Row 1');
    const more = screen.getByRole('button', { name: 'Load more' });

    const second = held<void>();
    server.answer(answer((asked: never) => second.promise.then(() => page(asked))));
    await userEvent.click(more);
    await waitFor(() => expect(more.ariaBusy).toBe('true'));
    expect(rows()).toEqual(['Row 1']);
    second.give();
    await screen.findByText('Row 2');
    await waitFor(() => expect(more.ariaBusy).toBeNull());

    const again = held<void>();
    server.answer(answer((asked: never) => again.promise.then(() => page(asked))));
    const isRead = invalidate(name);
    await waitFor(() => expect(marks()).toEqual([false, false, true]));
    // It is not what was pressed.
    expect(more.ariaBusy).toBeNull();
    again.give();
    await isRead;
    expect(marks()).toEqual([false, false, true, true]);

    await userEvent.click(more);
    await screen.findByText('Row 3');
    expect(rows()).toEqual(['Row 1', 'Row 2', 'Row 3']);
    await waitFor(() => expect(more.isConnected).toBe(false));
    expect(made().map(({ query }) => Number(query.page ?? query.before ?? 1))).toEqual([1, 2, 1, 2, 3]);
    expect(marks().at(-1)).toBe(false);

    // What is asked for next takes the place of what is shown, once it is here.
    server.answer(answer(unanswered));
    await narrow();
    await waitFor(() => expect(made()).toHaveLength(6));
    expect(made()[5]?.query).toMatchObject(
      name.endsWith('posts') ? { twitterAccountId: '3' } : { sensitive: 'true' },
    );
    expect(rows()).toEqual(['Row 1', 'Row 2', 'Row 3']);
  },
);

test.each<[list: string, open: (answers: Answers) => unknown, name: CallName, row: Row]>([
  ['posts', (answers) => openCustomer('posts', answers), 'GET /api/admin/users/:id/posts', postRow],
  ['emails', (answers) => openCustomer('emails', answers), 'GET /api/admin/users/:id/emails', emailRow],
  ['feedback', openFeedback, 'GET /api/admin/feedback', feedbackRow],
])(
  'of the %s, a row that a newer one has moved to the next page stands once',
  async (list, open, name, row) => {
    const page = ({ query }: { query: Record<string, string> }) =>
      query.page === '2'
        ? { [list]: [row(2), row(3)], nextPage: null }
        : { [list]: [row(1), row(2)], nextPage: 2 };
    open({ [name]: page } as Answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('Row 3');
    expect(rows()).toEqual(['Row 1', 'Row 2', 'Row 3']);
  },
);
