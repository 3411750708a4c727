import { randomBytes } from 'node:crypto';
import * as calls from '@drumbeat/contract/users/users.admin.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route, visitorOf } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { pageFor, renderUnsubscribePage, type UnsubscribePage } from './render-unsubscribe-page.ts';
import { setRole } from './set-role.ts';
import { endEmails, readUnsubscribeToken, UNSUBSCRIBE_PATH } from './update-email-choices.ts';
import type { UsersDeps } from './users.deps.ts';

const hidden = { schema: { hide: true } as object };

export function registerUsersAdminRoutes(app: FastifyInstance, deps: UsersDeps): void {
  route(app, calls.setRole, async ({ actor, params, body }) => {
    const { roles, changeId } = await setRole(deps, actor, { userId: params.id, ...body });
    const done = body.enabled ? `The role ${body.role} was added.` : `The role ${body.role} was removed.`;
    const message = changeId === null ? 'Nothing changed.' : done;
    return { message, roles, change_id: changeId === null ? null : String(changeId) };
  });
}

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
