import type { Db } from '../../../platform/database/database.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import { findUser } from '../../users/users.queries.ts';
import { selectBilling, updateSubscription } from '../billing.store.ts';
import { countingOf } from '../counting.rules.ts';

/** Counts the subscription of a person who left as none. Runs in the caller's transaction. */
export async function countSubscription(tx: Db, userId: number, now: Date): Promise<void> {
  const billing = await selectBilling(tx, userId);
  if (!billing) return;
  const { columns, figures } = countingOf({ ...billing, person: await findUser(tx, userId) }, now);
  if (figures.length > 0) await updateSubscription(tx, userId, columns);
  await recordFigures(tx, now, figures);
}
