import { domainToASCII } from 'node:url';

const maxWeight = 280;
const urlWeight = 23;

// Rule version 3: these ranges weigh 1, every other code point 2.
const lightRanges: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

const commonTlds =
  'com|org|net|edu|gov|mil|int|info|biz|name|pro|app|dev|blog|shop|store|online|site|tech|xyz|club|live|news|media|agency|studio|design|email|cloud|digital|world|today|life|art|games|fun|space|website|page|link|social|academy|company|solutions|systems|software|finance|fitness|health|travel|money|capital|ventures|[a-z]{2}';

const urlPattern = new RegExp(
  `(?<![@#$\\w.-])(?:https?:\\/\\/[^\\s]+\\.[^\\s]+|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+(?:${commonTlds})(?![\\w@-])(?:\\/[\\w\\-./?=&%#~+,;:!]*)?)`,
  'giu',
);
const longestLabel = 63;
const emojiPattern = /\p{RGI_Emoji}|[0-9#*]\uFE0F?\u20E3/gv;

/** The length of a post by X's counting: 23 for a URL, 2 for an emoji, 1 or 2 for the rest. */
export function weightedLength(text: string): number {
  const normal = text.normalize('NFC');
  let urls = 0;
  const withoutUrls = normal.replace(urlPattern, (match) => {
    if (!hasValidHost(match)) return match;
    urls += 1;
    return '';
  });
  const emoji = withoutUrls.match(emojiPattern)?.length ?? 0;
  let weight = urls * urlWeight + emoji * 2;
  for (const character of withoutUrls.replace(emojiPattern, '')) {
    const point = character.codePointAt(0) ?? 0;
    weight += lightRanges.some(([start, end]) => point >= start && point <= end) ? 1 : 2;
  }
  return weight;
}

/** Whether X would take the text from an ordinary account. */
export function fitsInPost(text: string): boolean {
  return weightedLength(text) <= maxWeight;
}

// A host with a label that DNS could not hold is no URL to X, whatever the rest looks like.
function hasValidHost(match: string): boolean {
  const host = match.replace(/^https?:\/\//i, '').split(/[/?#:]/, 1)[0] ?? '';
  const ascii = domainToASCII(host);
  return ascii !== '' && ascii.split('.').every((label) => label.length <= longestLabel);
}
