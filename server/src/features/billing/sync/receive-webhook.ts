import { inTransaction } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { insertEvent } from '../billing.events.store.ts';

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
