import { escapeHtml } from '../http/html.ts';
import type { Story } from './stories.ts';

export function rssFeed(niche: string, publicUrl: string, stories: readonly Story[]): string {
  const items = stories.map(
    (story) => `<item><title>${escapeHtml(story.title)}</title><link>${escapeHtml(story.link)}</link>
<guid isPermaLink="true">${escapeHtml(story.link)}</guid><pubDate>${story.publishedAt.toUTCString()}</pubDate>
<description>${escapeHtml(story.summary)}</description></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escapeHtml(niche)} news</title><link>${escapeHtml(publicUrl)}/news</link>
<description>What is new in ${escapeHtml(niche)}</description><language>en</language>
${items.join('\n')}
</channel></rss>`;
}
