import type { SandboxContext } from '../context.ts';
import { asksBank, cardFor } from './billing/cards.ts';
import { quoteChange } from './billing/change-price.ts';
import { nowFor } from './billing/clock.ts';
import { authenticationFailed } from './billing/failures.ts';
import { asksForCard, findSession } from './pages/checkout-sessions.ts';
import { changeNeedsCard, portalSubscription } from './pages/portal-actions.ts';

/** The cardholder's answer to the bank; `none` before the bank has asked. */
type BankAnswer = 'none' | 'passed';

/** Reads the bank's answer from a submitted form. Throws a 402 if authentication failed. */
export function bankAnswerOf(form: URLSearchParams): BankAnswer {
  if (form.get('authentication') === 'fail') throw authenticationFailed();
  return form.get('authentication') === 'complete' ? 'passed' : 'none';
}

/** Whether the card given at a checkout must be authenticated by its bank. */
export function checkoutAsksBank(context: SandboxContext, sessionId: string, form: URLSearchParams): boolean {
  return asksForCard(findSession(context.store.state.stripe, sessionId)) && asksBank(numberOf(form));
}

/** Whether a portal action needs authentication, for the card given or the card on file. */
export function portalAsksBank(context: SandboxContext, customerId: string, form: URLSearchParams): boolean {
  if (form.get('action') === 'card') return asksBank(numberOf(form));
  if (form.get('action') !== 'change') return false;
  const state = context.store.state.stripe;
  const subscription = portalSubscription(state, customerId);
  const price = state.prices[form.get('price') ?? ''];
  if (!subscription || !price) return false;
  if (changeNeedsCard(state, subscription, price)) return asksBank(numberOf(form));
  if (state.cardOutcomes[cardFor(state, subscription)] !== 'authentication_required') return false;
  return quoteChange(context, subscription, price, nowFor(state, customerId)).dueToday > 0;
}

function numberOf(form: URLSearchParams): string {
  return (form.get('number') ?? '').replace(/\D/g, '');
}
