import { inTransaction } from '../../../platform/database/database.ts';
import type { PublishingDeps } from '../publishing.deps.ts';
import { type LaneFault, selectLaneFaults, updateHolds, updateNext } from './lanes.store.ts';
import { lockLanes } from './lock-lanes.ts';

const LANES_AT_A_TIME = 500;

/**
 * Repairs lanes that disagree with their account's posts and holds: a lane with a wrong or missing next post
 * keeps posts from being published. This should never happen, so each case is reported. Returns them.
 */
export async function checkLanes(
  deps: Pick<PublishingDeps, 'db' | 'clock' | 'events' | 'log' | 'metrics'>,
): Promise<LaneFault[]> {
  const found: LaneFault[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page = await selectLaneFaults(deps.db, { after, limit: LANES_AT_A_TIME });
    for (const fault of page.faults) {
      deps.log.error({ ...fault }, 'a lane did not match its posts; repairing it');
      deps.metrics.laneFaults.inc();
      await mend(deps, fault.accountId);
    }
    found.push(...page.faults);
    after = page.last;
  }
  return found;
}

function mend(deps: Pick<PublishingDeps, 'db' | 'clock' | 'events'>, accountId: number): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    await lockLanes(tx, [accountId]);
    await updateHolds(tx, [accountId]);
    await updateNext(tx, [accountId]);
    await deps.events.notify(tx, 'posts_due', { at: deps.clock.now().getTime() });
  });
}
