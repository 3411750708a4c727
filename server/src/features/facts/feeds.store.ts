import { FEED_ENTRIES_MOST, FEEDS_MOST, type FeedProblem } from '@drumbeat/contract/facts/facts.rules.ts';
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { column, readRows } from '../../platform/database/rows.ts';
import { factFeeds, feedEntries } from './facts.tables.ts';
import type { FeedRecord, FeedWithEntries, ReadFeed } from './facts.types.ts';

const entryColumns = {
  id: feedEntries.id,
  feedId: feedEntries.feedId,
  title: feedEntries.title,
  text: feedEntries.text,
  url: feedEntries.url,
  publishedAt: feedEntries.publishedAt,
};

/** The feeds of an account in the order in which they were added, each with its entries, newest first. */
export async function selectFeeds(db: Db, accountId: number): Promise<FeedWithEntries[]> {
  const feeds = await db
    .select()
    .from(factFeeds)
    .where(eq(factFeeds.accountId, accountId))
    .orderBy(asc(factFeeds.id))
    .limit(FEEDS_MOST);
  return withEntries(db, feeds);
}

async function withEntries(db: Db, feeds: readonly FeedRecord[]): Promise<FeedWithEntries[]> {
  if (feeds.length === 0) return [];
  const ids = feeds.map(({ id }) => id);
  const entries = await db
    .select(entryColumns)
    .from(feedEntries)
    .where(inArray(feedEntries.feedId, ids))
    .orderBy(sql`${feedEntries.publishedAt} desc nulls last`, asc(feedEntries.id))
    .limit(FEED_ENTRIES_MOST * feeds.length);
  return feeds.map((feed) => ({ ...feed, entries: entries.filter(({ feedId }) => feedId === feed.id) }));
}

/** The feeds of all of a person's accounts. */
export function selectFeedsOfUser(db: Db, userId: number): Promise<FeedRecord[]> {
  return db.select().from(factFeeds).where(eq(factFeeds.userId, userId)).orderBy(asc(factFeeds.id));
}

export async function selectFeed(db: Db, id: number): Promise<FeedWithEntries | undefined> {
  const feeds = await db.select().from(factFeeds).where(eq(factFeeds.id, id));
  const [feed] = await withEntries(db, feeds);
  return feed;
}

/** Undefined if the account has the feed already. */
export async function insertFeed(
  tx: Db,
  feed: Pick<FeedRecord, 'userId' | 'accountId' | 'url' | 'readAt' | 'nextReadAt'>,
  read: ReadFeed,
): Promise<number | undefined> {
  const { entries, ...told } = read;
  const [row] = await tx
    .insert(factFeeds)
    .values({ ...feed, ...told, createdAt: feed.readAt })
    .onConflictDoNothing()
    .returning({ id: factFeeds.id });
  if (row) await upsertEntries(tx, row.id, entries);
  return row?.id;
}

/** Stores what was read, unless the feed is gone; deletes entries that it no longer contains. */
export async function updateFeedRead(tx: Db, id: number, read: ReadFeed, at: Date): Promise<void> {
  const { entries, ...told } = read;
  const { rowCount } = await tx
    .update(factFeeds)
    .set({ ...told, problem: null, readAt: at })
    .where(eq(factFeeds.id, id));
  if (rowCount === 1) await upsertEntries(tx, id, entries);
}

/** Records that a feed has not changed, or why it could not be read; its entries stay. */
export async function updateFeedSeen(
  db: Db,
  id: number,
  seen: { readAt: Date; problem: null } | { problem: FeedProblem },
): Promise<void> {
  await db.update(factFeeds).set(seen).where(eq(factFeeds.id, id));
}

async function upsertEntries(tx: Db, feedId: number, entries: ReadFeed['entries']): Promise<void> {
  const marks = entries.map(({ mark }) => mark);
  const ofFeed = eq(feedEntries.feedId, feedId);
  await tx.delete(feedEntries).where(and(ofFeed, notInArray(feedEntries.mark, marks)));
  if (entries.length === 0) return;
  const rows = entries.map(({ mark, title, text, url, publishedAt }) => ({
    feedId,
    mark,
    title,
    text,
    url,
    publishedAt,
  }));
  await tx
    .insert(feedEntries)
    .values(rows)
    .onConflictDoUpdate({
      target: [feedEntries.feedId, feedEntries.mark],
      set: {
        title: sql`excluded.title`,
        text: sql`excluded.text`,
        url: sql`excluded.url`,
        publishedAt: sql`excluded.published_at`,
      },
    });
}

const claimedRow = z.object({
  id: column.number,
  url: column.text,
  etag: column.text.nullable(),
  lastModified: column.text.nullable(),
});
export type ClaimedFeed = z.infer<typeof claimedRow>;

/** Claims up to `limit` due feeds, longest due first; nobody else claims them until `until`. */
export function claimDueFeeds(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedFeed[]> {
  const statement = sql`
    update fact_feeds f set next_read_at = ${until}
    from (
      select id from fact_feeds where next_read_at <= ${now} order by next_read_at limit ${limit} for update skip locked
    ) due
    where f.id = due.id
    returning f.id, f.url, f.etag, f.last_modified as "lastModified"`;
  return readRows(db, claimedRow, statement);
}

export async function deleteFeedRow(tx: Db, id: number): Promise<void> {
  await tx.delete(factFeeds).where(eq(factFeeds.id, id));
}

/** Deletes a person's feeds with their entries, of one account or of all. */
export async function deleteFeedsOf(tx: Db, userId: number, accountId?: number): Promise<void> {
  const mine = eq(factFeeds.userId, userId);
  await tx
    .delete(factFeeds)
    .where(accountId === undefined ? mine : and(mine, eq(factFeeds.accountId, accountId)));
}
