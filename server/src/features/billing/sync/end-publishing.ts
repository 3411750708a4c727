import { inTransaction } from '../../../platform/database/database.ts';
import { findUser } from '../../users/users.queries.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { lockSubscription, selectPublishingEnded } from '../billing.store.ts';
import { writeSubscription } from './write-subscription.ts';

const BATCH = 100;

/**
 * Holds the posts of people whose grace period or paid period is over, even without a webhook. One person's
 * failure does not stop the others; the next run retries it.
 */
export async function endPublishing(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now();
  let after: { until: Date; userId: number } | undefined;
  do {
    const ended = await selectPublishingEnded(deps.db, now, after, BATCH);
    for (const { userId } of ended) {
      await inTransaction(deps.db, async (tx) => {
        const row = await lockSubscription(tx, userId);
        const person = await findUser(tx, userId);
        if (row) await writeSubscription(deps, tx, { row, person }, { facts: {} });
      }).catch((error: unknown) =>
        deps.log.error(
          { err: error, userId },
          'could not hold the posts of an ended plan; the next run tries again',
        ),
      );
    }
    after = ended.length < BATCH ? undefined : ended.at(-1);
  } while (after);
}
