import { findLinks } from './links.ts';

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
