import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import type { Form } from '../http/form.ts';
import { realNow } from './clock.ts';
import { findCustomer } from './customers.ts';
import { missing } from './failures.ts';
import { newId } from './objects.ts';
import { requiredText, textParam } from './params.ts';
import type { StripeState } from './state.ts';

/** Parameters that `POST /v1/billing_portal/sessions` takes. */
export const portalSessionParams: readonly string[] = [
  'configuration',
  'customer',
  'flow_data',
  'locale',
  'on_behalf_of',
  'return_url',
];

export function createPortalSession(context: SandboxContext, form: Form): Stripe.BillingPortal.Session {
  const state = context.store.state.stripe;
  const customer = findCustomer(state, requiredText(form, 'customer'), 'customer', 400);
  const id = newId('bps');
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: textParam(form, 'configuration') ?? 'bpc_sandbox',
    created: realNow(),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: textParam(form, 'return_url') ?? null,
    url: `${context.publicUrl}/stripe/portal/${id}`,
  };
  state.portalSessions[id] = session;
  return session;
}

export function findPortalSession(state: StripeState, id: string): Stripe.BillingPortal.Session {
  const session = state.portalSessions[id];
  if (!session) throw missing('billing_portal.session', id);
  return session;
}
