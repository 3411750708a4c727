import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import type { JobContext } from '../../platform/jobs.ts';
import { factChanges, feedFetches } from '../../platform/rate-limits.ts';
import { ownsAccountNow } from '../accounts/accounts.queries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { feedNotFound, feedRefused } from './facts.errors.ts';
import { feedTitle, keptEntries, nextReadAt } from './facts.rules.ts';
import type { FactsDeps, FeedWithEntries } from './facts.types.ts';
import {
  type ClaimedFeed,
  claimDueFeeds,
  deleteFeedRow,
  selectFeed,
  updateFeedRead,
  updateFeedSeen,
} from './feeds.store.ts';

/** How many feeds are read concurrently, each within 10 s. */
const AT_ONCE = 5;
/** How many feeds are claimed at a time. */
const BATCH = 25;
/** How long one run lasts; the next run reads the rest, which stay due. */
const RUN_MS = 4 * 60_000;

/** Reads one of the person's feeds again now. Throws FEED_NOT_FOUND, FEED_REFUSED, RATE_LIMIT_EXCEEDED. */
export async function refreshFeed(deps: FactsDeps, actor: Actor, id: number): Promise<FeedWithEntries> {
  await deps.limits.consume(feedFetches, actor.userId);
  await readAndStore(deps, await requireOwnFeed(deps.db, actor, id));
  const feed = await requireOwnFeed(deps.db, actor, id);
  if (feed.problem) throw feedRefused(feed.problem);
  return feed;
}

/** Removes a feed and its entries from an account. Throws FEED_NOT_FOUND, RATE_LIMIT_EXCEEDED. */
export async function deleteFeed(deps: FactsDeps, actor: Actor, id: number): Promise<void> {
  await deps.limits.consume(factChanges, actor.userId);
  await inTransaction(deps.db, async (tx) => {
    await requireOwnFeed(tx, actor, id);
    await deleteFeedRow(tx, id);
    const target = { type: 'fact_feed', id };
    await recordAudit(tx, actor, { at: deps.clock.now(), action: 'facts.feed_deleted', target });
  });
}

/**
 * Reads due feeds until none is left or four minutes have passed. Each is claimed before it is read, so that
 * no other worker reads it too; if a worker dies, its feeds are read when they are due again. Nothing is
 * locked meanwhile.
 */
export async function refreshDueFeeds(
  deps: Omit<FactsDeps, 'limits'>,
  { log, signal }: Pick<JobContext, 'log' | 'signal'>,
): Promise<void> {
  const begun = performance.now();
  while (!signal.aborted && performance.now() - begun < RUN_MS) {
    const now = deps.clock.now();
    const due = await claimDueFeeds(deps.db, { now, until: nextReadAt(now), limit: BATCH });
    if (due.length === 0) return;
    for (let first = 0; first < due.length; first += AT_ONCE) {
      const reading = due.slice(first, first + AT_ONCE).map(async (feed) => {
        const detail = await readAndStore(deps, feed);
        if (detail) log.info({ feedId: feed.id, detail }, 'could not read a fact feed');
      });
      await Promise.all(reading);
    }
  }
}

/**
 * Reads a feed and stores its entries, or why it could not be read. Returns the detail of a failure for the
 * log.
 */
async function readAndStore(
  { db, clock, feeds }: Omit<FactsDeps, 'limits'>,
  feed: ClaimedFeed,
): Promise<string | undefined> {
  const reading = await feeds.read(feed.url, feed);
  const at = clock.now();
  if (!reading.ok) {
    await updateFeedSeen(db, feed.id, { problem: reading.problem });
    return reading.detail;
  }
  if (!reading.changed) {
    await updateFeedSeen(db, feed.id, { readAt: at, problem: null });
    return undefined;
  }
  const { title, entries, version } = reading;
  const read = { ...version, title: feedTitle(title, feed.url), entries: keptEntries(entries) };
  await inTransaction(db, (tx) => updateFeedRead(tx, feed.id, read, at));
  return undefined;
}

/** The person's feed, of a connected account. */
async function requireOwnFeed(db: Db, { userId }: Actor, id: number): Promise<FeedWithEntries> {
  const feed = await selectFeed(db, id);
  const isOwn = feed?.userId === userId && (await ownsAccountNow(db, userId, feed.accountId));
  if (!isOwn) throw feedNotFound();
  return feed;
}
