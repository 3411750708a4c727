import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, prepared } from '../../platform/database/database.ts';
import { column, readRows, readRowsPrepared } from '../../platform/database/rows.ts';
import { type ProviderState, providerStates } from './billing.status.rules.ts';
import {
  checkouts,
  formerBillingIds,
  movements,
  prices,
  products,
  subscriptions,
  webhookEvents,
} from './billing.tables.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type CheckoutRow = typeof checkouts.$inferSelect;
/** A person's subscription with its plan from the mirror. */
export type BillingRow = {
  subscription: SubscriptionRow;
  product: typeof products.$inferSelect | null;
  price: typeof prices.$inferSelect | null;
};

const RUNNING = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] satisfies ProviderState[];

const billingOf = prepared((db) =>
  db
    .select({ subscription: subscriptions, product: products, price: prices })
    .from(subscriptions)
    .leftJoin(products, eq(products.id, subscriptions.productId))
    .leftJoin(prices, eq(prices.id, subscriptions.priceId))
    .where(eq(subscriptions.userId, sql.placeholder('userId')))
    .prepare('billing'),
);
export async function selectBilling(db: Db, userId: number): Promise<BillingRow | undefined> {
  const [row] = await billingOf(db).execute({ userId });
  return row;
}

/** The product and the price with these ids, as the mirror has them. */
export async function selectPlan(
  tx: Db,
  { productId, priceId }: Pick<SubscriptionRow, 'productId' | 'priceId'>,
): Promise<Pick<BillingRow, 'product' | 'price'>> {
  const [plan] = await tx
    .select({ product: products, price: prices })
    .from(sql`(select 1) one`)
    .leftJoin(products, sql`${products.id} = ${productId}`)
    .leftJoin(prices, sql`${prices.id} = ${priceId}`);
  return plan ?? { product: null, price: null };
}

/** `selectBilling` of several people; those who never started a checkout are left out. */
export function selectBillings(db: Db, userIds: readonly number[]): Promise<BillingRow[]> {
  return db
    .select({ subscription: subscriptions, product: products, price: prices })
    .from(subscriptions)
    .leftJoin(products, eq(products.id, subscriptions.productId))
    .leftJoin(prices, eq(prices.id, subscriptions.priceId))
    .where(inArray(subscriptions.userId, [...userIds]));
}

/**
 * The provider's metadata object. Anything else counts as no plan, so that it cannot block a settlement of
 * posts.
 */
const metadata = z.union([z.string(), column.record]).nullable().catch(null);
const planRow = z.object({
  userId: column.number,
  state: z.enum(providerStates).nullable(),
  cancelAt: column.instant.nullable(),
  collectionPaused: column.boolean,
  product: metadata,
  price: metadata,
});

/**
 * The facts that decide several people's plans; people who never started a checkout are left out. Prepared
 * and minimal, because it runs for every settled batch of posts.
 */
export function selectPlans(db: Db, userIds: readonly number[]): Promise<z.output<typeof planRow>[]> {
  const statement = sql`
    select s.user_id as "userId", s.state, s.cancel_at as "cancelAt", s.collection_paused as "collectionPaused",
      p.metadata as product, r.metadata as price
    from subscriptions s left join billing_products p on p.id = s.product_id left join billing_prices r on r.id = s.price_id
    where s.user_id = any(${sql.param(userIds)}::bigint[])`;
  return readRowsPrepared(db, 'plans', planRow, statement);
}

export async function selectUserOfCustomer(db: Db, customerId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId));
  return row?.userId;
}

/** The person's row, created if missing. */
export async function upsertSubscription(db: Db, userId: number): Promise<SubscriptionRow> {
  await db.insert(subscriptions).values({ userId }).onConflictDoNothing();
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  if (!row) throw new Error(`No subscription row for user ${userId}`);
  return row;
}

/** The person's row, locked until the transaction ends. */
export async function lockSubscription(tx: Db, userId: number): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId)).for('update');
  return row;
}

/** A turn to read the provider; of two readings, the one with the later ticket counts. */
export type Ticket = { userId: number; ticket: number; customerId: string };

/** Takes a ticket; undefined for who is not a customer of the provider, or no longer is this one. */
export async function takeTicket(
  db: Db,
  who: { userId: number } | { customerId: string },
): Promise<Ticket | undefined> {
  const { userId, ticket, customerId } = subscriptions;
  const [row] = await db
    .update(subscriptions)
    .set({ ticket: sql`${ticket} + 1`, askedAt: sql`clock_timestamp()` })
    .where('userId' in who ? eq(userId, who.userId) : eq(customerId, who.customerId))
    .returning({ userId, ticket, customerId });
  return row?.customerId ? { ...row, customerId: row.customerId } : undefined;
}

export async function updateSubscription(
  tx: Db,
  userId: number,
  changes: Partial<Omit<SubscriptionRow, 'userId'>>,
): Promise<void> {
  await tx.update(subscriptions).set(changes).where(eq(subscriptions.userId, userId));
}

/** Sets the customer unless the person has one already; returns the person's customer. */
export async function updateCustomerOnce(db: Db, userId: number, customerId: string): Promise<string> {
  await db
    .update(subscriptions)
    .set({ customerId })
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.customerId)));
  return (await upsertSubscription(db, userId)).customerId ?? customerId;
}

/** Counts a failed attempt to create the customer, once for all callers that shared it. */
export async function updateCustomerFailures(db: Db, seen: SubscriptionRow): Promise<void> {
  await db
    .update(subscriptions)
    .set({ customerFailures: seen.customerFailures + 1 })
    .where(
      and(eq(subscriptions.userId, seen.userId), eq(subscriptions.customerFailures, seen.customerFailures)),
    );
}

/**
 * People whose subscription should have changed before `due` but was not read since `heard`. Longest ago
 * first, so that a few whose read keeps failing do not block the others.
 */
export async function selectOverdueUsers(db: Db, due: Date, heard: Date, limit: number): Promise<number[]> {
  const { state, syncedAt, periodEnd, cancelAt, askedAt, userId } = subscriptions;
  const nextChange = sql`least(${periodEnd}, ${cancelAt})`;
  // The states are literals, because the planner uses the partial index only for known values.
  const running = sql`${state} in ${sql.raw(`(${RUNNING.map((each) => `'${each}'`).join(', ')})`)}`;
  const rows = await db
    .select({ userId })
    .from(subscriptions)
    .where(and(running, lt(syncedAt, heard), sql`${nextChange} < ${due.toISOString()}::timestamptz`))
    .orderBy(sql`${askedAt} nulls first`, asc(userId))
    .limit(limit);
  return rows.map((row) => row.userId);
}

/**
 * People whose trial ends before `until` and who were not reminded of that end, soonest first, after `after`.
 */
export async function selectTrialsToRemind(
  db: Db,
  now: Date,
  page: { until: Date; after: { end: Date; userId: number } | undefined; limit: number },
): Promise<{ end: Date; userId: number }[]> {
  const { state, trialEnd, trialRemindedEnd, userId } = subscriptions;
  const rows = await db
    .select({ end: trialEnd, userId })
    .from(subscriptions)
    .where(
      and(
        sql`${state} = 'trialing'`,
        gt(trialEnd, now),
        lte(trialEnd, page.until),
        sql`${trialRemindedEnd} is distinct from ${trialEnd}`,
        page.after ? sql`(${trialEnd}, ${userId}) > (${page.after.end}, ${page.after.userId})` : undefined,
      ),
    )
    .orderBy(asc(trialEnd), asc(userId))
    .limit(page.limit);
  return rows.map((row) => ({ end: row.end ?? now, userId: row.userId }));
}

/** Counts a failed change of the planned end, so that the next attempt uses another idempotency key. */
export async function updateEndFailed(db: Db, seen: SubscriptionRow): Promise<void> {
  await db
    .update(subscriptions)
    .set({ endChanges: seen.endChanges + 1 })
    .where(and(eq(subscriptions.userId, seen.userId), eq(subscriptions.endChanges, seen.endChanges)));
}

/** People whose posts should have stopped by `now`, longest overdue first, after `after`. */
export async function selectPublishingEnded(
  db: Db,
  now: Date,
  after: { until: Date; userId: number } | undefined,
  limit: number,
): Promise<{ until: Date; userId: number }[]> {
  const { publishesUntil, userId } = subscriptions;
  const rows = await db
    .select({ until: publishesUntil, userId })
    .from(subscriptions)
    .where(
      and(
        isNotNull(publishesUntil),
        lte(publishesUntil, now),
        after ? sql`(${publishesUntil}, ${userId}) > (${after.until}, ${after.userId})` : undefined,
      ),
    )
    .orderBy(asc(publishesUntil), asc(userId))
    .limit(limit);
  return rows.map((row) => ({ until: row.until ?? now, userId: row.userId }));
}

export async function selectOpenCheckout(db: Db, userId: number): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.state, 'open')));
  return row;
}

export async function selectCheckout(db: Db, id: number): Promise<CheckoutRow | undefined> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id));
  return row;
}

export async function insertCheckout(
  tx: Db,
  checkout: Pick<CheckoutRow, 'userId' | 'priceId' | 'trialDays' | 'expiresAt' | 'createdAt'>,
): Promise<CheckoutRow> {
  const [row] = await tx.insert(checkouts).values(checkout).returning();
  if (!row) throw new Error('The checkout was not stored');
  return row;
}

/** Stores the provider's session; false if the checkout was abandoned meanwhile. */
export async function updateCheckoutSession(
  db: Db,
  id: number,
  session: { id: string; url: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await db
    .update(checkouts)
    .set({ sessionId: session.id, url: session.url, expiresAt: session.expiresAt })
    .where(eq(checkouts.id, id))
    .returning({ state: checkouts.state });
  return rows[0]?.state === 'open';
}

/** Abandons a person's open checkout. Returns its id, for expiring it at the provider. */
export async function updateCheckoutToClosing(tx: Db, userId: number): Promise<number | undefined> {
  const [row] = await tx
    .update(checkouts)
    .set({ state: 'closing' })
    .where(and(eq(checkouts.userId, userId), eq(checkouts.state, 'open')))
    .returning({ id: checkouts.id });
  return row?.id;
}

export async function updateCheckoutToClosed(
  db: Db,
  which: { id: number } | { sessionId: string },
): Promise<void> {
  const matches = 'id' in which ? eq(checkouts.id, which.id) : eq(checkouts.sessionId, which.sessionId);
  await db
    .update(checkouts)
    .set({ state: 'closed' })
    .where(and(matches, ne(checkouts.state, 'closed')));
}

const ownerRow = z.object({ userId: column.number, isFormer: column.boolean });
export type StripeIdOwner = z.infer<typeof ownerRow>;

/**
 * The owner of a customer, subscription, charge, refund, dispute or event id of the provider. `isFormer`: the
 * id was replaced and belongs to no one now, so this is the last person who had it.
 */
export async function selectOwnerOfStripeId(db: Db, id: string): Promise<StripeIdOwner | undefined> {
  const statement = sql`
    select user_id as "userId", false as "isFormer" from ${subscriptions} where customer_id = ${id} or subscription_id = ${id}
    union all select user_id, false from ${movements} where id = ${id}
    union all select s.user_id, false from ${webhookEvents} e join ${subscriptions} s on s.customer_id = e.customer_id
      where e.id = ${id} or e.object_id = ${id}
    union all (select user_id, true from ${formerBillingIds} where customer_id = ${id} or subscription_id = ${id}
      order by id desc limit 1)
    order by "isFormer" limit 1`;
  return (await readRows(db, ownerRow, statement))[0];
}
