import { createHash } from 'node:crypto';
import { findLinks } from './links.ts';
import type { XTweet } from './state.ts';

export interface UrlEntity {
  start: number;
  end: number;
  url: string;
  expanded_url: string;
  display_url: string;
}

const longestDisplay = 26;

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
