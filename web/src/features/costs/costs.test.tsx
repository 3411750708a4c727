import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { factsIn } from '../../testing/read-values.ts';
import { expectReadAgain, fill, openScreen } from '../../testing/screen.tsx';

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

test('COST-07 COST-08 staff see costs and revenue, the most expensive customers and the credits left', async () => {
  // In the browser's zone it is February already.
  vi.useFakeTimers({ now: Date.parse('2026-01-31T22:00:00.000Z'), toFake: ['Date'] });
  const server = open();
  const plans = within(await screen.findByRole('table', { name: 'Costs against revenue by plan' }));
  expect(plans.getAllByRole('row')[1]?.textContent).toBe('pro$3.00$0.001$15.00$12.00');
  const people = within(await screen.findByRole('table', { name: 'Most expensive customers' }));
  expect(people.getAllByRole('row')[1]?.textContent).toBe('a***@people.examplefree2010$3.52$0.001–-$3.52');
  expect(factsIn(document.body)).toMatchObject({
    Alarm: 'Under 7 days',
    'In all': '$3.52',
    Lasts: '3 days',
    'Left by our ledger': '$4.00',
    'Posts with a link': '$2.00',
    'X will charge in 30 days': '$40.00',
  });
  const month = screen.getByLabelText<HTMLSelectElement>('Month');
  expect(server.made('GET /api/admin/costs/customers').map(({ query }) => query)).toEqual([
    { month: '2026-01' },
  ]);
  const before = '2025-11';
  await userEvent.selectOptions(month, before);
  await waitFor(() =>
    expect(server.made('GET /api/admin/costs/customers').at(-1)?.query).toEqual({ month: before }),
  );
});

test('COST-09 credits that end soon are announced to staff who may act', async () => {
  open();
  await screen.findByText('The credits at X last 3 more days ($4.00 left). Buy more, or posts stop.');
  document.body.innerHTML = '';
  const server = open({}, ['support']);
  await screen.findByText('Overview');
  expect(server.made('GET /api/admin/costs/credits')).toEqual([]);
});

test('COST-08 a balance is recorded once with its reason', async () => {
  const server = open({ 'POST /api/admin/costs/credits': refusal(503, 'UNAVAILABLE', 'Try again soon.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Record balance' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record the balance shown by X' }));
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Record balance' }));
  const balance = dialog.getByLabelText('Balance in dollars');
  fill(dialog.getByLabelText('Reason'), 'Bought more.');
  await submit();
  dialog.getByText('Enter dollars and cents, from 0 to 1,000,000.');
  expect(server.made('POST /api/admin/costs/credits')).toEqual([]);
  fill(dialog.getByLabelText('Balance in dollars'), '1,250.50');
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
  // A repeat has the same key, another balance another one.
  expect(lost).toEqual(refused);
  const keys = [refused, other, made].map((body) => (body as { key: string }).key);
  expect(new Set(keys).size).toBe(3);
});
