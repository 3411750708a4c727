import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { queryClient, userQuery } from '../../api/query.ts';
import { buildInvoice, buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, fakeServer, refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { usePlanDetails } from './subscription.query.ts';

function openHistory(answers: Answers) {
  return openScreen('/settings', { answers: { 'GET /api/subscription': buildSubscription(), ...answers } });
}

const table = async () => within(await screen.findByRole('table', { name: 'Billing history' }));
const pages = async () =>
  within(await screen.findByRole('navigation', { name: 'Pages of the billing history' }));

const page = (number: number) =>
  Array.from({ length: 10 }, (_, index) =>
    buildInvoice({ id: `in_${number}_${index}`, description: `Pro, page ${number}, number ${index}` }),
  );

test('BILL-07 BILL-20 BILL-21 an invoice shows its data, a PDF and a way to pay', async () => {
  vi.useFakeTimers({ now: Date.parse('2020-11-30T12:00:00.000Z'), toFake: ['Date'] });
  openHistory({
    'GET /api/user': buildUser({ timeZone: 'Pacific/Auckland' }),
    'GET /api/billing/history': {
      invoices: [
        buildInvoice({ id: 'in_3', status: 'draft', date: '2020-11-28T09:00:00.000Z', description: 'Soon' }),
        buildInvoice({ id: 'in_2', status: 'open', date: '2020-10-28T19:00:00.000Z' }),
        buildInvoice({ status: 'paid', amount: 700, currency: 'jpy', date: '2019-09-28T09:00:00.000Z' }),
      ],
      hasMore: false,
    },
  });
  const rows = (await table()).getAllByRole('row').slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 4)
      .map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['28 Nov', 'Soon', '$15.00', 'Draft'],
    ['29 Oct', 'Pro, 28 Oct to 28 Nov', '$15.00', 'Due'],
    ['28 Sept 2019', 'Pro, 28 Oct to 28 Nov', '¥700', 'Paid'],
  ]);
  const pay = within(rows[1] as HTMLElement).getByRole('link', {
    name: 'Pay invoice: Pro, 28 Oct to 28 Nov, 29 Oct',
  });
  expect(pay.getAttribute('href')).toBe('https://invoice.example/in_1');
  expect(screen.getAllByRole('button', { name: /^Download PDF/ })).toHaveLength(2);
});

test('BILL-22 BILL-37 a history that failed to load is tried again; the next of ten invoices a page begins after the last one', async () => {
  const refused = refusal(400, 'VALIDATION_FAILED', 'No such invoice.');
  const server = openHistory({ 'GET /api/billing/history': refused });
  await screen.findByText('Failed to load billing history');
  screen.getByText('No such invoice.');
  server.answer({ 'GET /api/billing/history': { invoices: page(1), hasMore: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await table()).getAllByRole('row')).toHaveLength(11);
  expect((await pages()).getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  server.answer({ 'GET /api/billing/history': { invoices: page(2), hasMore: false } });
  await userEvent.click((await pages()).getByRole('button', { name: 'Next' }));
  await (await table()).findByText('Pro, page 2, number 0');
  expect((await pages()).getByRole('status').textContent).toBe('Page 2');
  expect((await pages()).getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await userEvent.click((await pages()).getByRole('button', { name: 'Previous' }));
  await (await table()).findByText('Pro, page 1, number 0');
  const asked = server.made('GET /api/billing/history').map((call) => call.query);
  expect(asked).toEqual([{}, {}, { after: 'in_1_9' }]);
});

test('BILL-08 BILL-36 the PDF of an invoice is downloaded as a file', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const server = openHistory({
    'GET /api/user': buildUser({ timeZone: 'Pacific/Auckland' }),
    'GET /api/billing/history': {
      invoices: [buildInvoice(), buildInvoice({ id: 'in_2', date: '2020-09-27T19:00:00.000Z' })],
      hasMore: false,
    },
  });
  const second = () => screen.getAllByRole('button', { name: /^Download PDF/ })[1] as HTMLElement;
  await table();
  server.answer({ 'GET /api/billing/invoice/:id': refusal(404, 'NOT_FOUND', 'There is no such invoice.') });
  await userEvent.click(second());
  await screen.findByText('Failed to download invoice');
  screen.getByText('There is no such invoice.');
  expect(saved).toEqual([]);
  server.answer({
    'GET /api/billing/invoice/:id': () =>
      new Response('%PDF-1.4', { headers: { 'content-type': 'application/pdf' } }),
  });
  await userEvent.click(second());
  await waitFor(() => expect(saved).toEqual(['drumbeat-2020-09-28.pdf']));
  expect(screen.queryByText('Failed to download invoice')).toBeNull();
  expect(server.made('GET /api/billing/invoice/:id').map((call) => call.params.id)).toEqual(['in_2', 'in_2']);
  vi.restoreAllMocks();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('the details of a plan are used only while they agree with the user', async () => {
  const paused = buildSubscription({ status: 'past_due' });
  fakeServer({ 'GET /api/subscription': paused });
  const user = buildUser({ subscriptionStatus: 'past_due' });
  queryClient.setQueryData(userQuery.queryKey, user);
  const { result } = renderHook(usePlanDetails, { wrapper });
  expect(result.current).toEqual({ data: undefined, isLoading: true });
  await waitFor(() => expect(result.current).toEqual({ data: paused, isLoading: false }));
  act(() => {
    queryClient.setQueryData(userQuery.queryKey, { ...user, subscriptionStatus: 'active' });
  });
  await waitFor(() => expect(result.current).toEqual({ data: undefined, isLoading: false }));
});
