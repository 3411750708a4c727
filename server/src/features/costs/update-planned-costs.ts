import { formatMicros, postPrice } from '@drumbeat/contract/costs/costs.rules.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { expiredBefore } from '../../platform/retention.ts';
import { listPlannedPage, type PlannedPage } from '../post/post.queries.ts';
import type { CostsDeps } from './costs.deps.ts';
import { deleteCreditsBefore, replacePlannedCosts } from './costs.store.ts';
import { lowCreditsText } from './forecast.rules.ts';
import { getCredits } from './get-credits.ts';

/** How many posts one statement reads. */
const PAGE = 400;

/**
 * Sums the expected costs of planned posts by day, page by page to keep statements short, and logs a warning
 * when the credits at X end soon.
 */
export async function updatePlannedCosts(deps: CostsDeps, { log }: { log: Logger }): Promise<void> {
  const days = new Map<string, number>();
  let after: PlannedPage['last'];
  do {
    const page: PlannedPage = await listPlannedPage(deps.db, after, PAGE);
    for (const { dueAt, hasLink } of page.posts) {
      const day = dueAt.toISOString().slice(0, 10);
      days.set(day, (days.get(day) ?? 0) + postPrice(hasLink));
    }
    after = page.posts.length === PAGE ? page.last : undefined;
  } while (after);
  const now = deps.clock.now();
  await inTransaction(deps.db, (tx) => replacePlannedCosts(tx, days, now));
  await deleteCreditsBefore(deps.db, expiredBefore(now, 'credits'));
  const credits = await getCredits(deps);
  if (!credits.is_low) return;
  const balance = formatMicros(credits.balance_micros ?? 0);
  log.error({ daysLeft: credits.days_left, balance }, lowCreditsText(balance, credits.days_left));
}
