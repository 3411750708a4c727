const BREAKS = /<br\s?\/?>|<\/(?:p|div|h[1-6]|li|tr|table)>/gi;
const TAGS = /<[^<>]{0,2000}>/g;

function addressIn(tag: string): string {
  const address = /\shref="([^"]*)"/.exec(tag)?.[1];
  return address ? `${address} ` : '';
}

/**
 * The plain text of an html template for which nobody wrote one: without tags, but with paragraphs, addresses
 * and Liquid kept.
 */
export function plainTextOf(html: string): string {
  return html
    .replace(BREAKS, '\n')
    .replace(TAGS, (tag) => addressIn(tag))
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
