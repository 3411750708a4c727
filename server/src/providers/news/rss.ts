import { decodeHTML } from 'entities';
import { parseFeed } from 'feedsmith';
import { type FetchRules, fetchFeed } from './fetch-feed.ts';
import { plainText } from './news.rules.ts';
import type { NewsReading, NewsSource, NewsStory } from './news.ts';

export type FeedOptions = Pick<FetchRules, 'hosts' | 'isLocal'> & {
  /** With `{niche}` where the niche goes. */
  url: string;
  deadlineMs?: number;
};

const DEADLINE_MS = 10_000;
const MAX_STORIES = 30;
const TITLE_MAX = 160;
const TEXT_MAX = 1_000;

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
        const { etag = null, 'last-modified': lastModified = null } = answer.headers;
        return { ok: true, changed: true, stories: storiesOf(answer.body), version: { etag, lastModified } };
      } catch (error) {
        return { ok: false, detail: String((error as Error).message).slice(0, 300) };
      }
    },
  };
}

/** Feeds wrap texts in HTML, some of them twice. */
function textOf(html: string, max: number): string {
  const once = plainText(html, max * 20);
  return plainText(decodeHTML(once), max);
}

type RawStory = { title: string | undefined; text: string | undefined; date: string | undefined };

function rawStories(xml: string): RawStory[] {
  const parsed = parseFeed(xml, { maxItems: MAX_STORIES });
  if (parsed.format === 'atom')
    return (parsed.feed.entries ?? []).map((entry) => ({
      title: entry.title?.value,
      text: entry.summary?.value ?? entry.content?.value,
      date: entry.published ?? entry.updated,
    }));
  if (parsed.format === 'rss')
    return (parsed.feed.items ?? []).map(({ title, description, pubDate }) => ({
      title,
      text: description,
      date: pubDate,
    }));
  throw new Error(`a feed of the kind ${parsed.format} is not read`);
}

/** Stories with a title and a date, newest first. Throws where the text is no feed. */
function storiesOf(xml: string): NewsStory[] {
  return rawStories(xml)
    .map(({ title = '', text = '', date = '' }) => ({
      title: textOf(title, TITLE_MAX),
      text: textOf(text, TEXT_MAX),
      publishedAt: new Date(date),
    }))
    .filter(({ title, publishedAt }) => title !== '' && !Number.isNaN(publishedAt.getTime()))
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
}
