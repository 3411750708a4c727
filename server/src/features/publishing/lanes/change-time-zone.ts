import type { ZoneChoice } from '@drumbeat/contract/users/users.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { listAccountIdsWithPosts } from '../../post/post.queries.ts';
import { lockUser, setTimeZone } from '../../users/users.queries.ts';
import { replanSummary } from '../publishing.queries.ts';
import { lockLanes } from './lock-lanes.ts';
import { rezonePosts } from './schedule-posts.ts';
import { rezone, type ZoneChange } from './slots.rules.ts';
import { selectPlanned } from './waiting.store.ts';

/**
 * Changes the person's time zone and their posts in one transaction: the posts keep either their instants or
 * their wall clocks. Returns how many posts changed their instant. Idempotent.
 */
export async function changeTimeZone(
  deps: Pick<Platform, 'db' | 'clock' | 'events'>,
  actor: Actor,
  input: { timeZone: string; posts: ZoneChoice },
): Promise<number> {
  const now = deps.clock.now();
  const to = input.timeZone;
  return inTransaction(deps.db, async (tx) => {
    const { timeZone: from } = await lockUser(tx, actor.userId);
    if (from === to) return 0;
    await setTimeZone(tx, actor.userId, to, now);
    let moved = 0;
    for (const accountId of await listAccountIdsWithPosts(tx, actor.userId))
      moved += await movePostsToZone(deps, tx, { accountId, from, to, choice: input.posts, now });
    await replanSummary(tx, actor.userId, now);
    await notifyPerson(tx, actor.userId, 'settings_changed', now);
    await recordAudit(tx, actor, {
      at: now,
      action: 'users.time_zone_changed',
      target: { type: 'user', id: actor.userId },
      details: { from, to, posts: input.posts, moved },
    });
    return moved;
  });
}

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
