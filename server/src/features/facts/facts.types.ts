import type { Platform } from '../../platform/platform.ts';
import type { FeedEntry, FeedReader } from '../../providers/news/news.ts';
import type { factFeeds, facts, feedEntries } from './facts.tables.ts';

export type FactsDeps = Pick<Platform, 'db' | 'clock' | 'limits'> & { feeds: FeedReader };

export type FactRecord = typeof facts.$inferSelect;

export type NewFact = Pick<FactRecord, 'kind' | 'text'>;

export type FeedRecord = typeof factFeeds.$inferSelect;

type EntryRecord = Omit<typeof feedEntries.$inferSelect, 'mark'>;

export type FeedWithEntries = FeedRecord & { entries: EntryRecord[] };

/** The result of reading a feed. */
export type ReadFeed = Pick<FeedRecord, 'title' | 'etag' | 'lastModified'> & {
  entries: readonly FeedEntry[];
};

/** A source for claims in posts: a fact, or a feed entry. Feed entries are untrusted data. */
export type Source = {
  /** `fact:12` or `feed:34`. */
  id: string;
  kind: 'fact' | 'feed';
  /** The source's name as shown. */
  label: string;
  text: string;
  /** Where a feed entry can be read in full; null if it has no link. */
  url: string | null;
};
