import { expect, test } from 'vitest';
import { buildInvoice } from '../../testing/build-subscription.fixture.ts';
import { hasPdf, invoiceFileName, payAddress } from './invoice.rules.ts';

test('the file of an invoice is named by its day in the zone of the person', () => {
  const invoice = buildInvoice({ date: '2026-11-29T03:00:00.000Z' });
  expect(invoiceFileName(invoice, 'America/New_York')).toBe('drumbeat-2026-11-28.pdf');
  expect(invoiceFileName(invoice, 'UTC')).toBe('drumbeat-2026-11-29.pdf');
});

test('a draft has no PDF, and only an open invoice can be paid', () => {
  const statuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
  expect(statuses.filter((status) => hasPdf({ status }))).toEqual(['open', 'paid', 'void', 'uncollectible']);
  expect(statuses.filter((status) => payAddress(buildInvoice({ status })))).toEqual(['open']);
  expect(payAddress(buildInvoice({ status: 'open' }))).toBe('https://invoice.example/in_1');
  expect(payAddress(buildInvoice({ status: 'open', amount: 0 }))).toBeNull();
  expect(payAddress(buildInvoice({ status: 'open', invoiceUrl: null }))).toBeNull();
});
