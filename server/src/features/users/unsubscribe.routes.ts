import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { endEmails, readUnsubscribeToken, UNSUBSCRIBE_PATH } from './end-emails.ts';
import { pageFor, renderUnsubscribePage, type UnsubscribePage } from './render-unsubscribe-page.ts';

const hidden = { schema: { hide: true } as object };

/**
 * The unsubscribe links of the weekly summary and marketing emails. Pages rather than calls of the contract:
 * they work without a session, and mail programs post to them for one-click unsubscribe (RFC 8058), whose
 * body can be ignored.
 */
export function registerUnsubscribeRoutes(
  app: FastifyInstance,
  deps: Pick<Platform, 'db' | 'clock' | 'sealer'> & { publicUrl: string },
): void {
  void app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1_024 }, (_request, _body, done) =>
      done(null),
    );
    scope.get(UNSUBSCRIBE_PATH, hidden, async (request, reply) =>
      answer(reply, pageFor('ask', readUnsubscribeToken(deps, tokenOf(request))?.email)),
    );
    scope.post(UNSUBSCRIBE_PATH, hidden, async (request, reply) =>
      answer(reply, pageFor('done', await endEmails(deps, visitorOf(request), tokenOf(request)))),
    );
    ready();
  });

  function answer(reply: FastifyReply, page: UnsubscribePage): FastifyReply {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .status(page.isKnown ? 200 : 404)
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'`,
      )
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderUnsubscribePage(page, deps.publicUrl, nonce));
  }
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as Record<string, unknown>;
  return typeof token === 'string' ? token : '';
}
