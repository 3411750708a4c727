import type { Db } from '../../platform/database.ts';
import { findBilling } from './billing.store.ts';

/** The provider's ids of a person's customer and subscription, for staff; null where there is none yet. */
export async function findProviderIds(
  db: Db,
  userId: number,
): Promise<{ customerId: string | null; subscriptionId: string | null }> {
  const subscription = (await findBilling(db, userId))?.subscription;
  return {
    customerId: subscription?.customerId ?? null,
    subscriptionId: subscription?.subscriptionId ?? null,
  };
}
