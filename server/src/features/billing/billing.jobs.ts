import type { Queue } from '../../platform/jobs.ts';
import type { BillingDeps } from './billing.deps.ts';
import { billingQueue } from './billing.queues.ts';
import { cancelSurplus } from './cancel-surplus.ts';
import { endPublishing } from './end-publishing.ts';
import { expireCheckout } from './expire-checkout.ts';
import { healBilling } from './heal-billing.ts';
import { processWebhook } from './process-webhook.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';

/** Retries span a provider's outage of an hour or two; `healBilling` finds what fails longer. */
const longRetries = { retryLimit: 10, retryDelay: 5, expireInSeconds: 120 };

/** Billing's background jobs. Every handler is safe to repeat. */
export function billingQueues(deps: BillingDeps): Queue<never>[] {
  const event: Queue<{ eventId: string }> = {
    name: billingQueue.event,
    ...longRetries,
    concurrency: 4,
    handle: ({ eventId }) => processWebhook(deps, eventId),
  };
  const catalogue: Queue<object> = {
    name: billingQueue.catalogue,
    ...longRetries,
    cron: '17 * * * *',
    handle: () => refreshCatalogue(deps),
  };
  const expire: Queue<{ checkoutId: number }> = {
    name: billingQueue.expireCheckout,
    ...longRetries,
    handle: ({ checkoutId }) => expireCheckout(deps, checkoutId),
  };
  const surplus: Queue<{ userId: number; subscriptionId: string }> = {
    name: billingQueue.cancelSurplus,
    ...longRetries,
    handle: (job) => cancelSurplus(deps, job),
  };
  const ended: Queue<object> = {
    name: billingQueue.endPublishing,
    retryLimit: 0,
    retryDelay: 0,
    expireInSeconds: 300,
    cron: '* * * * *',
    handle: () => endPublishing(deps),
  };
  const heal: Queue<object> = {
    name: billingQueue.heal,
    retryLimit: 0,
    retryDelay: 0,
    expireInSeconds: 600,
    cron: '*/10 * * * *',
    handle: () => healBilling(deps),
  };
  return [event, catalogue, expire, surplus, ended, heal];
}
