import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { escapeHtml, html } from '../http/html.ts';
import { page } from '../http/page.ts';
import { companyFacts, findStory, type Story, storiesFor } from './stories.ts';

/** RSS by niche (`/news/rss?niche=…`, `/news/<niche>`), a page per story, and `/news/facts` with figures. */
export function registerNews(app: FastifyInstance, context: SandboxContext): void {
  const feed = (niche: string): string =>
    rssFeed(niche, context.publicUrl, storiesFor(niche, context.publicUrl, Date.now()));

  app.get<{ Querystring: { niche?: string; q?: string } }>('/rss', async (request, reply) => {
    reply.type('application/rss+xml; charset=utf-8');
    return feed(request.query.niche ?? request.query.q ?? 'Technology');
  });

  app.get('/facts', async (_request, reply) => {
    reply.type('application/rss+xml; charset=utf-8');
    return rssFeed('Company', context.publicUrl, companyFacts(context.publicUrl, Date.now()));
  });

  app.get<{ Params: { niche: string; number: string } }>('/story/:niche/:number', async (request, reply) => {
    const { niche, number } = request.params;
    const story = findStory(niche, Number(number), context.publicUrl);
    reply.type('text/html; charset=utf-8');
    const body = html`<main style="max-width:640px;margin:64px auto;padding:0 16px"><p class="muted small">${niche} · ${story.publishedAt.toUTCString()}</p>
<h1 style="margin:8px 0 16px">${story.title}</h1><p>${story.summary}</p></main><p class="sandbox-note">Sandbox: an invented story.</p>`;
    return page({ title: story.title, body });
  });

  app.get<{ Params: { niche: string } }>('/:niche', async (request, reply) => {
    reply.type('application/rss+xml; charset=utf-8');
    return feed(request.params.niche.replace(/\.(xml|rss)$/, ''));
  });
}

function rssFeed(niche: string, publicUrl: string, stories: readonly Story[]): string {
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
