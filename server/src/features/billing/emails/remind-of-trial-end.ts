import { DAY_MS } from '@drumbeat/contract/time.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { findUser } from '../../users/users.queries.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { lockSubscription, selectPlan, selectTrialsToRemind, updateSubscription } from '../billing.store.ts';
import { emailTrialEnd } from './email-customer.ts';

const AHEAD_MS = 3 * DAY_MS;
const BATCH = 100;

/**
 * Emails people who will be charged when their trial ends within three days, once per end. One person's
 * failure does not stop the others; the next run retries it. Idempotent.
 */
export async function remindOfTrialEnd(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + AHEAD_MS);
  let after: { end: Date; userId: number } | undefined;
  do {
    const due = await selectTrialsToRemind(deps.db, now, { until, after, limit: BATCH });
    for (const { userId } of due)
      await inTransaction(deps.db, (tx) => remind(deps, tx, userId)).catch((error: unknown) =>
        deps.log.error({ err: error, userId }, 'could not queue a trial reminder'),
      );
    after = due.length < BATCH ? undefined : due.at(-1);
  } while (after);
}

async function remind(deps: BillingDeps, tx: Db, userId: number): Promise<void> {
  const row = await lockSubscription(tx, userId);
  if (row?.state !== 'trialing' || !row.trialEnd || +row.trialEnd === Number(row.trialRemindedEnd)) return;
  await updateSubscription(tx, userId, { trialRemindedEnd: row.trialEnd });
  const [plan, person] = [await selectPlan(tx, row), await findUser(tx, userId)];
  await emailTrialEnd(deps, tx, { subscription: row, ...plan, person });
}
