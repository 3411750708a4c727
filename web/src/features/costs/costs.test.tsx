import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, fakeServer, refusal } from '../../testing/fake-server.ts';
import { factsIn, sectionOf } from '../../testing/read-values.ts';
import { expectReadAgain, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { LinkNote } from './LinkNote.tsx';
import { LinkSign } from './LinkSign.tsx';

const charges = {
  post: 1_500_000,
  post_with_link: 2_000_000,
  post_read: 5_000,
  profile_read: 10_000,
  model: 900,
  total: 3_515_900,
};
const credits: CallOutput<'GET /api/admin/costs/credits'> = {
  balance_micros: 4_000_000,
  recorded_at: '2026-01-02T03:04:00.000Z',
  days_left: 3,
  next_30_days_micros: 40_000_000,
  alarm_days: 7,
  is_low: true,
  counted_at: '2026-01-02T03:17:00.000Z',
};
const usd = (amount: number) => [{ currency: 'usd', amount }];
const open = (answers: Answers = {}, roles: ('ops' | 'support')[] = ['ops']) =>
  openScreen('/admin?open=costs', {
    user: buildUser({ roles }),
    answers: {
      'GET /api/admin/me/roles': { roles },
      'GET /api/admin/costs': {
        days: 30,
        tiers: [
          { tier: 'pro', x_micros: 3_000_000, model_micros: 900, revenue: usd(1500), margin: 11_999_100 },
        ],
        charges,
        credits,
        at: '2026-01-02T03:04:00.000Z',
      },
      'GET /api/admin/costs/credits': credits,
      'GET /api/admin/costs/customers': {
        month: '2026-01',
        customers: [
          {
            user_id: '7',
            email: 'a***@people.example',
            tier: 'free',
            posts: 20,
            posts_with_link: 10,
            x_micros: 3_515_000,
            model_micros: 900,
            revenue: [],
            margin: -3_515_900,
          },
        ],
      },
      ...answers,
    },
  });

test('COST-07 COST-08 staff see costs against revenue, the dearest customers, and how long the credits last', async () => {
  // On the device it is February already.
  vi.useFakeTimers({ now: Date.parse('2026-01-31T22:00:00.000Z'), toFake: ['Date'] });
  const server = open();
  const plans = within(await screen.findByRole('table', { name: 'Costs against revenue by plan' }));
  expect(plans.getAllByRole('row')[1]?.textContent).toBe('pro$3.00$0.001$15.00$12.00');
  const people = within(await screen.findByRole('table', { name: 'Most expensive customers' }));
  expect(people.getAllByRole('row')[1]?.textContent).toBe('a***@people.examplefree2010$3.52$0.001–-$3.52');
  expect(factsIn(document.body)).toEqual({
    Alarm: 'Under 7 days',
    'Balance recorded': 'Thu 1 Jan 17:04',
    'In all': '$3.52',
    'Language models': '$0.001',
    Lasts: '3 days',
    'Left by our ledger': '$4.00',
    'Maintenance active': 'No',
    'Posts read': '$0.005',
    'Posts with a link': '$2.00',
    'Posts without a link': '$1.50',
    'Profiles read': '$0.01',
    Window: 'None planned',
    'X will charge in 30 days': '$40.00',
  });
  const sections = [...document.querySelectorAll('#costs h2')].map(({ textContent }) => textContent);
  expect(sections.slice(-4)).toEqual([
    'Credits at X',
    'Costs against revenue by plan',
    'Costs by type',
    'Most expensive customers',
  ]);
  const columns = ['Customer', 'Plan', 'Posts', 'With a link', 'X', 'Models', 'Revenue', 'Margin'];
  expect(people.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(columns);
  for (const words of [
    'X holds the balance. Record it here after you buy credits; our ledger then subtracts what is spent.',
    'The last 30 days, in UTC. The margin is revenue in dollars less costs.',
    'Per calendar month (UTC), updated every minute. The top 100 by cost, without deleted accounts.',
  ])
    screen.getByText(words);
  await expectAccessible(document.body);
  const month = screen.getByLabelText<HTMLSelectElement>('Month');
  expect([...month.options].map(({ value }) => value)).toEqual([
    '2026-01',
    '2025-12',
    '2025-11',
    '2025-10',
    '2025-09',
    '2025-08',
  ]);
  expect(server.made('GET /api/admin/costs/customers').map(({ query }) => query)).toEqual([
    { month: '2026-01' },
  ]);
  const before = '2025-11';
  await userEvent.selectOptions(month, before);
  await waitFor(() =>
    expect(server.made('GET /api/admin/costs/customers').at(-1)?.query).toEqual({ month: before }),
  );
});

test('COST-09 credits that end soon stand at the top of the console, for those who may act', async () => {
  open();
  await screen.findByText('The credits at X last 3 more days ($4.00 left). Buy more, or posts stop.');
  document.body.innerHTML = '';
  const server = open({}, ['support']);
  await screen.findByText('Overview');
  expect(server.made('GET /api/admin/costs/credits')).toEqual([]);
});

test('COST-09 credits that last, or are not recorded yet, are no warning; without costs the tables say so', async () => {
  const unknown = { ...credits, balance_micros: null, recorded_at: null, days_left: null, is_low: false };
  const server = open({
    'GET /api/admin/costs': {
      days: 30,
      tiers: [],
      charges,
      credits: unknown,
      at: '2026-01-02T03:04:00.000Z',
    },
    'GET /api/admin/costs/credits': unknown,
    'GET /api/admin/costs/customers': new Response(null, { status: 400 }),
  });
  const box = (await screen.findByText('Failed to load costs')).closest<HTMLElement>('[role=alert]');
  server.answer({ 'GET /api/admin/costs/customers': { month: '2026-01', customers: [] } });
  await userEvent.click(within(box as HTMLElement).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByText('No costs yet.')).toHaveLength(2));
  expect(factsIn(document.body)).toMatchObject({
    'Balance recorded': '–',
    Lasts: 'Unknown until a balance is recorded',
    'Left by our ledger': 'Not recorded yet',
  });
  expect(server.made('GET /api/admin/costs/credits')).toHaveLength(1);
  expect(screen.queryByText(/^The credits at X/)).toBeNull();
});

test('COST-08 a balance is recorded with its reason; a refusal keeps what was typed', async () => {
  const server = open({ 'POST /api/admin/costs/credits': refusal(503, 'UNAVAILABLE', 'Try again soon.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Record balance' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record the balance shown by X' }));
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Record balance' }));
  const balance = dialog.getByLabelText('Balance in dollars');
  expect(balance).toHaveProperty('inputMode', 'decimal');
  await waitFor(() => expect(document.activeElement).toBe(balance));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Bought more.');
  await submit();
  dialog.getByText('Enter dollars and cents, from 0 to 1,000,000.');
  dialog.getByText("As shown in X's developer console.");
  expect(server.made('POST /api/admin/costs/credits')).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Balance in dollars'), '1,250.50');
  await submit();
  await dialog.findByText('Try again soon.');
  server.answer({ 'POST /api/admin/costs/credits': new Response(null, { status: 500 }) });
  await submit();
  await dialog.findByText('The balance could not be recorded.');
  fireEvent.change(balance, { target: { value: '1300' } });
  await submit();
  await waitFor(() => expect(server.made('POST /api/admin/costs/credits')).toHaveLength(3));
  fireEvent.change(balance, { target: { value: '1,250.50' } });
  server.answer({ 'POST /api/admin/costs/credits': { ...credits, is_low: false } });
  await expectReadAgain(server, ['GET /api/admin/costs', 'GET /api/admin/costs/credits'], submit);
  await screen.findByText('Balance recorded.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [refused, lost, other, made] = server.made('POST /api/admin/costs/credits').map(({ body }) => body);
  expect(made).toEqual({ key: expect.any(String), dollars: 1250.5, reason: 'Bought more.' });
  // A repeat must be known as one, and another balance as another.
  expect(lost).toEqual(refused);
  const keys = [refused, other, made].map((body) => (body as { key: string }).key);
  expect(new Set(keys).size).toBe(3);
  await userEvent.click(screen.getByRole('button', { name: 'Record balance' }));
  expect(await screen.findByLabelText('Balance in dollars')).toHaveProperty('value', '');
});

test('COST-06 a text with a link says what X bills for it, and a post that counts already needs no more room', async () => {
  const cycle = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };
  const server = fakeServer({ 'GET /api/links': { limit: 4, cycles: [{ ...cycle, used: 4 }] } });
  const posts = [
    { content: 'See example.com', at: null },
    { content: 'No link', at: null },
  ];
  // Without a link nothing is to be known.
  render(
    <QueryClientProvider client={queryClient}>
      <LinkNote posts={posts.slice(1)} />
    </QueryClientProvider>,
  );
  expect(server.names()).toEqual([]);
  render(
    <QueryClientProvider client={queryClient}>
      <LinkNote posts={posts} />
      <LinkNote posts={posts} counted={1} />
      <LinkNote posts={posts.slice(1)} />
      <LinkSign content="See example.com" />
      <LinkSign content="No link" />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getAllByRole('status')).toHaveLength(2));
  expect(
    screen.getAllByRole('status').map(({ textContent, dataset }) => [textContent, dataset.over]),
  ).toEqual([
    [
      '1 post has a link: X bills $0.20 for it instead of $0.015, and that is more than your plan has left: 0 of 4.',
      'true',
    ],
    [
      '1 post has a link: X bills $0.20 for it instead of $0.015, and that uses 1 of the 1 left in your plan this cycle.',
      undefined,
    ],
  ]);
  expect(screen.getAllByText(/^Link, /).map(({ textContent, title }) => [textContent, title])).toEqual([
    [
      'Link, $0.20',
      'X bills $0.20 for a post with a link instead of $0.015. Your plan includes a set number of them each cycle.',
    ],
  ]);
  // What is left is asked for each time, since each post takes of it.
  const asked = server.made('GET /api/links').length;
  render(
    <QueryClientProvider client={queryClient}>
      <LinkNote posts={posts} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(server.made('GET /api/links')).toHaveLength(asked + 1));
});

test('all that the costs say', async () => {
  open();
  await expectWords(
    await sectionOf('costs'),
    `
    ## Costs
    ## Credits at X
    X holds the balance. Record it here after you buy credits; our ledger then subtracts what is spent.
    Left by our ledger
    $4.00
    Lasts
    3 days
    X will charge in 30 days
    $40.00
    Balance recorded
    Thu 1 Jan 17:04
    Alarm
    Under 7 days
    Record balance
    ## Costs against revenue by plan
    The last 30 days, in UTC. The margin is revenue in dollars less costs.
    (Costs against revenue by plan)
    Plan
    X
    Models
    Revenue
    Margin
    pro
    $3.00
    $0.001
    $15.00
    $12.00
    ## Costs by type
    Posts without a link
    $1.50
    Posts with a link
    $2.00
    Posts read
    $0.005
    Profiles read
    $0.01
    Language models
    $0.001
    In all
    $3.52
    ## Most expensive customers
    Per calendar month (UTC), updated every minute. The top 100 by cost, without deleted accounts.
    Month
    [${new Date().toISOString().slice(0, 7)}]
    (Most expensive customers)
    Customer
    Plan
    Posts
    With a link
    X
    Models
    Revenue
    Margin
    a***@people.example
    free
    20
    10
    $3.52
    $0.001
    –
    -$3.52
  `,
    { withoutYears: true },
  );
});
