import type { NewsItem } from '@drumbeat/contract/news/news.ts';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { column, readRows } from '../../platform/database/rows.ts';
import { news } from './news.tables.ts';

export type NewsRecord = typeof news.$inferSelect;

export async function selectNews(db: Db, niche: string): Promise<NewsRecord | undefined> {
  const rows = await db.select().from(news).where(eq(news.niche, niche));
  return rows[0];
}

const claimRow = z.object({ niche: column.text });

/**
 * Claims the refresh of a niche and counts it for the day, unless it was refreshed after `olderThan`, claimed
 * after `claimEnds`, or refreshed `most` times that day. Returns whether it did; only one of several
 * concurrent callers does.
 */
export async function updateClaim(
  tx: Db,
  given: { niche: string; now: Date; day: string; olderThan: Date; claimEnds: Date; most: number },
): Promise<boolean> {
  const { niche, now, day, olderThan, claimEnds, most } = given;
  const statement = sql`
    insert into news as n (niche, claimed_at, day, refreshes) values (${niche}, ${now}, ${day}, 1)
    on conflict (niche) do update set claimed_at = excluded.claimed_at, day = excluded.day,
      refreshes = case when n.day = excluded.day then n.refreshes + 1 else 1 end
    where (n.refreshed_at is null or n.refreshed_at <= ${olderThan})
      and (n.claimed_at is null or n.claimed_at <= ${claimEnds})
      and (n.day is distinct from excluded.day or n.refreshes < ${most})
    returning n.niche`;
  return (await readRows(tx, claimRow, statement)).length > 0;
}

type Refreshed = { refreshedAt: Date; claimedAt: null } & Partial<{
  items: NewsItem[];
  etag: string | null;
  lastModified: string | null;
}>;

/** Stores the result of a refresh, unless another one has begun since. */
export async function updateNews(
  db: Db,
  claim: { niche: string; at: Date },
  change: Refreshed,
): Promise<void> {
  await db
    .update(news)
    .set(change)
    .where(and(eq(news.niche, claim.niche), eq(news.claimedAt, claim.at)));
}
