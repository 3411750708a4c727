import type { FastifyInstance, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import { Failure } from '../../http/failure.ts';
import { html } from '../../http/html.ts';
import { page } from '../../http/page.ts';
import { bankAnswerOf, checkoutAsksBank, portalAsksBank } from '../authentication.ts';
import { type CardInput, goodCard } from '../billing/cards.ts';
import { findInvoice } from '../billing/invoicing.ts';
import { idOf } from '../objects.ts';
import { readCardForm } from './card-form.ts';
import { checkoutOverPage, checkoutPage } from './checkout.page.ts';
import { asksForCard, findSession } from './checkout-sessions.ts';
import { completeCheckout, successUrl } from './complete-checkout.ts';
import { invoicePage } from './invoice.page.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { portalAction } from './portal-actions.ts';
import { findPortalSession } from './portal-sessions.ts';
import { showPortal } from './portal-view.ts';

/** How long the page waits for the webhook before it redirects, as Stripe does. */
const webhookWaitMs = 8000;

interface ById {
  Params: { id: string };
  Querystring: { done?: string };
}

/** The hosted pages under `/stripe`: checkout, portal, invoices. */
export function registerHostedPages(app: FastifyInstance, context: SandboxContext): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );

  app.get<ById>('/checkout/:id', async (request, reply) => {
    reply.type('text/html; charset=utf-8');
    return showCheckout(context, request.params.id, null, null);
  });

  app.post<ById>('/checkout/:id', async (request, reply) => {
    const form = request.body as URLSearchParams;
    const { id } = request.params;
    try {
      const asked = bankAnswerOf(form) === 'none' && checkoutAsksBank(context, id, form);
      const card = cardOf(context, id, form);
      if (asked) return showBank(reply, form);
      const session = completeCheckout(context, id, card, form.get('email'));
      await context.webhooks.settled(webhookWaitMs);
      return reply.redirect(successUrl(session), 303);
    } catch (error) {
      reply.status(402).type('text/html; charset=utf-8');
      return showCheckout(context, id, messageOf(error), form);
    }
  });

  app.get<ById>('/portal/:id', async (request, reply) => {
    reply.type('text/html; charset=utf-8');
    const session = findPortalSession(context.store.state.stripe, request.params.id);
    return showPortal(context, session, { error: null, done: request.query.done ?? null });
  });

  app.post<ById>('/portal/:id', async (request, reply) => {
    const session = findPortalSession(context.store.state.stripe, request.params.id);
    const form = request.body as URLSearchParams;
    try {
      if (bankAnswerOf(form) === 'none' && portalAsksBank(context, session.customer, form)) {
        return showBank(reply, form);
      }
      const done = portalAction(context, session.customer, form);
      await context.webhooks.settled(webhookWaitMs);
      return reply.redirect(afterPortal(context, session, done), 303);
    } catch (error) {
      reply.status(402).type('text/html; charset=utf-8');
      return showPortal(context, session, { error: messageOf(error), done: null });
    }
  });

  app.get<ById>('/invoices/:id', async (request, reply) => {
    reply.type('text/html; charset=utf-8');
    return invoicePage(findInvoice(context.store.state.stripe, request.params.id));
  });

  app.get<ById>('/invoices/:id/pdf', async (request, reply) => {
    const invoice = findInvoice(context.store.state.stripe, request.params.id);
    reply.type('application/pdf');
    reply.header('content-disposition', `attachment; filename="Invoice-${invoice.number}.pdf"`);
    return invoicePdf(invoice);
  });
}

function showBank(reply: FastifyReply, form: URLSearchParams): string {
  reply.type('text/html; charset=utf-8');
  return bankPage(form);
}

// A flow can be completed once; afterwards its session shows the whole portal.
function afterPortal(context: SandboxContext, session: Stripe.BillingPortal.Session, done: string): string {
  const state = context.store.state.stripe;
  const here = `/stripe/portal/${session.id}?done=${encodeURIComponent(done)}`;
  if (!session.flow || state.portalFlowsDone[session.id]) return here;
  state.portalFlowsDone[session.id] = true;
  context.store.changed();
  return session.flow.after_completion.redirect?.return_url ?? here;
}

function cardOf(context: SandboxContext, sessionId: string, form: URLSearchParams): CardInput {
  return asksForCard(findSession(context.store.state.stripe, sessionId)) ? readCardForm(form) : goodCard;
}

function showCheckout(
  context: SandboxContext,
  id: string,
  error: string | null,
  typed: URLSearchParams | null,
): string {
  const state = context.store.state.stripe;
  const session = findSession(state, id);
  if (session.status === 'complete') return checkoutOverPage(session, successUrl(session));
  if (session.status === 'expired') return checkoutOverPage(session, session.cancel_url);
  const price = session.line_items?.data[0]?.price;
  const email = session.customer_email ?? state.customers[idOf(session.customer)]?.email ?? null;
  return checkoutPage({
    session,
    product: state.products[idOf(price?.product)],
    email,
    trialDays: state.sessionSubscriptionData[id]?.trialDays ?? null,
    error,
    typed,
  });
}

// Only our own refusals are shown to people; anything else is a bug in the sandbox and must surface.
function messageOf(error: unknown): string {
  if (!(error instanceof Failure)) throw error;
  const message = (error.body as { error?: { message?: string } }).error?.message;
  return message ?? 'Something went wrong.';
}

/** The page on which a bank asks its cardholder to confirm; it carries the earlier form unchanged. */
function bankPage(form: URLSearchParams): string {
  const carried = [...form].filter(([name]) => name !== 'authentication');
  const body = html`<main style="max-width:440px;margin:96px auto 0;padding:0 16px"><div class="card">
<h1>Confirm with your bank</h1>
<p class="muted" style="margin:8px 0 20px">Your bank wants to know that it is you who uses this card at Drumbeat.</p>
<form method="post" style="display:flex;gap:12px">${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="primary" name="authentication" value="complete">Complete</button>
<button name="authentication" value="fail">Fail</button></form>
</div></main><p class="sandbox-note">Sandbox: this page stands in for a bank.</p>`;
  return page({ title: 'Confirm with your bank', body });
}
