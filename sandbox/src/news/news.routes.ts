import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { html } from '../http/html.ts';
import { page } from '../http/page.ts';
import { companyFacts } from './facts.ts';
import { rssFeed } from './rss.ts';
import { findStory, storiesFor } from './stories.ts';

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
