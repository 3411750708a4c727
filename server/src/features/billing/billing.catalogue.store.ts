import { and, asc, desc, eq, getTableColumns, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { catalogueSync, prices, products } from './billing.tables.ts';
import type { Plan, PlanPrice, PlanProduct } from './billing.types.ts';

/** Rows per insert, far below the limit of a statement. */
const CHUNK = 500;

/**
 * Prices that can be subscribed to. We show the interval but not the interval count, so a price every three
 * months would look monthly: only a count of 1 is offered.
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

/** The active plan with a price id or a lookup key. */
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

/** The whole mirror: products by name, active ones first, and prices by amount. */
export async function selectCatalogue(db: Db): Promise<{ products: PlanProduct[]; prices: PlanPrice[] }> {
  const [allProducts, allPrices] = await Promise.all([
    db.select().from(products).orderBy(desc(products.active), asc(products.name), asc(products.id)),
    db.select().from(prices).orderBy(desc(prices.active), asc(prices.unitAmount), asc(prices.id)),
  ]);
  return { products: allProducts, prices: allPrices };
}

/** A product or price of the mirror; null if it is not there. */
export async function selectCatalogueEntry(
  db: Db,
  kind: 'product' | 'price',
  id: string,
): Promise<{ active: boolean } | null> {
  const table = kind === 'product' ? products : prices;
  const [row] = await db.select({ active: table.active }).from(table).where(eq(table.id, id));
  return row ?? null;
}

/** When the mirror was last updated; null before the first time. */
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

/**
 * Records that a ticket's result is being applied, and locks the mirror until the transaction ends; false if
 * it is stale.
 */
export async function applyCatalogueTicket(tx: Db, ticket: number, now: Date): Promise<boolean> {
  const applied = await tx
    .update(catalogueSync)
    .set({ appliedTicket: ticket, syncedAt: now })
    .where(lt(catalogueSync.appliedTicket, ticket))
    .returning({ ticket: catalogueSync.appliedTicket });
  return applied.length > 0;
}

/** Replaces the mirror with what the provider lists. Entries that are no longer listed become inactive. */
export async function replaceCatalogue(
  tx: Db,
  listed: { products: PlanProduct[]; prices: PlanPrice[] },
): Promise<void> {
  for (let from = 0; from < listed.products.length; from += CHUNK)
    await tx
      .insert(products)
      .values(listed.products.slice(from, from + CHUNK))
      .onConflictDoUpdate({ target: products.id, set: excludedOf(products) });
  for (let from = 0; from < listed.prices.length; from += CHUNK)
    await tx
      .insert(prices)
      .values(listed.prices.slice(from, from + CHUNK))
      .onConflictDoUpdate({ target: prices.id, set: excludedOf(prices) });
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

/** Every column of a row that an insert found already there, as the insert has it. */
function excludedOf(table: typeof products | typeof prices): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]));
}
