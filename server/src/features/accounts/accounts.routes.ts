import { randomBytes } from 'node:crypto';
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import * as calls from '@drumbeat/contract/accounts/accounts.ts';
import { onTheirWay } from '@drumbeat/contract/posts/posts.rules.ts';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { route, visitorOf } from '../../platform/http/route.ts';
import type { AccountsDeps, Refusals } from './accounts.deps.ts';
import { findAccount, isConnected, listAccounts } from './accounts.queries.ts';
import { OAUTH_STATE_MINUTES } from './accounts.rules.ts';
import type { XAccountRecord } from './accounts.types.ts';
import { accountView } from './accounts.view.ts';
import { beginConnect } from './connect/begin-connect.ts';
import { disconnectAccount, removeAccount } from './connect/disconnect-account.ts';
import { finishConnect } from './connect/finish-connect.ts';
import { renderCallbackPage } from './connect/render-callback-page.ts';
import { refreshProfile } from './refresh-profile.ts';
import { updateAccount } from './update-account.ts';

/** Browsers accept a `__Secure-` cookie only over https, so no http page can set it. */
function cookieName(secure: boolean): string {
  return secure ? '__Secure-x_connect' : 'x_connect';
}

const isSecure = ({ publicUrl }: AccountsDeps): boolean => publicUrl.startsWith('https:');

type RoutesDeps = AccountsDeps & Refusals;

export function registerAccountsRoutes(app: FastifyInstance, deps: RoutesDeps): void {
  void app.register(fastifyCookie);
  route(app, calls.authorizeX, async ({ actor, body, setHeader }) => {
    const { authUrl, browserKey } = await beginConnect(deps, actor, body.reconnect);
    const attributes = {
      path: '/api/oauth/x',
      maxAge: OAUTH_STATE_MINUTES * 60,
      httpOnly: true,
      sameSite: 'lax' as const,
      secure: isSecure(deps),
    };
    const cookie = fastifyCookie.serialize(cookieName(attributes.secure), browserKey, attributes);
    setHeader('set-cookie', cookie);
    return { authUrl };
  });

  route(app, calls.getXStatus, async ({ actor }) => ({
    connected: await isConnected(deps.db, actor.userId),
  }));

  route(app, calls.disconnectX, async ({ actor, body }) => {
    const flying = await disconnectAccount(deps, actor, body.twitterAccountId);
    return { message: `X account disconnected.${onTheirWay(flying)}` };
  });

  async function views(accounts: readonly XAccountRecord[]): Promise<XAccount[]> {
    const [limits, stoppedSince] = await Promise.all([
      deps.limitsOf(accounts.map(({ id }) => id)),
      deps.stoppedSince(),
    ]);
    return accounts.map((account) =>
      accountView(account, { limitedUntil: limits.get(account.id), stoppedSince }),
    );
  }
  async function viewOf(account: XAccountRecord): Promise<XAccount> {
    const [view] = await views([account]);
    return view as XAccount;
  }

  route(app, calls.listAccounts, async ({ actor }) => ({
    accounts: await views(await listAccounts(deps.db, actor.userId)),
  }));

  route(app, calls.updateAccount, async ({ actor, params, body }) => ({
    account: await viewOf(await updateAccount(deps, actor, params.id, body)),
  }));

  route(app, calls.removeAccount, async ({ actor, params }) => {
    const { deleted, onTheirWay: flying } = await removeAccount(deps, actor, params.id);
    const posts = deleted === 1 ? '1 unpublished post' : `${deleted} unpublished posts`;
    const removed = deleted === 0 ? 'X account removed.' : `X account removed, with ${posts}.`;
    return { message: `${removed}${onTheirWay(flying)}` };
  });

  route(app, calls.getXProfile, async ({ actor }) => ({
    account: await viewOf(await findAccount(deps.db, actor.userId)),
  }));
  route(app, calls.refreshXProfile, async ({ actor }) => ({
    account: await viewOf(await refreshProfile(deps, actor)),
  }));

  registerCallback(app, deps);
}

/**
 * X redirects the popup here. A page rather than an API call: anybody can open it, and the state
 * authenticates it.
 */
function registerCallback(app: FastifyInstance, deps: AccountsDeps): void {
  app.get('/api/oauth/x/callback', { schema: { hide: true } as object }, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const callback = {
      state: typeof query.state === 'string' ? query.state : '',
      code: typeof query.code === 'string' ? query.code : undefined,
      error: typeof query.error === 'string' ? query.error : undefined,
      browserKey: request.cookies[cookieName(isSecure(deps))],
    };
    const result = await finishConnect(deps, callback, visitorOf(request));
    const nonce = randomBytes(16).toString('base64');
    return (
      reply
        .header(
          'content-security-policy',
          `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
        )
        // X sets no such policy; the popup keeps its `opener` only if ours matches.
        .header('cross-origin-opener-policy', 'unsafe-none')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(renderCallbackPage(result, deps.publicUrl, nonce))
    );
  });
}
