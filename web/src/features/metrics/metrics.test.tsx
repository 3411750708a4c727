import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../testing/axe.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { factsIn, rowsIn } from '../../testing/read-values.ts';
import { openScreen } from '../../testing/screen.tsx';

const year = new Date().getUTCFullYear();
const monthly = Array.from({ length: 12 }, (_, index) => ({
  month: `${year}-${String(index + 1).padStart(2, '0')}`,
  revenue: index * 100,
  paidInvoiceCount: index,
}));
const revenue = {
  currency: 'usd',
  total: 6600,
  paidInvoiceCount: 66,
  year,
  monthly,
  currencies: ['eur', 'usd'],
};
const operations: CallOutput<'GET /api/admin/metrics/operations'> = {
  days: 30,
  posted: [{ label: 'pro', count: 9 }],
  failed: [{ label: 'DUPLICATE_TWEET', count: 2 }],
  lateness: [{ label: '1', count: 9001 }],
  costs: [
    { tier: 'pro', x_micros: 215_000, model_micros: 900, revenue: [{ currency: 'usd', amount: 1500 }] },
  ],
  backlog: {
    due: 1,
    overdue_seconds: 4,
    unknown: 5,
    stopped: false,
    held: [{ label: 'paused', count: 3 }],
    jobs: [{ label: 'post', count: 2 }],
  },
  forecast: { x_micros: 921_429, model_micros: 30_000 },
  at: '2026-01-02T03:04:00.000Z',
};
const growthMonth = {
  month: `${year}-01`,
  signed_up: 10,
  trials_started: 4,
  trials_converted: 3,
  trials_lapsed: 2,
};
const noGrowth = {
  signed_up: 0,
  trials_started: 0,
  trials_converted: 0,
  trials_lapsed: 0,
  subscriptions_started: 0,
  subscriptions_ended: 0,
};
const noCohort = { signed_up: 0, trials: 0, converted: 0, subscribed: 0, ended: 0 };
const open = (answers: Answers = {}) =>
  openScreen('/admin?open=metrics', {
    user: buildUser({ roles: ['ops'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['ops'] },
      'GET /api/admin/metrics/summary': {
        users: 1234,
        subscribers: 7,
        trials: 2,
        posted_posts: 5_000,
        failed_posts: 3_000,
      },
      'GET /api/admin/metrics/subscribers': { active: 7, inactive: 1227, hasEverSubscribed: 11 },
      'GET /api/admin/metrics/revenue': revenue,
      'GET /api/admin/metrics/growth': {
        months: [
          { ...noGrowth, month: `${year - 1}-11` },
          { ...noGrowth, month: `${year - 1}-12`, signed_up: 1 },
          { ...growthMonth, subscriptions_started: 5, subscriptions_ended: 2 },
        ],
        cohorts: [
          { ...noCohort, month: `${year - 1}-11` },
          { ...noCohort, month: `${year - 1}-12`, signed_up: 1 },
          { month: `${year}-01`, signed_up: 20, trials: 7, converted: 3, subscribed: 5, ended: 1 },
        ],
      },
      'GET /api/admin/metrics/operations': operations,
      ...answers,
    },
  });

afterEach(() => vi.restoreAllMocks());

/** The cells of the first row of a table. */
const firstRow = async (table: string) => Object.values((await rowsIn(table))[0] ?? {});

test('ADM-MET-01 ADM-MET-03 ADM-MET-10 ADM-MET-11 the section shows people, twelve months of revenue, growth and costs', async () => {
  const server = open();
  await screen.findByText('Business Metrics');
  const table = within(await screen.findByRole('table', { name: `Revenue of ${year}` }));
  expect(table.getAllByRole('row')).toHaveLength(1 + 12 + 1);
  expect(table.getAllByRole('row').at(-1)?.textContent).toBe('Total$66.0066');
  await screen.findByRole('heading', { name: 'Waiting now' });
  expect((await rowsIn(`Revenue of ${year}`))[2]).toEqual({
    Month: `${year}-03`,
    Revenue: '$2.00',
    'Paid invoices': '2',
  });
  const chart = await screen.findByRole('img', { name: `Revenue by month of ${year} in USD` });
  expect(chart.textContent).toBe('$11.00$0.00010203040506070809101112');
  expect(server.made('GET /api/admin/metrics/revenue')[0]?.query).toEqual({ year: String(year) });
  const january = `${year}-01`;
  expect((await rowsIn('Trials and churn by month')).map(Object.values)).toEqual([
    [january, '10', '4', '3', '60 %', '5', '2'],
    [`${year - 1}-12`, '1', '0', '0', '–', '0', '0'],
  ]);
  await screen.findByText('Users');
  await screen.findByText('Posts held');
  expect(factsIn(document.body)).toMatchObject({
    Users: '1,234',
    'Active subscribers': '7',
    'In trial': '2',
    Inactive: '1,227',
    'Ever subscribed': '11',
    'Posts published': '5,000',
    'Posts failed': '3,000',
    Publishing: 'Running',
    'Posts due': '1',
    'Oldest overdue': '4 s',
    'Outcome unknown': '5',
    'Posts held': 'paused 3',
    'Jobs waiting': 'post 2',
  });
  expect((await rowsIn('Cohorts by month of sign-up')).map(Object.values)).toEqual([
    [january, '20', '7', '3', '5', '25 %', '1'],
    [`${year - 1}-12`, '1', '0', '0', '0', '0 %', '0'],
  ]);
  expect(await firstRow('Posts by lateness')).toEqual(['Within 1 second', '9,001']);
  expect(await firstRow('Failed posts by reason')).toEqual(['DUPLICATE_TWEET', '2']);
  expect(await firstRow('Costs against revenue by plan')).toEqual(['pro', '$0.22', '$0.00', '$15.00']);
  screen.getByText(
    'At the pace of the last 7 days, X will cost $0.92 of credits in 30 days, and the model $0.03.',
  );
  await expectAccessible(document.body);
});

test('ADM-MET-12 a failed load shows the message of the server or a default', async () => {
  const server = open({
    'GET /api/admin/metrics/revenue': () => new Response('', { status: 400 }),
    'GET /api/admin/metrics/growth': refusal(403, 'FORBIDDEN', 'Not for you.'),
    'GET /api/admin/metrics/subscribers': refusal(403, 'FORBIDDEN', 'Nobody is counted.'),
  });
  await screen.findByText('Failed to load metrics');
  await screen.findByText('Not for you.');
  const box = (await screen.findByText('Nobody is counted.')).closest<HTMLElement>('[role=alert]');
  server.answer({
    'GET /api/admin/metrics/subscribers': { active: 7, inactive: 1227, hasEverSubscribed: 11 },
  });
  await userEvent.click(within(box as HTMLElement).getByRole('button', { name: 'Try again' }));
  await screen.findByText('1,227');
});

test('ADM-MET-05 ADM-MET-06 ADM-MET-07 ADM-MET-14 another year and currency go into the call and the address; the CSV of a year is saved under the name of the server, or its failure is shown', async () => {
  const server = open();
  await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'EUR');
  await userEvent.selectOptions(screen.getByLabelText('Year'), String(year - 1));
  await waitFor(() =>
    expect(server.made('GET /api/admin/metrics/revenue').at(-1)?.query).toEqual({
      year: String(year - 1),
      currency: 'eur',
    }),
  );
  expect(server.router.state.location.search).toContain(`metrics.year=${year - 1}`);
  const years = [...screen.getByLabelText('Year').querySelectorAll('option')];
  expect(years.map(({ value }) => Number(value))).toEqual([0, 1, 2, 3, 4].map((back) => year - back));
  const currencies = [...screen.getByLabelText('Currency').querySelectorAll('option')];
  expect(currencies.map(({ textContent }) => textContent)).toEqual(['USD', 'EUR']);

  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const headers = {
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="of-server.csv"',
  };
  server.answer({ 'GET /api/admin/metrics/revenue/export': () => new Response('', { status: 418 }) });
  const button = await screen.findByRole('button', { name: 'Export CSV' });
  await userEvent.click(button);
  await screen.findByText('Failed to export CSV (418)');
  server.answer({ 'GET /api/admin/metrics/revenue/export': () => new Response('month\n', { headers }) });
  await userEvent.click(button);
  await waitFor(() => expect(names).toEqual(['of-server.csv']));
  expect(server.made('GET /api/admin/metrics/revenue/export').at(-1)?.query).toEqual({
    year: String(year - 1),
  });
});
