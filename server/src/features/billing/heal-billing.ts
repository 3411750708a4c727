import { inTransaction } from '../../platform/database.ts';
import type { BillingDeps } from './billing.deps.ts';
import { forgetEvents, unprocessedEvents } from './billing.events.store.ts';
import { billingQueue } from './billing.queues.ts';
import { overdueUsers } from './billing.store.ts';
import { refreshSubscription } from './refresh-subscription.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A renewal is announced up to an hour after the period's end. */
const OVERDUE_MS = 60 * MINUTE_MS;
const STUCK_MS = 30 * MINUTE_MS;
const KEEP_EVENTS_MS = 90 * DAY_MS;
const BATCH = 100;

/** Repairs what lost webhooks and exhausted retries left behind, and deletes old events. */
export async function healBilling(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  const anHourAgo = new Date(now - OVERDUE_MS);
  for (const userId of await overdueUsers(deps.db, anHourAgo, anHourAgo, BATCH)) {
    await refreshSubscription(deps, userId).catch((error: unknown) =>
      deps.log.warn({ err: error, userId }, 'an overdue subscription could not be read'),
    );
  }
  await inTransaction(deps.db, async (tx) => {
    for (const eventId of await unprocessedEvents(tx, new Date(now - STUCK_MS), BATCH))
      await deps.jobs.enqueue(tx, billingQueue.event, { eventId }, { key: eventId });
  });
  await forgetEvents(deps.db, new Date(now - KEEP_EVENTS_MS));
}
