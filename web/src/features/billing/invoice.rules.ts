/** An invoice as the billing history shows it. Pure. */
import type { Invoice } from '@drumbeat/contract/billing.entities.ts';

/** 'drumbeat-2026-11-28.pdf': the date as the person's zone has it. */
export function invoiceFileName({ date }: Pick<Invoice, 'date'>, timeZone: string): string {
  return `drumbeat-${new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.parse(date))}.pdf`;
}

/** Whether the provider has made the invoice final, so that there is a PDF of it. */
export function hasPdf({ status }: Pick<Invoice, 'status'>): boolean {
  return status !== 'draft';
}

/** Where an invoice that is still to be paid can be paid; null if there is nothing to pay. */
export function payAddress({ status, amount, invoiceUrl }: Invoice): string | null {
  return status === 'open' && amount > 0 ? invoiceUrl : null;
}
