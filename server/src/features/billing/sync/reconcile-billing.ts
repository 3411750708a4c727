import { HOUR_MS, MINUTE_MS } from '@drumbeat/contract/time.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { deleteProcessedEvents, selectUnprocessedEvents } from '../billing.events.store.ts';
import { deleteMovementsBefore } from '../billing.movements.store.ts';
import { deleteReconciliationsBefore } from '../billing.reconciliation.store.ts';
import { selectOverdueUsers } from '../billing.store.ts';
import { deleteUsedTrials } from '../billing.trials.store.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/** A renewal may be announced up to an hour after the period's end. */
const OVERDUE_MS = HOUR_MS;
const STUCK_MS = 30 * MINUTE_MS;
const BATCH = 100;

/**
 * Repairs the effects of lost webhooks and exhausted retries, and deletes events that were processed long
 * ago.
 */
export async function reconcileBilling(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  const anHourAgo = new Date(now - OVERDUE_MS);
  for (const userId of await selectOverdueUsers(deps.db, anHourAgo, anHourAgo, BATCH)) {
    await refreshSubscription(deps, userId).catch((error: unknown) =>
      deps.log.warn({ err: error, userId }, 'could not refresh an overdue subscription'),
    );
  }
  await inTransaction(deps.db, async (tx) => {
    for (const eventId of await selectUnprocessedEvents(tx, new Date(now - STUCK_MS), BATCH))
      await deps.jobs.enqueue(tx, queues.processWebhook, { eventId }, { key: eventId });
  });
  await deleteProcessedEvents(deps.db, expiredBefore(deps.clock.now(), 'webhookEvents'));
  await deleteMovementsBefore(deps.db, expiredBefore(deps.clock.now(), 'billingMovements'));
  await deleteUsedTrials(deps.db, expiredBefore(deps.clock.now(), 'usedTrials'));
  await deleteReconciliationsBefore(deps.db, expiredBefore(deps.clock.now(), 'billingReconciliations'));
}
