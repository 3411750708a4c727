import { type FetchRules, fetchFeed } from './fetch-feed.ts';
import type { NewsReading, NewsSource } from './news.ts';

export type FeedOptions = Pick<FetchRules, 'hosts' | 'isLocal'> & {
  /** With `{niche}` where the niche goes. */
  url: string;
  deadlineMs?: number;
};

const DEADLINE_MS = 10_000;

/** News from RSS or Atom, at an address that the operator has set. */
export function createFeedNews(options: FeedOptions): NewsSource {
  const { hosts, isLocal } = options;
  return {
    async read(niche, known): Promise<NewsReading> {
      const address = options.url.replaceAll('{niche}', encodeURIComponent(niche));
      const headers = {
        accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
        'user-agent': 'Drumbeat',
        ...(known.etag ? { 'if-none-match': known.etag } : {}),
        ...(known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
      };
      const signal = AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS);
      try {
        const answer = await fetchFeed(address, headers, { hosts, isLocal, signal });
        if (answer.status === 304) return { ok: true, changed: false };
        if (answer.status !== 200) return { ok: false, detail: `the feed answered ${answer.status}` };
        // Loaded with the first feed: few installations read one, and it takes memory.
        const { storiesOf } = await import('./feed-stories.ts');
        const { etag = null, 'last-modified': lastModified = null } = answer.headers;
        return { ok: true, changed: true, stories: storiesOf(answer.body), version: { etag, lastModified } };
      } catch (error) {
        return { ok: false, detail: String((error as Error).message).slice(0, 300) };
      }
    },
  };
}
