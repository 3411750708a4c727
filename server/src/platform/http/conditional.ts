import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Adds an ETag to every JSON response to a GET, and responds with 304 if it matches. Weak, because proxies
 * may compress. Includes the owner, so that nobody's cached response is confirmed by another person's.
 */
export function installConditionalAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isConditional(request, reply) || typeof payload !== 'string') return payload;
    const owner = `${request.actor?.userId ?? 0}${request.actor?.view ? 'v' : ''}`;
    const etag = `W/"${hash('sha1', payload, 'base64url')}.${owner}"`;
    reply.header('etag', etag);
    if (!matches(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type');
    return null;
  });
}

function isConditional(request: FastifyRequest, reply: FastifyReply): boolean {
  const isOurs = request.url.startsWith('/api/') && !reply.hasHeader('etag');
  return isOurs && request.method === 'GET' && reply.statusCode === 200;
}

/** Whether a list of ETags contains this one, weak or strong. */
function matches(given: string | undefined, etag: string): boolean {
  const plain = (text: string) => text.trim().replace(/^W\//, '');
  return given?.split(',').some((each) => plain(each) === plain(etag)) ?? false;
}
