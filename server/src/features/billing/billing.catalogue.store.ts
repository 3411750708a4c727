import { and, asc, desc, eq, lt, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { catalogueSync, prices, products } from './billing.tables.ts';
import type { Plan, PlanPrice, PlanProduct } from './billing.types.ts';

/**
 * What can be subscribed to. We name an interval, not how many of them: a price every three months would read as one a
 * month, so it is not on offer.
 */
const isOnOffer = and(eq(prices.active, true), eq(products.active, true), eq(prices.intervalCount, 1));

/** Active prices of active products. */
export function selectActivePlans(db: Db): Promise<Plan[]> {
  return db
    .select({ product: products, price: prices })
    .from(prices)
    .innerJoin(products, eq(products.id, prices.productId))
    .where(isOnOffer)
    .orderBy(asc(prices.unitAmount), asc(products.name), asc(prices.id));
}

/** The active plan of a price id or a lookup key. */
export async function activePlan(
  db: Db,
  choice: { priceId?: string | undefined; priceLookupKey?: string | undefined },
): Promise<Plan | undefined> {
  const { priceId, priceLookupKey } = choice;
  if (!priceId && !priceLookupKey) return undefined;
  const chosen = priceId ? eq(prices.id, priceId) : eq(prices.lookupKey, priceLookupKey ?? '');
  const [plan] = await db
    .select({ product: products, price: prices })
    .from(prices)
    .innerJoin(products, eq(products.id, prices.productId))
    .where(and(chosen, isOnOffer));
  return plan;
}

export async function existsPrice(db: Db, priceId: string): Promise<boolean> {
  const found = await db.select({ id: prices.id }).from(prices).where(eq(prices.id, priceId));
  return found.length > 0;
}

/** The whole mirror: products by name, active ones first, and prices from the cheapest on. */
export async function selectCatalogue(db: Db): Promise<{ products: PlanProduct[]; prices: PlanPrice[] }> {
  const [allProducts, allPrices] = await Promise.all([
    db.select().from(products).orderBy(desc(products.active), asc(products.name), asc(products.id)),
    db.select().from(prices).orderBy(desc(prices.active), asc(prices.unitAmount), asc(prices.id)),
  ]);
  return { products: allProducts, prices: allPrices };
}

/** What the mirror has of a product or price; null where it has none. */
export async function selectCatalogueEntry(
  db: Db,
  kind: 'product' | 'price',
  id: string,
): Promise<{ active: boolean } | null> {
  const table = kind === 'product' ? products : prices;
  const [row] = await db.select({ active: table.active }).from(table).where(eq(table.id, id));
  return row ?? null;
}

/** When the mirror was last brought up to date; null before the first time. */
export async function selectCatalogueSyncedAt(db: Db): Promise<Date | null> {
  const [row] = await db.select({ syncedAt: catalogueSync.syncedAt }).from(catalogueSync);
  return row?.syncedAt ?? null;
}

export async function takeCatalogueTicket(db: Db): Promise<number> {
  const [row] = await db
    .update(catalogueSync)
    .set({ ticket: sql`${catalogueSync.ticket} + 1` })
    .returning({ ticket: catalogueSync.ticket });
  return row?.ticket ?? 0;
}

/** Marks a ticket's result as the applied one, locking the mirror until the transaction ends; false when it is stale. */
export async function applyCatalogueTicket(tx: Db, ticket: number, now: Date): Promise<boolean> {
  const applied = await tx
    .update(catalogueSync)
    .set({ appliedTicket: ticket, syncedAt: now })
    .where(lt(catalogueSync.appliedTicket, ticket))
    .returning({ ticket: catalogueSync.appliedTicket });
  return applied.length > 0;
}

/** Makes the mirror equal to what the provider lists. What it no longer lists is kept as inactive. */
export async function replaceCatalogue(
  tx: Db,
  listed: { products: PlanProduct[]; prices: PlanPrice[] },
): Promise<void> {
  for (const { id, ...fields } of listed.products)
    await tx
      .insert(products)
      .values({ id, ...fields })
      .onConflictDoUpdate({ target: products.id, set: fields });
  for (const { id, ...fields } of listed.prices)
    await tx
      .insert(prices)
      .values({ id, ...fields })
      .onConflictDoUpdate({ target: prices.id, set: fields });
  await tx
    .update(products)
    .set({ active: false })
    .where(
      notInArray(
        products.id,
        listed.products.map((one) => one.id),
      ),
    );
  await tx
    .update(prices)
    .set({ active: false })
    .where(
      notInArray(
        prices.id,
        listed.prices.map((one) => one.id),
      ),
    );
}
