import type { Tier } from '@drumbeat/contract/billing/billing.entities.ts';
import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EventPage } from '../../platform/database/event-page.ts';
import { selectEventsOf } from './billing.events.store.ts';
import { selectAllFormerIds, selectCustomers } from './billing.former-ids.store.ts';
import { selectMovementSums, selectMovements } from './billing.movements.store.ts';
import { entitlementsUnder, statusOf } from './billing.status.rules.ts';
import { type StripeIdOwner, selectBilling, selectOwnerOfStripeId, selectPlans } from './billing.store.ts';
import { cardView } from './billing.view.ts';
import { worthOf } from './counting.rules.ts';

/**
 * What we store about a person's subscription; invoices are at the payment provider. Null if there is none.
 */
export async function exportBilling(
  deps: { db: Db; clock: Clock },
  userId: number,
): Promise<UserExport['billing']> {
  const row = (await selectBilling(deps.db, userId))?.subscription;
  if (!row) return null;
  return {
    customerId: row.customerId,
    subscriptionId: row.subscriptionId,
    status: statusOf(row, deps.clock.now()),
    periodEnd: row.periodEnd?.toISOString() ?? null,
    trialStart: row.trialStart?.toISOString() ?? null,
    trialEnd: row.trialEnd?.toISOString() ?? null,
    cancelReason: row.cancelReason,
    cancelFeedback: row.cancelFeedback,
    card: cardView(row),
    former: (await selectAllFormerIds(deps.db, userId)).map(({ replacedAt, ...ids }) => ({
      ...ids,
      replacedAt: replacedAt.toISOString(),
    })),
    movements: (await selectMovements(deps.db, userId)).map(({ kind, amount, currency, at }) => ({
      kind,
      amount,
      currency,
      at: at.toISOString(),
    })),
  };
}

/** The tier of each of these people at one instant; free for those without a plan. */
export async function findTiers(db: Db, userIds: readonly number[], now: Date): Promise<Map<number, Tier>> {
  const rows = await selectPlans(db, [...new Set(userIds)]);
  return new Map(
    rows.map(({ userId, product, price, ...facts }) => [
      userId,
      entitlementsUnder(statusOf(facts, now), { product, price }).tier,
    ]),
  );
}

/** The provider's ids of a person's customer and subscription, for staff; null if there is none yet. */
export async function findProviderIds(
  db: Db,
  userId: number,
): Promise<{ customerId: string | null; subscriptionId: string | null }> {
  const subscription = (await selectBilling(db, userId))?.subscription;
  return {
    customerId: subscription?.customerId ?? null,
    subscriptionId: subscription?.subscriptionId ?? null,
  };
}

/** The person to whom an id of the payment provider belongs or once belonged; for staff. */
export function findOwnerOfStripeId(db: Db, id: string): Promise<StripeIdOwner | undefined> {
  return selectOwnerOfStripeId(db, id);
}

/**
 * The payment provider's events about a person, including their former customers, as a page of their
 * timeline.
 */
export async function listProviderEvents(
  db: Db,
  userId: number,
  page: EventPage,
): Promise<{ id: string; at: Date; action: string; details: Record<string, unknown> }[]> {
  const customers = await selectCustomers(db, userId);
  if (customers.length === 0) return [];
  return (await selectEventsOf(db, customers, page)).map(({ id, type, occurredAt, objectId }) => ({
    id,
    at: occurredAt,
    action: type,
    details: { object: objectId },
  }));
}

/** What these people paid within a span minus refunds, by currency in its smallest unit. */
export async function sumRevenue(
  db: Db,
  userIds: readonly number[],
  span: { from: Date; until: Date },
): Promise<Map<number, { currency: string; amount: number }[]>> {
  const rows = userIds.length === 0 ? [] : await selectMovementSums(db, userIds, span);
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => {
      const byCurrency = Map.groupBy(own, ({ currency }) => currency.toLowerCase());
      const revenue = [...byCurrency].map(([currency, parts]) => ({
        currency,
        amount: parts.reduce((total, { kind, amount }) => total + worthOf(kind, amount), 0),
      }));
      return [userId, revenue];
    }),
  );
}
