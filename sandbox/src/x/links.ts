import { domainToASCII } from 'node:url';

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
