import { type KnownVisitor, knownVisitor, type Visitor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import { queues } from '../../../platform/queues.ts';
import { hashToken, sameText } from '../../../platform/secrets.ts';
import type { XProfile, XTokens } from '../../../providers/x/x.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { getBilling } from '../../billing/get-billing.ts';
import { findUser, lockUser } from '../../users/users.queries.ts';
import type { AccountsDeps } from '../accounts.deps.ts';
import { maskEmail, restsStill } from '../accounts.rules.ts';
import { saveConnected, selectAccounts, selectHistoryForUpdate, takeState } from '../accounts.store.ts';
import type { ConnectResult, OauthStateRecord, XAccountRecord } from '../accounts.types.ts';
import { readProfile } from '../refresh-profile.ts';
import { redirectUri } from './begin-connect.ts';

type Callback = {
  state: string;
  code: string | undefined;
  /** X's error code, for example if the person pressed Cancel. */
  error: string | undefined;
  browserKey: string | undefined;
};

const failed: ConnectResult = { connected: false, error: 'twitter_connection_failed' };

/**
 * Completes a connection from the popup's callback. The state works once, for the person who started and,
 * unless the app runs on localhost, in the browser that started. Grants that cannot be used are revoked.
 */
export async function finishConnect(
  deps: AccountsDeps,
  callback: Callback,
  visitor: Visitor,
): Promise<ConnectResult> {
  const state = await takeState(deps.db, hashToken(callback.state), deps.clock.now());
  if (!state || !isSameBrowser(deps, state, callback)) return failed;
  if (callback.error === 'access_denied') return { connected: false, error: 'twitter_cancelled' };
  if (!callback.code) return failed;
  let tokens: XTokens | undefined;
  try {
    tokens = await deps.x.exchangeCode({
      code: callback.code,
      codeVerifier: deps.sealer.open('x access', state.codeVerifier),
      redirectUri: redirectUri(deps.publicUrl),
    });
    const granted = tokens;
    const profile = await readProfile(deps, granted.accessToken, { userId: state.userId });
    const result = await inTransaction(deps.db, (tx) =>
      connect(deps, tx, knownVisitor(visitor, state.userId), state.reconnectId, profile, granted),
    );
    if (!result.connected && !result.otherIsConnected) await revokeGrant(deps, granted);
    return result;
  } catch (error) {
    deps.log.warn({ err: error, userId: state.userId }, 'connecting X failed');
    if (tokens) await revokeGrant(deps, tokens);
    return failed;
  }
}

/**
 * Without this check an attacker could send somebody to X with the attacker's state and get that person's
 * account.
 */
function isSameBrowser(deps: AccountsDeps, state: OauthStateRecord, callback: Callback): boolean {
  if (['localhost', '127.0.0.1', '[::1]'].includes(new URL(deps.publicUrl).hostname)) return true;
  return callback.browserKey !== undefined && sameText(hashToken(callback.browserKey), state.browserHash);
}

async function connect(
  deps: AccountsDeps,
  tx: Db,
  person: KnownVisitor,
  reconnectId: number | null,
  profile: XProfile,
  tokens: XTokens,
): Promise<ConnectResult> {
  const { userId } = person;
  const now = deps.clock.now();
  const user = await lockUser(tx, userId);
  if (!user?.emailVerifiedAt) return failed;
  const history = await selectHistoryForUpdate(tx, profile.twitterUserId);
  const refusal = await refusalOf(tx, history, userId, now);
  if (refusal) return refusal;
  const holder = history.find((row) => row.disconnectedAt === null);
  const accounts = await selectAccounts(tx, userId);
  const other = otherThan(accounts, reconnectId, profile);
  if (other && !holder) return other;
  const { accountLimit } = (await getBilling(tx, now, userId)).entitlements;
  if (!holder && accounts.length >= accountLimit) return { connected: false, error: 'account_limit_reached' };

  // Reconnecting an account beyond the plan's limit leaves it inactive.
  const others = accounts.filter((each) => each.isActive && each.id !== holder?.id).length;
  const isActive = others < accountLimit;
  const former = history.find((row) => row.userId === userId);
  const account = await saveConnected(tx, {
    userId,
    twitterUserId: profile.twitterUserId,
    username: profile.username,
    profileImageUrl: profile.imageUrl,
    niche: former?.niche ?? user.niche,
    isActive,
    selected: holder?.selected ?? accounts.length === 0,
    needsReconnect: false,
    accessToken: deps.sealer.seal('x access', tokens.accessToken),
    refreshToken: deps.sealer.seal('x access', tokens.refreshToken),
    tokenExpiresAt: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
    connectedAt: holder?.connectedAt ?? now,
    disconnectedAt: null,
    updatedAt: now,
  });
  if (isActive) await deps.holds.release(tx, account.id, 'disconnected');
  if (user.postsPaused) await deps.holds.hold(tx, account.id, 'paused_all');
  // Somebody may already have used this account for a trial.
  if (!former) await deps.jobs.enqueue(tx, queues.judgeTrial, { userId });
  await notifyPerson(tx, userId, 'accounts_changed', now);
  await recordAudit(tx, person, {
    at: now,
    action: 'accounts.connected',
    target: { type: 'x_account', id: String(account.id) },
  });
  // For an account that the person has already, X may have ended the old grant, so the new one is kept.
  return other ?? { connected: true, accountId: account.id };
}

/** Why a connected account is not the one to reconnect; null if it is, or if any account may be connected. */
function otherThan(
  accounts: readonly XAccountRecord[],
  reconnectId: number | null,
  { twitterUserId, username }: XProfile,
): ConnectResult | null {
  const asked = accounts.find((account) => account.id === reconnectId);
  if (!asked || asked.twitterUserId === twitterUserId) return null;
  const otherIsConnected = accounts.some((account) => account.twitterUserId === twitterUserId);
  return { connected: false, error: 'twitter_other_account', otherUsername: username, otherIsConnected };
}

/** Why an account cannot be connected: another person has it, or it was disconnected too recently. */
async function refusalOf(
  tx: Db,
  history: readonly XAccountRecord[],
  userId: number,
  now: Date,
): Promise<ConnectResult | null> {
  const holder = history.find((row) => row.disconnectedAt === null);
  if (holder && holder.userId !== userId) {
    const owner = await findUser(tx, holder.userId);
    return {
      connected: false,
      error: 'twitter_already_connected',
      ...(owner ? { existingEmail: maskEmail(owner.email) } : {}),
    };
  }
  const rests = !holder && history.some((row) => restsStill(row.disconnectedAt, now));
  return rests ? { connected: false, error: 'twitter_recently_disconnected' } : null;
}

async function revokeGrant(deps: AccountsDeps, tokens: XTokens): Promise<void> {
  await deps.x
    .revoke(tokens.refreshToken)
    .catch((error: unknown) =>
      deps.log.info({ err: String(error) }, 'could not revoke an unused grant at X'),
    );
}
