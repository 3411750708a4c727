import { createHash } from 'node:crypto';
import { decodeHTML } from 'entities';
import { parseFeed as parse } from 'feedsmith';
import { FeedFault } from './feed-fault.ts';
import { plainText } from './news.rules.ts';
import type { FeedEntry } from './news.ts';

const MAX_ENTRIES = 30;
const TITLE_MAX = 160;
const TEXT_MAX = 1_000;
const URL_MAX = 500;

/** Decodes twice, because some feeds escape their HTML twice. */
function textOf(html: string, max: number): string {
  const once = plainText(withoutCode(html), max * 20);
  return plainText(withoutCode(decodeHTML(once)), max);
}

/** HTML without scripts and styles; an unclosed one hides everything after it. */
function withoutCode(html: string): string {
  return ['script', 'style'].reduce(withoutElement, html);
}

function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase();
  const kept: string[] = [];
  let from = 0;
  for (let start = lower.indexOf(`<${name}`); start >= 0; start = lower.indexOf(`<${name}`, from)) {
    kept.push(html.slice(from, start));
    const end = lower.indexOf(`</${name}`, start);
    if (end < 0) return kept.join(' ');
    from = end;
  }
  kept.push(html.slice(from));
  return kept.join(' ');
}

/** A web link; null for other schemes and invalid URLs. */
function webUrl(link: string | undefined): string | null {
  const url = URL.parse(link?.trim() ?? '');
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && !url.username && url.href.length <= URL_MAX ? url.href : null;
}

type RawEntry = { [Part in 'id' | 'title' | 'text' | 'link' | 'date']: string | undefined };

function rawFeed(xml: string): { title: string | undefined; entries: RawEntry[] } {
  const parsed = parse(xml, { maxItems: MAX_ENTRIES });
  if (parsed.format === 'atom') {
    const entries = (parsed.feed.entries ?? []).map((entry) => ({
      id: entry.id,
      title: entry.title?.value,
      text: entry.summary?.value ?? entry.content?.value,
      link: entry.links?.find(({ rel = 'alternate' }) => rel === 'alternate')?.href,
      date: entry.published ?? entry.updated,
    }));
    return { title: parsed.feed.title?.value, entries };
  }
  if (parsed.format === 'rss') {
    const entries = (parsed.feed.items ?? []).map(({ guid, title, description, link, pubDate }) => ({
      id: guid?.value,
      title,
      text: description,
      link,
      date: pubDate,
    }));
    return { title: parsed.feed.title, entries };
  }
  throw new Error(`feed format ${parsed.format} is not supported`);
}

function entryOf({ id, title = '', text = '', link, date = '' }: RawEntry): FeedEntry {
  const url = webUrl(link);
  const publishedAt = new Date(date);
  return {
    mark: createHash('sha256')
      .update(id ?? url ?? title)
      .digest('base64url'),
    title: textOf(title, TITLE_MAX),
    text: textOf(text, TEXT_MAX),
    url,
    publishedAt: Number.isNaN(publishedAt.getTime()) ? null : publishedAt,
  };
}

/**
 * The feed's title, and its entries with a title, newest first, undated ones last. Throws FeedFault if the
 * text is not a feed.
 */
export function parseFeed(xml: string): { title: string; entries: FeedEntry[] } {
  try {
    const { title = '', entries } = rawFeed(xml);
    const titled = entries.map(entryOf).filter((entry) => entry.title !== '');
    const timeOf = ({ publishedAt }: FeedEntry) => publishedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    return { title: textOf(title, TITLE_MAX), entries: titled.sort((a, b) => compare(timeOf(b), timeOf(a))) };
  } catch (error) {
    throw new FeedFault('not_a_feed', String((error as Error).message).slice(0, 200));
  }
}

function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
