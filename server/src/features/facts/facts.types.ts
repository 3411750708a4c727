import type { FeedEntry } from '../../providers/news/news.ts';
import type { factFeeds, facts, feedEntries } from './facts.tables.ts';

export type FactRecord = typeof facts.$inferSelect;
export type NewFact = Pick<FactRecord, 'kind' | 'text'>;
export type FeedRecord = typeof factFeeds.$inferSelect;
export type EntryRecord = Omit<typeof feedEntries.$inferSelect, 'mark'>;
export type FeedWithEntries = FeedRecord & { entries: EntryRecord[] };

/** What a reading brought of a feed. */
export type ReadFeed = Pick<FeedRecord, 'title' | 'etag' | 'lastModified'> & {
  entries: readonly FeedEntry[];
};

/** Something that a claim of a post may rest on: a fact of the sheet, or an entry of a feed. Words of strangers are data. */
export type Source = {
  /** `fact:12` or `feed:34`. */
  id: string;
  kind: 'fact' | 'feed';
  /** What a person reads as the source's name. */
  label: string;
  text: string;
  /** Where an entry of a feed can be read in full; null where nowhere. */
  url: string | null;
};
