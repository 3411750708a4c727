import { inTransaction } from '../../../platform/database/database.ts';
import { applyCatalogueTicket, replaceCatalogue, takeCatalogueTicket } from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';

/** Updates the mirror of the provider's catalogue. With parallel runs, the newest read wins. */
export async function syncCatalogue(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'payments' | 'log'>,
): Promise<void> {
  const ticket = await takeCatalogueTicket(deps.db);
  const listed = await deps.payments.listCatalogue();
  await inTransaction(deps.db, async (tx) => {
    if (!(await applyCatalogueTicket(tx, ticket, deps.clock.now()))) return;
    const known = new Set(listed.products.map((product) => product.id));
    await replaceCatalogue(tx, {
      products: listed.products,
      prices: listed.prices.filter((price) => known.has(price.productId)),
    });
  });
  deps.log.info({ products: listed.products.length, prices: listed.prices.length }, 'catalogue synced');
}
