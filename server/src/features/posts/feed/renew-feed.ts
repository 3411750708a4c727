import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { postEdits } from '../../../platform/limits.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { deleteFeed, insertFeed, selectFeedStart } from './feeds.store.ts';

/** Whether a person has a calendar feed, and since when. */
export async function getFeed(
  deps: PostsDeps,
  actor: Actor,
): Promise<{ isOn: boolean; since: string | null }> {
  const since = await selectFeedStart(deps.db, actor.userId);
  return { isOn: since !== undefined, since: since?.toISOString() ?? null };
}

/**
 * Creates a new address for a person's calendar feed; the old one stops working. Throws
 * SUBSCRIPTION_CANCELED.
 */
export async function renewFeed(deps: PostsDeps, actor: Actor): Promise<{ url: string }> {
  await deps.limits.consume(postEdits, actor.userId);
  await requireNotCanceled(deps, actor.userId, 'scheduling disabled');
  const secret = randomToken();
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await insertFeed(tx, { userId: actor.userId, secretHash: hashToken(secret), createdAt: at });
    await recordAudit(tx, actor, { at, action: 'posts.feed_renewed' });
  });
  return { url: `${deps.publicUrl}/api/feeds/calendar/${secret}.ics` };
}

/** Ends a person's calendar feed, if there is one. */
export async function endFeed(deps: PostsDeps, actor: Actor): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteFeed(tx, actor.userId))) return;
    await recordAudit(tx, actor, { at: deps.clock.now(), action: 'posts.feed_ended' });
  });
}
