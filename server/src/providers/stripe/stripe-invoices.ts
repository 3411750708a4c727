import type Stripe from 'stripe';
import type { PaymentInvoice } from './stripe.ts';
import { undefinedIfMissing } from './stripe-customer.ts';
import { invoiceOf } from './stripe-replies.ts';

const DOWNLOAD_TIMEOUT_MS = 10_000;
const MOST_BYTES = 5_000_000;

/** A page of a customer's invoices, newest first; undefined if `after` is not one of theirs. */
export async function listInvoices(
  stripe: Stripe,
  { customerId, after, limit }: { customerId: string; after?: string | undefined; limit: number },
): Promise<{ invoices: PaymentInvoice[]; hasMore: boolean } | undefined> {
  if (after && !(await ownInvoice(stripe, { customerId, invoiceId: after }))) return undefined;
  const page = await stripe.invoices.list({
    customer: customerId,
    limit,
    ...(after ? { starting_after: after } : {}),
  });
  return { invoices: page.data.map(invoiceOf), hasMore: page.has_more };
}

/** The PDF of one of a customer's invoices; undefined for other customers' invoices and for drafts. */
export async function invoicePdf(
  stripe: Stripe,
  which: { customerId: string; invoiceId: string },
): Promise<Blob | undefined> {
  const invoice = await ownInvoice(stripe, which);
  if (!invoice?.invoice_pdf) return undefined;
  const answer = await fetch(invoice.invoice_pdf, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
  const type = answer.headers.get('content-type') ?? '';
  const length = Number(answer.headers.get('content-length') ?? 0);
  if (!answer.ok || !type.startsWith('application/pdf') || length > MOST_BYTES)
    throw new Error(
      `Bad PDF for invoice ${invoice.id}: status ${answer.status}, type ${type}, ${length} bytes`,
    );
  return answer.blob();
}

async function ownInvoice(
  stripe: Stripe,
  { customerId, invoiceId }: { customerId: string; invoiceId: string },
): Promise<Stripe.Invoice | undefined> {
  const invoice = await stripe.invoices.retrieve(invoiceId).catch(undefinedIfMissing);
  const owner = typeof invoice?.customer === 'string' ? invoice.customer : invoice?.customer?.id;
  return owner === customerId ? invoice : undefined;
}
