import { inTransaction } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { type EventRow, insertEvent, selectEvent, updateEventProcessed } from '../billing.events.store.ts';
import { type WebhookWork, workFor } from '../billing.status.rules.ts';
import { updateCheckoutToClosed } from '../billing.store.ts';
import { syncCatalogue } from '../catalogue/sync-catalogue.ts';
import { refreshCustomer } from './refresh-subscription.ts';

/**
 * Processes a stored event. The event only tells what changed: the state is read from the provider.
 * Idempotent.
 */
export async function processWebhook(deps: BillingDeps, eventId: string): Promise<void> {
  const event = await selectEvent(deps.db, eventId);
  if (!event || event.processedAt) return;
  await act(deps, event, workFor(event.type));
  await updateEventProcessed(deps.db, eventId, deps.clock.now());
}

async function act(deps: BillingDeps, event: EventRow, work: WebhookWork): Promise<void> {
  switch (work) {
    case 'catalogue':
      return syncCatalogue(deps);
    case 'checkout':
      if (event.objectId) await updateCheckoutToClosed(deps.db, { sessionId: event.objectId });
      return refresh(deps, event.customerId);
    case 'subscription':
      return refresh(deps, event.customerId);
    case 'return':
      return refresh(deps, event.objectId ? await deps.payments.customerOfReturn(event.objectId) : null);
    case 'nothing':
      return;
    default:
      return work satisfies never;
  }
}

async function refresh(deps: BillingDeps, customerId: string | null): Promise<void> {
  if (!customerId || !(await refreshCustomer(deps, customerId)))
    deps.log.info({ customerId }, 'ignored a Stripe event for an unknown customer');
}

/**
 * Stores a verified event and its job in one transaction, so that the provider gets its answer quickly and
 * the event is processed even after a crash. Throws VALIDATION_FAILED if the signature is wrong.
 */
export async function receiveWebhook(deps: BillingDeps, rawBody: Buffer, signature: string): Promise<void> {
  const event = await deps.payments.readEvent(rawBody, signature);
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertEvent(tx, { ...event, receivedAt: deps.clock.now() }))) return;
    await deps.jobs.enqueue(tx, queues.processWebhook, { eventId: event.id }, { key: event.id });
  });
}
