import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { BillingDeps } from './billing.deps.ts';
import { selectReturns } from './billing.movements.store.ts';
import { type BillingRow, selectBilling } from './billing.store.ts';
import type { Movement } from './billing.types.ts';

const RETURNS_SHOWN_MS = 90 * DAY_MS;
const MOST_RETURNS = 10;

/** A person's subscription and what went back of their money, as the provider said last: no call to it. */
export async function getSubscription(
  deps: Pick<BillingDeps, 'db' | 'clock'>,
  userId: number,
): Promise<{ billing: BillingRow | undefined; returns: Movement[] }> {
  const since = new Date(deps.clock.now().getTime() - RETURNS_SHOWN_MS);
  const [billing, returns] = await Promise.all([
    selectBilling(deps.db, userId),
    selectReturns(deps.db, userId, since, MOST_RETURNS),
  ]);
  return { billing, returns };
}
