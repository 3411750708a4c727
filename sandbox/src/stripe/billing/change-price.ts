import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import { updateWithEvent } from '../events.ts';
import { idOf } from '../objects.ts';
import type { LineInput } from './build-invoice.ts';
import { planOf, recurringOf } from './build-subscription.ts';
import { nextPeriodEnd } from './clock.ts';
import { collect, issueInvoice } from './invoicing.ts';
import { fullLine, productName } from './subscribing.ts';

export interface ChangeQuote {
  /** The lines of an invoice for the change; none during a trial. */
  lines: LineInput[];
  /** Whether the change starts a new period. */
  restarts: boolean;
  /** The amount due immediately, after credit. */
  dueToday: number;
}

/** What switching to another price would cost now. */
export function quoteChange(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  at: number,
): ChangeQuote {
  if (subscription.status === 'trialing') return { lines: [], restarts: false, dueToday: 0 };
  const state = context.store.state.stripe;
  const item = subscription.items.data[0] as Stripe.SubscriptionItem;
  const restarts = startsPaying(item.price, price) || intervalOf(item.price) !== intervalOf(price);
  const end = restarts ? nextPeriodEnd(at, recurringOf(price), at) : item.current_period_end;
  const left = shareLeft(item, at);
  const unused = -Math.round((item.price.unit_amount ?? 0) * left);
  const rest = { start: at, end: item.current_period_end, proration: true };
  const credit = {
    ...rest,
    amount: unused,
    description: `Unused time on ${productName(state, item.price)}`,
    price: item.price,
  };
  const added = restarts
    ? fullLine(state, price, item.quantity ?? 1, { start: at, end })
    : {
        ...rest,
        amount: Math.round((price.unit_amount ?? 0) * left),
        description: `Remaining time on ${productName(state, price)}`,
        price,
      };
  const lines = restarts && unused === 0 ? [added] : [credit, added];
  const balance = state.customers[idOf(subscription.customer)]?.balance ?? 0;
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  return { lines, restarts, dueToday: Math.max(0, total + Math.min(balance, 0)) };
}

/** Switches a subscription to another price; `behavior` says how the rest of the period is settled. */
export function changePrice(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  behavior: string,
  at: number,
): void {
  const state = context.store.state.stripe;
  const item = subscription.items.data[0] as Stripe.SubscriptionItem;
  if (item.price.id === price.id) return;
  const trialing = subscription.status === 'trialing';
  const { lines, restarts } = quoteChange(context, subscription, price, at);
  updateWithEvent(context, 'customer.subscription.updated', subscription, at, () => {
    item.price = structuredClone(price);
    item.plan = planOf(price);
    if (restarts) restartPeriod(subscription, item, at);
  });
  if (trialing || (behavior === 'none' && !restarts)) return;
  if (restarts || behavior === 'always_invoice') {
    const charged = behavior === 'none' ? lines.filter((line) => !line.proration) : lines;
    invoiceNow(context, subscription, charged, at);
  } else {
    const pending = lines.map((line) => ({ ...line, price: line.price.id }));
    state.pendingLines[subscription.id] = [...(state.pendingLines[subscription.id] ?? []), ...pending];
  }
}

function restartPeriod(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem, at: number): void {
  subscription.billing_cycle_anchor = at;
  item.current_period_start = at;
  item.current_period_end = nextPeriodEnd(at, recurringOf(item.price), at);
  if (subscription.cancel_at_period_end) subscription.cancel_at = item.current_period_end;
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

function startsPaying(old: Stripe.Price, price: Stripe.Price): boolean {
  return (old.unit_amount ?? 0) === 0 && (price.unit_amount ?? 0) > 0;
}

function intervalOf(price: Stripe.Price): string {
  const { interval, interval_count } = recurringOf(price);
  return `${interval_count} ${interval}`;
}

function shareLeft(item: Stripe.SubscriptionItem, at: number): number {
  const length = item.current_period_end - item.current_period_start;
  return Math.max(0, item.current_period_end - at) / Math.max(1, length);
}
