import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockLanes } from './lock-lanes.ts';
import { rezonePosts } from './schedule-posts.ts';
import { rezone, type ZoneChange } from './time-zone.rules.ts';
import { selectPlanned } from './waiting.store.ts';

/**
 * Converts an account's posts to another time zone, in the caller's transaction, which has locked the person.
 * Wakes the engine. Returns how many posts changed their instant.
 */
export async function movePostsToZone(
  deps: Pick<Platform, 'events'>,
  tx: Db,
  change: ZoneChange & { accountId: number },
): Promise<number> {
  const { accountId, now } = change;
  const [lane] = await lockLanes(tx, [accountId]);
  const posts = rezone(await selectPlanned(tx, accountId, now), change);
  if (posts.length === 0) return 0;
  await rezonePosts(tx, { accountId, now, lane }, posts, change.to);
  const moved = posts.filter(({ at, from }) => at.getTime() !== from.getTime());
  if (moved.length > 0)
    await deps.events.notify(tx, 'posts_due', { at: Math.min(...moved.map(({ at }) => at.getTime())) });
  return moved.length;
}
