import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { errorBodyOf } from './error-handler.ts';

const webDist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Headers that browsers read on pages only. On the dozens of small files of a first visit they would weigh as much as the file. */
const FOR_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

export type PageOptions = { supportEmail: string; notice?: string | undefined };

/**
 * Serves the built web app: hashed assets for ever, compressed beforehand; the page itself never from a cache.
 * Every other path that is not the API's gets the page, for the browser's router to answer, with what the browser must
 * know from the configuration.
 */
export async function registerStaticFiles(app: FastifyInstance, options: PageOptions): Promise<void> {
  const page = existsSync(`${webDist}index.html`)
    ? pageFor(readFileSync(`${webDist}index.html`, 'utf8'), options)
    : undefined;
  if (page) {
    await app.register(fastifyStatic, {
      root: webDist,
      preCompressed: true,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const immutable = path.includes('/assets/');
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (/\/assets\/[^/]+\.(js|css|woff2)(\.br|\.gz)?$/.test(path))
          for (const name of FOR_PAGES) reply.removeHeader(name);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/');
    if (asksForPage && page)
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    const error = new AppError(
      'NOT_FOUND',
      asksForPage ? 'The web app is not built: run npm start.' : 'There is no such call.',
    );
    return reply.status(404).send(errorBodyOf(error, request.id));
  });
}

/** The built page with the address for support, and with a line above everything else where there is a notice. */
export function pageFor(built: string, { supportEmail, notice }: PageOptions): string {
  const page = built.replace(
    /(<meta name="support-email" content=")[^"]*/,
    (_all, start: string) => start + escapeHtml(supportEmail),
  );
  if (!notice) return page;
  const style =
    'margin:0;padding:8px 16px;background:#4338CA;color:#fff;font:500 13px/20px system-ui,sans-serif;text-align:center';
  return page.replace('<body>', () => `<body>\n    <p role="note" style="${style}">${notice}</p>`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
