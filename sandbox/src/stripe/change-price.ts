import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import type { LineInput } from './build-invoice.ts';
import { planOf, recurringOf } from './build-subscription.ts';
import { nextPeriodEnd } from './clock.ts';
import { updateWithEvent } from './events.ts';
import { collect, issueInvoice } from './invoicing.ts';
import { periodLine, productName } from './subscribing.ts';

/** Moves a subscription to another price, and settles the rest of the period as `behavior` says. */
export function changePrice(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  behavior: string,
  at: number,
): void {
  const state = context.store.state.stripe;
  const item = subscription.items.data[0] as Stripe.SubscriptionItem;
  const old = item.price;
  if (old.id === price.id) return;
  const startsPaying = (old.unit_amount ?? 0) === 0 && (price.unit_amount ?? 0) > 0;
  const trialing = subscription.status === 'trialing';
  const lines = prorationLines(context, item, price, at);
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    item.price = structuredClone(price);
    item.plan = planOf(price);
    if (startsPaying && !trialing) {
      subscription.billing_cycle_anchor = at;
      item.current_period_start = at;
      item.current_period_end = nextPeriodEnd(at, recurringOf(price), at);
    }
  });
  if (trialing || behavior === 'none') return;
  if (startsPaying) {
    invoiceNow(context, subscription, [periodLine(state, subscription)], at);
  } else if (behavior === 'always_invoice') {
    invoiceNow(context, subscription, lines, at);
  } else {
    const pending = lines.map((line) => ({ ...line, price: line.price.id }));
    state.pendingLines[subscription.id] = [...(state.pendingLines[subscription.id] ?? []), ...pending];
  }
}

function invoiceNow(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  lines: LineInput[],
  at: number,
): void {
  const invoice = issueInvoice(context, subscription, 'subscription_update', lines, at);
  const paid = collect(context, invoice, at);
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    subscription.status = paid ? 'active' : 'past_due';
  });
}

function prorationLines(
  context: SandboxContext,
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
  at: number,
): LineInput[] {
  const state = context.store.state.stripe;
  const length = item.current_period_end - item.current_period_start;
  const left = Math.max(0, item.current_period_end - at) / Math.max(1, length);
  const period = { start: at, end: item.current_period_end, proration: true };
  return [
    {
      ...period,
      amount: -Math.round((item.price.unit_amount ?? 0) * left),
      description: `Unused time on ${productName(state, item.price)}`,
      price: item.price,
    },
    {
      ...period,
      amount: Math.round((price.unit_amount ?? 0) * left),
      description: `Remaining time on ${productName(state, price)}`,
      price,
    },
  ];
}
