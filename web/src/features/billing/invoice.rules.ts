/** Formatting of invoices for the billing history. Pure. */
import type { Invoice } from '@drumbeat/contract/billing/billing.entities.ts';

/** 'drumbeat-2026-11-28.pdf', with the date in the person's zone. */
export function invoiceFileName({ date }: Pick<Invoice, 'date'>, timeZone: string): string {
  return `drumbeat-${new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.parse(date))}.pdf`;
}

/** Whether the provider has finalized the invoice, so that it has a PDF. */
export function hasPdf({ status }: Pick<Invoice, 'status'>): boolean {
  return status !== 'draft';
}

/** The URL to pay an open invoice; null if there is nothing to pay. */
export function payAddress({ status, amount, invoiceUrl }: Invoice): string | null {
  return status === 'open' && amount > 0 ? invoiceUrl : null;
}
