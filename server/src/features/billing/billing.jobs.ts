import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import type { BillingDeps } from './billing.deps.ts';
import { refreshCatalogue } from './catalogue/sync-catalogue.ts';
import { expireCheckout } from './checkout/start-checkout.ts';
import { remindOfTrialEnd } from './emails/remind-of-trial-end.ts';
import { endPublishing } from './sync/end-publishing.ts';
import { cancelSurplus, endRefusedTrial } from './sync/end-subscriptions.ts';
import { processWebhook } from './sync/process-webhook.ts';
import { reconcileBilling, reconcileWithProvider } from './sync/reconcile-billing.ts';
import { refreshSubscription } from './sync/refresh-subscription.ts';

/** Retries through an outage of an hour or two; `reconcileBilling` finds what fails for longer. */
const waitsForProvider = { retryLimit: 10, retryDelay: 5, expireInSeconds: 120 };

/** Billing's background jobs. All handlers are idempotent. */
export function billingQueues(deps: BillingDeps): Queue<never>[] {
  const event: Queue<{ eventId: string }> = {
    name: queues.processWebhook,
    ...waitsForProvider,
    concurrency: 4,
    handle: ({ eventId }) => processWebhook(deps, eventId),
  };
  const catalogue: Queue<object> = {
    name: queues.refreshCatalogue,
    ...waitsForProvider,
    cron: '17 * * * *',
    handle: () => refreshCatalogue(deps),
  };
  const expire: Queue<{ checkoutId: number }> = {
    name: queues.expireCheckout,
    ...waitsForProvider,
    handle: ({ checkoutId }) => expireCheckout(deps, checkoutId),
  };
  const surplus: Queue<{ userId: number; subscriptionId: string }> = {
    name: queues.cancelSurplus,
    ...waitsForProvider,
    handle: (job) => cancelSurplus(deps, job),
  };
  const refused: Queue<{ userId: number; subscriptionId: string }> = {
    name: queues.endRefusedTrial,
    ...waitsForProvider,
    handle: (job) => endRefusedTrial(deps, job),
  };
  const connected: Queue<{ userId: number }> = {
    name: queues.judgeTrial,
    ...waitsForProvider,
    handle: ({ userId }) => refreshSubscription(deps, userId),
  };
  const ended: Queue<object> = {
    name: queues.endPublishing,
    retryLimit: 0,
    retryDelay: 0,
    expireInSeconds: 300,
    cron: '* * * * *',
    handle: () => endPublishing(deps),
  };
  const heal: Queue<object> = {
    name: queues.reconcileBilling,
    retryLimit: 0,
    retryDelay: 0,
    expireInSeconds: 600,
    cron: '*/10 * * * *',
    handle: () => reconcileBilling(deps),
  };
  const reminders: Queue<object> = {
    name: queues.remindOfTrialEnd,
    retryLimit: 0,
    retryDelay: 0,
    expireInSeconds: 300,
    cron: '*/10 * * * *',
    handle: () => remindOfTrialEnd(deps),
  };
  const nightly: Queue<object> = {
    name: queues.reconcileWithProvider,
    retryLimit: 3,
    retryDelay: 600,
    expireInSeconds: 3600,
    cron: '23 3 * * *',
    handle: async () => void (await reconcileWithProvider(deps)),
  };
  return [event, catalogue, expire, surplus, refused, connected, ended, heal, reminders, nightly];
}
