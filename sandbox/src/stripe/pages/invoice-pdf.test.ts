import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../../test/harness.ts';
import { checkoutParams, createPrice, stripeClient } from '../../../test/stripe-bench.ts';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = stripeClient(bench);
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

async function invoiceIn(
  currency: string,
  amount: number,
): Promise<{ invoice: Stripe.Invoice; page: string }> {
  const price = await createPrice(stripe, amount, { currency });
  const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada (the first)' });
  const session = await stripe.checkout.sessions.create(checkoutParams(customer.id, { price: price.id }));
  const page = (await bench.send('GET', session.url ?? '')).text;
  await bench.control('POST', `/stripe/checkout/${session.id}/complete`);
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  return { invoice: invoice as Stripe.Invoice, page };
}

async function bytesOf(invoice: Stripe.Invoice): Promise<string> {
  const answer = await fetch(invoice.invoice_pdf ?? '');
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await answer.arrayBuffer()).toString('latin1');
}

describe('an invoice', () => {
  it('has a PDF whose table of contents points at its objects', async () => {
    const { invoice } = await invoiceIn('usd', 15_000);
    const file = await bytesOf(invoice);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(start, start + 5)).toBe('xref\n');
    const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map((row) => Number(row[1]));
    expect(offsets).toHaveLength(6);
    offsets.forEach((offset, index) => {
      expect(file.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    });
    const stream = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file);
    expect(stream?.[2]).toHaveLength(Number(stream?.[1]));
    expect(file).toContain(`(${invoice.number})`);
    expect(file).toContain('(Ada \\(the first\\))');
  });

  it.each([
    ['usd', 15_000, '$150.00', '$150.00', '$0.00'],
    ['jpy', 7000, '¥7,000', '¥7,000', '¥0'],
    ['eur', 1550, '€15.50', '\\20015.50', '\\2000.00'],
  ])(
    'is in its own currency on every page and in the PDF: %s',
    async (currency, amount, shown, inPdf, nothing) => {
      const { invoice, page } = await invoiceIn(currency, amount);
      const hosted = (await bench.send('GET', invoice.hosted_invoice_url ?? '')).text;
      const customer = String(invoice.customer);
      const portal = await stripe.billingPortal.sessions.create({ customer });
      const inConsole = await bench.send('GET', '/console/stripe');
      for (const text of [page, hosted, (await bench.send('GET', portal.url)).text, inConsole.text])
        expect(text).toContain(shown);
      const file = await bytesOf(invoice);
      const words = [...file.matchAll(/\((.*)\) Tj/g)].map(([, text]) => text);
      for (const name of ['Total', 'Amount paid']) expect(words[words.indexOf(name) + 1], name).toBe(inPdf);
      expect(words[words.indexOf('Amount due') + 1]).toBe(nothing);
      expect(file).toContain(`Pro \\(at ${inPdf} / year\\)`);
    },
  );
});
