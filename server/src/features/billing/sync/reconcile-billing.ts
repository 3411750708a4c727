import { DAY_MS, HOUR_MS, MINUTE_MS } from '@drumbeat/contract/time.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import type { PaymentSubscription } from '../../../providers/stripe/stripe.ts';
import type { BillingDeps } from '../billing.deps.ts';
import {
  deleteProcessedEvents,
  deleteReconciliationsBefore,
  insertEvent,
  insertReconciliation,
  selectByCustomers,
  selectStandings,
  selectUnprocessedEvents,
  updateReconciliation,
  updateSeen,
} from '../billing.events.store.ts';
import { deleteMovementsBefore } from '../billing.movements.store.ts';
import { factsDiffer, factsText, isRunning, workFor } from '../billing.status.rules.ts';
import { selectBilling, selectOverdueUsers } from '../billing.store.ts';
import type { Mended } from '../billing.tables.ts';
import { deleteUsedTrials } from '../billing.trials.store.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/** A renewal may be announced up to an hour after the period's end. */
const OVERDUE_MS = HOUR_MS;
const STUCK_MS = 30 * MINUTE_MS;
const BATCH = 100;
/** The provider retries a webhook for three days; an event younger than ten minutes may still arrive. */
const LOOK_BACK_MS = 3 * DAY_MS;
const ON_ITS_WAY_MS = 10 * MINUTE_MS;
const COMPARED_AT_A_TIME = 500;
const MOST_DETAILS = 100;

type Report = { compared: number; missedEvents: number; mended: Mended[] };

/**
 * Compares everything that is running here or at the provider, and imports events that never arrived. Reads
 * again what differs, and reports what was corrected. Idempotent, and safe to interrupt. Throws
 * PROVIDER_FAILED.
 */
export async function reconcileWithProvider(deps: BillingDeps): Promise<Report> {
  const startedAt = deps.clock.now();
  const id = await insertReconciliation(deps.db, startedAt);
  const report: Report = { compared: 0, missedEvents: await takeInMissedEvents(deps, startedAt), mended: [] };
  await deps.payments.eachRunningSubscription(async (page) => {
    const customerIds = page.map((one) => one.customerId);
    const rows = new Map((await selectByCustomers(deps.db, customerIds)).map((row) => [row.customerId, row]));
    for (const { customerId, subscription } of page) {
      const row = rows.get(customerId);
      if (row && factsDiffer(row, subscription)) await mend(deps, row.userId, report, subscription);
    }
    await updateSeen(deps.db, customerIds, startedAt);
    report.compared += page.length;
  });
  await mendUnseen(deps, startedAt, report);
  const { compared, missedEvents, mended } = report;
  await updateReconciliation(deps.db, id, {
    finishedAt: deps.clock.now(),
    compared,
    missedEvents,
    mended: mended.length,
    details: mended.slice(0, MOST_DETAILS),
  });
  const counts = { compared, missedEvents, mended: mended.length };
  if (missedEvents + mended.length > 0)
    deps.log.warn(
      { ...counts, details: mended.slice(0, MOST_DETAILS) },
      'billing differed from Stripe; corrected',
    );
  else deps.log.info(counts, 'billing matches Stripe');
  return report;
}

async function takeInMissedEvents(deps: BillingDeps, now: Date): Promise<number> {
  const { events, complete } = await deps.payments.listEvents(new Date(now.getTime() - LOOK_BACK_MS));
  if (!complete) deps.log.error('too many Stripe events for one reconciliation; skipped the oldest');
  let missed = 0;
  for (const event of events) {
    const onItsWay = event.occurredAt.getTime() > now.getTime() - ON_ITS_WAY_MS;
    if (onItsWay || workFor(event.type) === 'nothing') continue;
    await inTransaction(deps.db, async (tx) => {
      if (!(await insertEvent(tx, { ...event, receivedAt: now }))) return;
      await deps.jobs.enqueue(tx, queues.processWebhook, { eventId: event.id }, { key: event.id });
      missed += 1;
    });
  }
  return missed;
}

/** Corrects subscriptions that are running here but that the provider did not list as running. */
async function mendUnseen(deps: BillingDeps, startedAt: Date, report: Report): Promise<void> {
  let after = 0;
  for (;;) {
    const page = await selectStandings(deps.db, { after, limit: COMPARED_AT_A_TIME });
    for (const { userId, state, seenAt } of page)
      if (isRunning(state) && (!seenAt || seenAt < startedAt)) await mend(deps, userId, report);
    const last = page.at(-1);
    if (last === undefined || page.length < COMPARED_AT_A_TIME) return;
    after = last.userId;
  }
}

async function mend(
  deps: BillingDeps,
  userId: number,
  report: Report,
  seen?: PaymentSubscription,
): Promise<void> {
  const before = (await selectBilling(deps.db, userId))?.subscription;
  try {
    await refreshSubscription(deps, userId);
  } catch (error) {
    deps.log.error(
      { err: error, userId, seen: seen?.id },
      'could not correct a subscription that differs from Stripe',
    );
    return;
  }
  const after = (await selectBilling(deps.db, userId))?.subscription;
  const [was, is] = [before && factsText(before), after && factsText(after)];
  if (is && was !== is) report.mended.push({ userId, was: was ?? null, is });
}

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
