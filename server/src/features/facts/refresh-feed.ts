import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import type { JobContext } from '../../platform/jobs.ts';
import { factChanges, feedFetches } from '../../platform/limits.ts';
import { ownsAccountNow } from '../accounts/accounts.queries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { FactsDeps } from './facts.deps.ts';
import { feedNotFound, feedRefused } from './facts.errors.ts';
import { feedTitle, keptEntries, nextReadAt } from './facts.rules.ts';
import type { FeedWithEntries } from './facts.types.ts';
import {
  type ClaimedFeed,
  claimDueFeeds,
  deleteFeedRow,
  selectFeed,
  updateFeedRead,
  updateFeedSeen,
} from './feeds.store.ts';

/** Feeds that are read side by side, each within 10 s. */
const AT_ONCE = 5;
/** Feeds that are taken before the next are asked for. */
const BATCH = 25;
/** How long one run goes on; what is left is due still, and read by the next. */
const RUN_MS = 4 * 60_000;

/** Reads one feed of the person's again, now. Throws FEED_NOT_FOUND, FEED_REFUSED, RATE_LIMIT_EXCEEDED. */
export async function refreshFeed(deps: FactsDeps, actor: Actor, id: number): Promise<FeedWithEntries> {
  await deps.limits.consume(feedFetches, actor.userId);
  await readAndStore(deps, await requireOwnFeed(deps.db, actor, id));
  const feed = await requireOwnFeed(deps.db, actor, id);
  if (feed.problem) throw feedRefused(feed.problem);
  return feed;
}

/** Removes a feed from an account, with what it said. Throws FEED_NOT_FOUND, RATE_LIMIT_EXCEEDED. */
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
 * Reads the feeds whose time has come, until none is left or four minutes are over. Each is taken before it is read, so
 * that no other worker reads it too; a worker that dies leaves it for the next time. Nothing is locked meanwhile.
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
        if (detail) log.info({ feedId: feed.id, detail }, 'a feed of facts could not be read');
      });
      await Promise.all(reading);
    }
  }
}

/** Reads a feed and writes what it says, or why it cannot be read. Answers with the detail of a failure for the log. */
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

/** The person's own feed, of an account that is connected. */
async function requireOwnFeed(db: Db, { userId }: Actor, id: number): Promise<FeedWithEntries> {
  const feed = await selectFeed(db, id);
  const isOwn = feed?.userId === userId && (await ownsAccountNow(db, userId, feed.accountId));
  if (!isOwn) throw feedNotFound();
  return feed;
}
