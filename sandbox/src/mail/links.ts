/** Every URL in a message, without duplicates: first from `href`s, then from the plain text. */
export function extractLinks(html: string, text: string): string[] {
  const links = new Set<string>();
  for (const match of html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)) {
    const link = decodeEntities(match[1] ?? match[2] ?? '');
    if (/^https?:\/\//i.test(link)) links.add(link);
  }
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/gi)) {
    links.add(match[0].replace(/[).,;:!?\]]+$/, ''));
  }
  return [...links];
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
