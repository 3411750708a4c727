import { type Actor, callerOf } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { providerCalls } from '../../../platform/rate-limits.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { selectBilling } from '../billing.store.ts';
import type { InvoiceRecord } from '../billing.types.ts';

const PAGE_SIZE = 10;

/**
 * A page of the person's invoices, newest first, from the provider; counts against the limit of `caller`.
 * Throws NOT_FOUND for an unknown `after`.
 */
export async function listInvoices(
  deps: BillingDeps,
  actor: Pick<Actor, 'userId' | 'view'>,
  after: string | undefined,
  caller = callerOf(actor),
): Promise<{ invoices: InvoiceRecord[]; hasMore: boolean }> {
  const customerId = (await selectBilling(deps.db, actor.userId))?.subscription.customerId;
  if (!customerId) return { invoices: [], hasMore: false };
  await deps.limits.consume(providerCalls, caller);
  const page = await deps.payments.listInvoices({ customerId, after, limit: PAGE_SIZE });
  if (!page) throw new AppError('NOT_FOUND', 'There is no such invoice.');
  return page;
}

/** One of the person's invoices as a PDF. Throws NOT_FOUND, also for another person's. */
export async function readInvoicePdf(deps: BillingDeps, actor: Actor, invoiceId: string): Promise<Blob> {
  const customerId = (await selectBilling(deps.db, actor.userId))?.subscription.customerId;
  if (customerId) await deps.limits.consume(providerCalls, actor.userId);
  const pdf = customerId && (await deps.payments.invoicePdf({ customerId, invoiceId }));
  if (!pdf) throw new AppError('NOT_FOUND', 'There is no such invoice.');
  return pdf;
}
