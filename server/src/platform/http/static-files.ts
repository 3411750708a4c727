import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { errorBodyOf } from './error-handler.ts';

const webDist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/**
 * Serves the built web app: hashed assets for ever, compressed beforehand; the page itself never from a cache.
 * Every other path that is not the API's gets the page, for the browser's router to answer.
 */
export async function registerStaticFiles(app: FastifyInstance): Promise<void> {
  const built = existsSync(`${webDist}index.html`);
  if (built) {
    await app.register(fastifyStatic, {
      root: webDist,
      preCompressed: true,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const immutable = path.includes('/assets/');
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/');
    if (page && built) return reply.sendFile('index.html');
    const error = new AppError(
      'NOT_FOUND',
      page ? 'The web app is not built: run npm start.' : 'There is no such call.',
    );
    return reply.status(404).send(errorBodyOf(error, request.id));
  });
}
