/**
 * What is kept of a feed, the sources for an account's posts, and which figures of a text they support. Pure.
 */
import { FEED_ENTRIES_MOST, FEED_EVERY_HOURS } from '@drumbeat/contract/facts/facts.rules.ts';
import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { HOUR_MS } from '@drumbeat/contract/time.ts';
import { plainText } from '../../providers/news/news.rules.ts';
import type { FeedEntry } from '../../providers/news/news.ts';
import type { FactRecord, FeedWithEntries, Source } from './facts.types.ts';

/** The most characters to keep of an entry's text. */
const ENTRY_TEXT_MAX = 500;
/** The most characters of a source's name. */
const LABEL_MAX = 100;
/** The most sources of one text; more do not fit into a post. */
const LINKS_MOST = 20;

/** When to read a feed again that is read now. */
export function nextReadAt(now: Date): Date {
  return new Date(now.getTime() + FEED_EVERY_HOURS * HOUR_MS);
}

/** The newest entries of a feed, without duplicates. Input and output are newest first. */
export function keptEntries(entries: readonly FeedEntry[]): FeedEntry[] {
  const marks = new Set<string>();
  const once = entries.filter(({ mark }) => !marks.has(mark) && marks.add(mark));
  return once
    .slice(0, FEED_ENTRIES_MOST)
    .map((entry) => ({ ...entry, text: plainText(entry.text, ENTRY_TEXT_MAX) }));
}

/** The title of a feed, or its host if it has none. */
export function feedTitle(title: string, url: string): string {
  return title || (URL.parse(url)?.host ?? url);
}

/** The sources for an account's posts: its facts, then its feed entries. */
export function sourcesOf(facts: readonly FactRecord[], feeds: readonly FeedWithEntries[]): Source[] {
  const ofFacts = facts.map(
    ({ id, text }): Source => ({
      id: `fact:${id}`,
      kind: 'fact',
      label: plainText(text, LABEL_MAX),
      text,
      url: null,
    }),
  );
  const ofFeeds = feeds.flatMap(({ entries }) =>
    entries.map(
      ({ id, title, text, url }): Source => ({
        id: `feed:${id}`,
        kind: 'feed',
        label: plainText(title, LABEL_MAX),
        text: text ? `${title}. ${text}` : title,
        url,
      }),
    ),
  );
  return [...ofFacts, ...ofFeeds];
}

/** The parts of a source that a link needs. */
type Supporting = Omit<Source, 'kind'>;

const FIGURE = /(?:[$€£¥] ?|\b(?:USD|EUR|GBP) )?\d(?:[\d.,]*\d)?(?: ?%| percent\b)?/g;
const NEXT_WORD = /^[ -]([\p{L}]{1,30})/u;
const SIGNS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };

/** A figure as written, and a key that is the same for other spellings of it. */
type Figure = { words: string; key: string };

/**
 * The figures of a text. A sum, a percentage, or a number of three or more digits stands by itself; a smaller
 * number needs the word after it: the 3 of '3 shops' does not support '3 tips'.
 */
function figuresOf(text: string): Figure[] {
  return [...text.matchAll(FIGURE)].map((found): Figure => {
    const [words] = found;
    const sign = /[$€£¥]|[A-Z]{3}/.exec(words)?.[0] ?? '';
    const share = /%|percent/.test(words) ? '%' : '';
    const digits = words.replace(/[^\d.,]/g, '');
    const key = `${SIGNS[sign] ?? sign}${numberOf(digits)}${share}`;
    if (sign || share || digits.length >= 3) return { words, key };
    const next = NEXT_WORD.exec(text.slice(found.index + words.length))?.[1];
    return next ? { words: `${words} ${next}`, key: `${key} ${stemOf(next)}` } : { words, key };
  });
}

/** `1,200` and `1200`, or `15` and `15.00`, are the same value. */
function numberOf(digits: string): string {
  const plain = digits.replace(/,(?=\d{3}(?!\d))/g, '');
  const value = Number(plain);
  return Number.isFinite(value) ? String(value) : plain;
}

function stemOf(word: string): string {
  return word.toLowerCase().replace(/s$/, '');
}

/** The source that supports each figure of a text; unsupported figures are left out. */
export function linksOf(text: string, sources: readonly Supporting[]): PostSource[] {
  const figures = figuresOf(text);
  const supporting = new Map<string, Supporting>();
  for (const source of sources)
    for (const { key } of figuresOf(source.text)) if (!supporting.has(key)) supporting.set(key, source);
  const links = new Map<string, PostSource>();
  for (const { words, key } of figures) {
    const source = supporting.get(key);
    if (source) links.set(key, { claim: words, sourceId: source.id, label: source.label, url: source.url });
  }
  return [...links.values()].slice(0, LINKS_MOST);
}
