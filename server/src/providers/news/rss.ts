import type { FeedEntry, NewsReading, NewsSource, NewsStory } from './news.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';

/** `url` contains `{niche}` where the niche goes. */
type NewsOptions = FeedOptions & { url: string };

/** News from RSS or Atom, at an address that the operator has set. */
export function createFeedNews({ url, ...options }: NewsOptions): NewsSource {
  return {
    async read(niche, known): Promise<NewsReading> {
      const reading = await readFeed(url.replaceAll('{niche}', encodeURIComponent(niche)), known, options);
      if (!reading.ok || !reading.changed) return reading;
      return { ok: true, changed: true, stories: storiesOf(reading.entries), version: reading.version };
    },
  };
}

/** The entries with a date, as stories. */
function storiesOf(entries: readonly FeedEntry[]): NewsStory[] {
  return entries.flatMap(({ title, text, publishedAt }) =>
    publishedAt ? [{ title, text, publishedAt }] : [],
  );
}
