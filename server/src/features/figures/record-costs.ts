import { postPrice, xPrices } from '@drumbeat/contract/costs/costs.rules.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertReads, insertXCosts } from './figures.store.ts';
import type { ReadKind, XCost } from './figures.types.ts';
import { recordFigures } from './record-figures.ts';

type Published = Pick<XCost, 'userId' | 'accountId' | 'postId' | 'tier'> & { hasLink: boolean };

/**
 * Adds published posts to the ledger, in the transaction that settles them. Their daily sums are recorded
 * with the other figures of a settlement.
 */
export async function recordPublished(tx: Db, at: Date, posts: readonly Published[]): Promise<void> {
  const costs = posts.map(({ hasLink, ...whose }) => ({
    ...whose,
    kind: hasLink ? ('post_with_link' as const) : ('post' as const),
    count: 1,
    costMicros: postPrice(hasLink),
  }));
  await insertXCosts(tx, at, costs);
}

type Reads = {
  kind: ReadKind;
  /** X's ids of the objects that were read. */
  objectIds: readonly string[];
  userId: number | null;
  accountId: number | null;
  tier: string;
};

/** Adds reads at X to the ledger: each object once per UTC day, as X charges for it. */
export async function recordReads(deps: Pick<Platform, 'db' | 'clock'>, reads: Reads): Promise<void> {
  const { kind, objectIds, ...whose } = reads;
  if (objectIds.length === 0) return;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const count = await insertReads(tx, at.toISOString().slice(0, 10), kind, objectIds);
    if (count === 0) return;
    const costMicros = count * xPrices[kind];
    await insertXCosts(tx, at, [{ ...whose, kind, count, costMicros, postId: null }]);
    await recordFigures(tx, at, [
      { name: 'costs.x', label: whose.tier, amount: costMicros },
      { name: 'costs.kind', label: kind, amount: costMicros },
    ]);
  });
}
