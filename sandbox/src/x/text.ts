import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { XTweet } from './state.ts';

const maxWeight = 280;

const urlWeight = 23;

// Version 3 of the rules: these ranges count 1, every other code point 2.
const lightRanges: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

const emojiPattern = /\p{RGI_Emoji}|[0-9#*]\uFE0F?\u20E3/gv;

export interface UrlEntity {
  start: number;
  end: number;
  url: string;
  expanded_url: string;
  display_url: string;
}

const longestDisplay = 26;

/** A link in a text: `text.slice(start, end)`, and its target. */
export interface Link {
  start: number;
  end: number;
  expanded: string;
}

const commonTlds =
  'com|org|net|edu|gov|mil|int|info|biz|name|pro|app|dev|blog|shop|store|online|site|tech|xyz|club|live|news|media|agency|studio|design|email|cloud|digital|world|today|life|art|games|fun|space|website|page|link|social|academy|company|solutions|systems|software|finance|fitness|health|travel|money|capital|ventures|[a-z]{2}';

// Without a protocol a host may only contain Latin letters, including accented ones.
const latin = 'a-z0-9\\u00c0-\\u024f';

const urlPattern = new RegExp(
  `(?<![@#$\\w.${latin}-])(?:https?:\\/\\/[^\\s]+\\.[^\\s]+|(?:[${latin}](?:[${latin}-]*[${latin}])?\\.)+(?:${commonTlds})(?![\\w@-])(?:\\/[\\w\\-./?=&%#~+,;:!]*)?)`,
  'giu',
);

const longestLabel = 63;

/** The links that X recognises, in order. */
export function findLinks(text: string): Link[] {
  return [...text.matchAll(urlPattern)].flatMap(({ 0: match, index }) => {
    const link = withoutPunctuation(match);
    const { protocol, host, rest } = partsOf(link);
    if (!isHost(host)) return [];
    const expanded = `${protocol.toLowerCase() || 'http://'}${domainToASCII(host)}${rest}`;
    return [{ start: index, end: index + link.length, expanded }];
  });
}

function withoutPunctuation(match: string): string {
  const link = match.replace(/[.,;:!?'"”’…\]]+$/u, '');
  if (!link.endsWith(')') || link.includes('(')) return link;
  return withoutPunctuation(link.slice(0, -1));
}

function partsOf(link: string): { protocol: string; host: string; rest: string } {
  const protocol = /^https?:\/\//i.exec(link)?.[0] ?? '';
  const host = link.slice(protocol.length).split(/[/?#:]/, 1)[0] ?? '';
  return { protocol, host, rest: link.slice(protocol.length + host.length) };
}

// A host with a label that DNS does not allow is not a link to X, whatever the rest looks like.
function isHost(host: string): boolean {
  const ascii = domainToASCII(host);
  return ascii.includes('.') && ascii.split('.').every((label) => label.length <= longestLabel);
}

/** The length of a post as X counts it: 23 for a URL, 2 for an emoji, 1 or 2 for other code points. */
export function weightedLength(text: string): number {
  const normal = text.normalize('NFC');
  const links = findLinks(normal);
  const withoutUrls = links.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    normal,
  );
  const emoji = withoutUrls.match(emojiPattern)?.length ?? 0;
  let weight = links.length * urlWeight + emoji * 2;
  for (const character of withoutUrls.replace(emojiPattern, '')) {
    const point = character.codePointAt(0) ?? 0;
    weight += lightRanges.some(([start, end]) => point >= start && point <= end) ? 1 : 2;
  }
  return weight;
}

/** Whether X would accept the text from an ordinary account. */
export function fitsInPost(text: string): boolean {
  return weightedLength(text) <= maxWeight;
}

/** A post as X returns it: &, < and > escaped, links replaced by t.co ones, and their targets. */
export function showTweet(tweet: XTweet): { text: string; urls: UrlEntity[] } {
  const typed = tweet.text.normalize('NFC').trim();
  const urls: UrlEntity[] = [];
  let text = '';
  let done = 0;
  for (const link of findLinks(typed)) {
    text += escaped(typed.slice(done, link.start));
    const start = [...text].length;
    const url = shortLink(`${tweet.userId} ${link.expanded}`);
    text += url;
    const end = start + url.length;
    urls.push({ start, end, url, expanded_url: link.expanded, display_url: display(link.expanded) });
    done = link.end;
  }
  return { text: text + escaped(typed.slice(done)), urls };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Ten letters and digits; the same link of the same person always gets the same short one. */
function shortLink(of: string): string {
  const slug = createHash('sha256').update(of).digest('base64').replaceAll(/[+/=]/g, '').slice(0, 10);
  return `https://t.co/${slug}`;
}

function display(expanded: string): string {
  const short = expanded.replace(/^https?:\/\/(www\.)?/, '');
  return short.length > longestDisplay ? `${short.slice(0, longestDisplay)}…` : short;
}
