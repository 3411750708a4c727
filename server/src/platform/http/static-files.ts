import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { errorBodyOf } from './error-handler.ts';
import { type PageOptions, readPages, sendPage } from './pages.ts';

const webDist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/**
 * Headers that browsers only use on pages. On the many small files of a first visit they would weigh as much
 * as the files.
 */
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

/**
 * Serves the built web app: hashed assets are precompressed and cached forever; pages are never cached. Every
 * other path outside the API gets a page, for the browser's router.
 */
export async function registerStaticFiles(app: FastifyInstance, options: PageOptions): Promise<void> {
  const pages = existsSync(`${webDist}.pages/pages.json`)
    ? readPages(`${webDist}.pages/`, options)
    : undefined;
  if (pages) {
    const files = { preCompressed: true, index: false as const, cacheControl: false };
    await app.register(fastifyStatic, {
      ...files,
      root: `${webDist}assets`,
      prefix: '/assets/',
      setHeaders: keepForEver,
    });
    // Only these few have a route each: every other path is a page, which `sendPage` fills in.
    await app.register(fastifyStatic, {
      ...files,
      root: webDist,
      wildcard: false,
      globIgnore: ['assets/**', '**/*.{br,gz,html}'],
      decorateReply: false,
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/');
    if (asksForPage && pages) return sendPage(request, reply, pages);
    const error = new AppError(
      'NOT_FOUND',
      asksForPage ? 'The web app is not built: run npm start.' : 'There is no such call.',
    );
    return reply.status(404).send(errorBodyOf(error, request.id));
  });
}

function keepForEver(reply: FastifyReply, path: string): void {
  reply.header('cache-control', 'public, max-age=31536000, immutable');
  if (/\.(js|css|woff2)(\.br|\.gz)?$/.test(path)) for (const name of FOR_PAGES) reply.removeHeader(name);
}
