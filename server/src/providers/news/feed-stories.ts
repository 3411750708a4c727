import { decodeHTML } from 'entities';
import { parseFeed } from 'feedsmith';
import { plainText } from './news.rules.ts';
import type { NewsStory } from './news.ts';

const MAX_STORIES = 30;
const TITLE_MAX = 160;
const TEXT_MAX = 1_000;

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
export function storiesOf(xml: string): NewsStory[] {
  return rawStories(xml)
    .map(({ title = '', text = '', date = '' }) => ({
      title: textOf(title, TITLE_MAX),
      text: textOf(text, TEXT_MAX),
      publishedAt: new Date(date),
    }))
    .filter(({ title, publishedAt }) => title !== '' && !Number.isNaN(publishedAt.getTime()))
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
}
