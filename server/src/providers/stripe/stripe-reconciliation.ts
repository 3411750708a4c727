import type Stripe from 'stripe';
import type { PaymentEvent, PaymentSubscription } from './stripe.ts';
import { eventOf, subscriptionOf } from './stripe-replies.ts';

const PAGE_SIZE = 100;
const MOST_PAGES_OF_EVENTS = 100;

/** All events since `since`, oldest first; only the newest 10,000 if there are more. */
export async function listEvents(
  stripe: Stripe,
  since: Date,
): Promise<{ events: PaymentEvent[]; complete: boolean }> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const most = PAGE_SIZE * MOST_PAGES_OF_EVENTS;
  const newestFirst = await stripe.events
    .list({ created, limit: PAGE_SIZE })
    .autoPagingToArray({ limit: most });
  return { events: newestFirst.map(eventOf).reverse(), complete: newestFirst.length < most };
}

/** Visits all subscriptions that have not ended, page by page. */
export async function eachRunningSubscription(
  stripe: Stripe,
  visit: (page: { customerId: string; subscription: PaymentSubscription }[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  do {
    const page = await stripe.subscriptions.list({
      limit: PAGE_SIZE,
      ...(after ? { starting_after: after } : {}),
    });
    await visit(
      page.data.map((one) => ({
        customerId: typeof one.customer === 'string' ? one.customer : one.customer.id,
        subscription: subscriptionOf(one, []),
      })),
    );
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after);
}
