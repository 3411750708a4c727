import type { BillingDeps } from './billing.deps.ts';
import { findEvent, markProcessed } from './billing.events.store.ts';
import { workFor } from './billing.status.rules.ts';
import { closeCheckout, userOfCustomer } from './billing.store.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { syncCatalogue } from './sync-catalogue.ts';

/** Acts on a kept event. It only says where to look: the state is read from the provider. Safe to repeat. */
export async function processWebhook(deps: BillingDeps, eventId: string): Promise<void> {
  const event = await findEvent(deps.db, eventId);
  if (!event || event.processedAt) return;
  const work = workFor(event.type);
  if (work === 'catalogue') await syncCatalogue(deps);
  if (work === 'notice')
    deps.log.warn({ eventId, type: event.type, objectId: event.objectId }, 'a charge is disputed');
  if (work === 'checkout' && event.objectId) await closeCheckout(deps.db, { sessionId: event.objectId });
  if (work === 'checkout' || work === 'subscription') await refreshCustomer(deps, event.customerId);
  await markProcessed(deps.db, eventId, deps.clock.now());
}

async function refreshCustomer(deps: BillingDeps, customerId: string | null): Promise<void> {
  const userId = customerId ? await userOfCustomer(deps.db, customerId) : undefined;
  if (userId) await refreshSubscription(deps, userId);
  else deps.log.info({ customerId }, 'an event about nobody we know');
}
