import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { xConnections } from '../../../platform/rate-limits.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { getBilling } from '../../billing/get-billing.ts';
import type { AccountsDeps } from '../accounts.deps.ts';
import { accountLimitReached, accountNotFound } from '../accounts.errors.ts';
import { OAUTH_STATE_MINUTES } from '../accounts.rules.ts';
import { insertState, selectAccounts } from '../accounts.store.ts';

/**
 * Prepares a connection: state and PKCE verifier are kept for ten minutes, for this person and this browser
 * only. With `reconnectId`, only that account may be connected. The caller sets `browserKey` as a cookie for
 * the callback. Throws EMAIL_NOT_VERIFIED, X_ACCOUNT_NOT_FOUND, ACCOUNT_LIMIT_REACHED.
 */
export async function beginConnect(
  deps: AccountsDeps,
  actor: Actor,
  reconnectId?: number,
): Promise<{ authUrl: string; browserKey: string }> {
  requireVerified(actor, 'connect your X account');
  await deps.limits.consume(xConnections, actor.userId);
  const [accounts, { entitlements }] = await Promise.all([
    selectAccounts(deps.db, actor.userId),
    getBilling(deps.db, deps.clock.now(), actor.userId),
  ]);
  if (reconnectId !== undefined && !accounts.some((each) => each.id === reconnectId)) throw accountNotFound();
  // An account that needs a reconnect does not count against the limit.
  const taken = accounts.filter((account) => !account.needsReconnect).length;
  if (reconnectId === undefined && taken >= entitlements.accountLimit) throw accountLimitReached();
  const [state, codeVerifier, browserKey] = [randomToken(), randomToken(), randomToken()];
  const now = deps.clock.now();
  await insertState(deps.db, {
    stateHash: hashToken(state),
    userId: actor.userId,
    browserHash: hashToken(browserKey),
    codeVerifier: deps.sealer.seal('x access', codeVerifier),
    reconnectId: reconnectId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + OAUTH_STATE_MINUTES * MINUTE_MS),
  });
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  return {
    authUrl: deps.x.authorizeUrl({ state, codeChallenge, redirectUri: redirectUri(deps.publicUrl) }),
    browserKey,
  };
}

export function redirectUri(publicUrl: string): string {
  return `${publicUrl}/api/oauth/x/callback`;
}
