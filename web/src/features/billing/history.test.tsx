import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildInvoice, buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';

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

test('BILL-07 BILL-20 BILL-21 an invoice has its date, description, amount and status, a PDF, and a way to pay what is due', async () => {
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
  const headings = (await table()).getAllByRole('columnheader').map((heading) => heading.textContent);
  expect(headings).toEqual(['Date', 'Description', 'Amount', 'Status', 'Invoice']);
  const pay = within(rows[1] as HTMLElement).getByRole('link', {
    name: 'Pay invoice: Pro, 28 Oct to 28 Nov, 29 Oct',
  });
  expect([pay.getAttribute('href'), pay.getAttribute('target'), pay.getAttribute('rel')]).toEqual([
    'https://invoice.example/in_1',
    '_blank',
    'noreferrer',
  ]);
  expect(screen.getAllByRole('button', { name: /^Download PDF/ }).map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Download PDF: Pro, 28 Oct to 28 Nov, 29 Oct',
    'Download PDF: Pro, 28 Oct to 28 Nov, 28 Sept 2019',
  ]);
  expect(screen.queryByRole('navigation', { name: 'Pages of the billing history' })).toBeNull();
});

test('BILL-22 ten invoices a page; the next page begins after the last one, and previous leads back', async () => {
  const server = openHistory({ 'GET /api/billing/history': { invoices: page(1), hasMore: true } });
  expect((await table()).getAllByRole('row')).toHaveLength(11);
  expect((await pages()).getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  const second = held<{ invoices: ReturnType<typeof page>; hasMore: boolean }>();
  server.answer({ 'GET /api/billing/history': () => second.promise });
  await userEvent.click((await pages()).getByRole('button', { name: 'Next' }));
  // Until it comes the first page stands, marked as on its way, and no third is asked for.
  await waitFor(async () =>
    expect((await pages()).getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true),
  );
  expect(screen.getByRole('table', { name: 'Billing history' }).ariaBusy).toBe('true');
  (await table()).getByText('Pro, page 1, number 0');
  second.give({ invoices: page(2), hasMore: true });
  await (await table()).findByText('Pro, page 2, number 0');
  expect((await pages()).getByRole('status').textContent).toBe('Page 2');
  server.answer({ 'GET /api/billing/history': { invoices: [], hasMore: false } });
  await userEvent.click((await pages()).getByRole('button', { name: 'Next' }));
  // What the third page had is gone meanwhile: only that page is empty.
  await waitFor(async () => expect((await table()).getAllByRole('row')).toHaveLength(1));
  expect(screen.queryByText('No invoices yet.')).toBeNull();
  (await pages()).getByText('Page 3');
  expect((await pages()).getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await userEvent.click((await pages()).getByRole('button', { name: 'Previous' }));
  await (await table()).findByText('Pro, page 2, number 0');
  await userEvent.click((await pages()).getByRole('button', { name: 'Previous' }));
  await (await table()).findByText('Pro, page 1, number 0');
  // What was read a moment ago is not asked for again.
  expect(server.made('GET /api/billing/history').map((call) => call.query)).toEqual([
    {},
    { after: 'in_1_9' },
    { after: 'in_2_9' },
  ]);
  // It holds for five minutes.
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 298_000);
  onTestFinished(() => clock.mockRestore());
  await userEvent.click((await pages()).getByRole('button', { name: 'Next' }));
  await (await table()).findByText('Pro, page 2, number 0');
  expect(server.made('GET /api/billing/history')).toHaveLength(3);
  clock.mockReturnValue(now + 300_000);
  await userEvent.click((await pages()).getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(server.made('GET /api/billing/history')).toHaveLength(4));
});

test('BILL-21 a history without invoices says so', async () => {
  openHistory({ 'GET /api/billing/history': { invoices: [], hasMore: false } });
  await screen.findByText('No invoices yet.');
  expect(screen.queryByRole('table', { name: 'Billing history' })).toBeNull();
});

test('BILL-37 a history that could not be loaded says so, and can be tried again', async () => {
  const server = openHistory({
    'GET /api/billing/history': refusal(400, 'VALIDATION_FAILED', 'No such invoice.'),
  });
  await screen.findByText('Failed to load billing history');
  screen.getByText('No such invoice.');
  screen.getByText('request-1');
  server.answer({ 'GET /api/billing/history': { invoices: [buildInvoice()], hasMore: false } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await table();
});

test('BILL-08 BILL-36 the PDF of an invoice comes through us as a file; a failure is said', async () => {
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
  const answer = held<Response>();
  server.answer({ 'GET /api/billing/invoice/:id': () => answer.promise });
  await userEvent.click(second());
  const downloads = screen.getAllByRole('button', { name: /^Download PDF/ });
  await waitFor(() => expect(downloads.map(({ ariaBusy }) => ariaBusy)).toEqual([null, 'true']));
  answer.give(refusal(404, 'NOT_FOUND', 'There is no such invoice.'));
  await screen.findByText('Failed to download invoice');
  screen.getByText('There is no such invoice.');
  screen.getByText('request-1');
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
