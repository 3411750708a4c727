import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Gives every JSON answer to a GET an ETag, and answers 304 without a body to whoever has that answer already. It is
 * weak, for a proxy may compress. It also names whose answer it is: nobody is told that another's is still right.
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

/** Whether a list of ETags has this one, weak or strong. */
function matches(given: string | undefined, etag: string): boolean {
  const plain = (text: string) => text.trim().replace(/^W\//, '');
  return given?.split(',').some((each) => plain(each) === plain(etag)) ?? false;
}
