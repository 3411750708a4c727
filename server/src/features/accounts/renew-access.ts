import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { crashPoint } from '../../platform/crash-points.ts';
import { inTransaction } from '../../platform/database.ts';
import { XError, type XTokens } from '../../providers/x/x.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { endsSoon, isUsable } from './accounts.rules.ts';
import {
  claimRenewal,
  releaseRenewal,
  selectAccountForUpdate,
  selectAccountsByIds,
  storeRenewal,
} from './accounts.store.ts';
import type { AccountAccess, Grant, XAccountRecord } from './accounts.types.ts';
import { markDead } from './lose-access.ts';

/** A claim lasts longer than the call to X (60 s) and the storing; if the process dies, the claim expires. */
export const CLAIM_SECONDS = 90;
/** How long one who needs a token waits for it. The renewal itself goes on after that. */
const PATIENCE_MS = 5_000;
/** How often one looks whether another's renewal is done. */
const LOOK_EVERY_MS = 150;
/** How long a new token is kept in hand while the database cannot take it. */
const STORE_FOR_MS = 25_000;

type Renewing = AccountsDeps & { patienceMs?: number };

/**
 * Renews an account's tokens, unless another does or did so: one claim in the account's row lets one in, nothing is
 * held while X is asked, and the new refresh token is stored before anyone uses it. `refused` is the access token that
 * X did not accept. Where it takes longer than a few seconds the answer is `unavailable` and the renewal goes on.
 * If X rejects the grant, the account becomes `needs_reconnect`, its posts are held and its owner gets an email.
 */
export async function renewAccess(
  deps: Renewing,
  accountId: number,
  refused?: string,
): Promise<AccountAccess> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const renewed = renewOrWait(deps, accountId, refused, signal);
  renewed.catch((error: unknown) => deps.log.error({ err: error, accountId }, 'a token was not renewed'));
  const tired = pause(deps.patienceMs ?? PATIENCE_MS, { kind: 'unavailable' } as const, { signal });
  tired.catch(() => undefined);
  return Promise.race([renewed, tired]).finally(() => waiting.abort());
}

/** Until `signal`, looks again while another process renews. */
async function renewOrWait(
  deps: AccountsDeps,
  accountId: number,
  refused: string | undefined,
  signal: AbortSignal,
): Promise<AccountAccess> {
  for (;;) {
    const key = `${accountId} ${refused ?? ''}`;
    const access = await deps.renewals.run(key, () => renewOnce(deps, accountId, refused));
    if (access !== 'claimed by another') return access;
    if (signal.aborted) return { kind: 'unavailable' };
    await pause(LOOK_EVERY_MS);
  }
}

async function renewOnce(
  deps: AccountsDeps,
  accountId: number,
  refused: string | undefined,
): Promise<AccountAccess | 'claimed by another'> {
  const [account] = await selectAccountsByIds(deps.db, [accountId]);
  if (!account?.refreshToken || !isUsable(account)) return { kind: 'gone' };
  const now = deps.clock.now();
  const current = tokenOf(deps, account);
  const isGood =
    refused === undefined ? !endsSoon(account.tokenExpiresAt, now) : current.accessToken !== refused;
  if (isGood) return current;
  const claim = {
    accountId,
    refreshToken: account.refreshToken,
    by: randomUUID(),
    now,
    until: new Date(now.getTime() + CLAIM_SECONDS * 1000),
  };
  if (!(await claimRenewal(deps.db, claim))) return 'claimed by another';
  const tokens = await ask(deps, account.refreshToken);
  if (tokens === 'dead') return bury(deps, account);
  if (tokens === 'unavailable') {
    // If this fails, the claim expires.
    await releaseRenewal(deps.db, accountId, claim.by).catch(() => undefined);
    return { kind: 'unavailable' };
  }
  crashPoint('token_rotated');
  return store(deps, account, tokens);
}

async function ask(deps: AccountsDeps, refreshToken: string): Promise<XTokens | 'dead' | 'unavailable'> {
  try {
    return await deps.x.refreshTokens(deps.sealer.open(refreshToken));
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    return error.kind === 'grant_dead' ? 'dead' : 'unavailable';
  }
}

/** X has ended the old token already: the new one is kept until the database takes it. */
async function store(deps: AccountsDeps, account: XAccountRecord, tokens: XTokens): Promise<AccountAccess> {
  const now = deps.clock.now();
  const change = {
    accessToken: deps.sealer.seal(tokens.accessToken),
    refreshToken: deps.sealer.seal(tokens.refreshToken),
    tokenExpiresAt: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
    updatedAt: now,
  };
  const giveUpAt = performance.now() + STORE_FOR_MS;
  for (;;) {
    try {
      const isStored = await storeRenewal(deps.db, account.id, account.refreshToken ?? '', change);
      if (!isStored) return { kind: 'gone' };
      return { kind: 'token', accessToken: tokens.accessToken, twitterUserId: account.twitterUserId };
    } catch (error) {
      if (performance.now() >= giveUpAt) throw error;
      deps.log.warn({ err: String(error), accountId: account.id }, 'a renewed token waits to be stored');
      await pause(500);
    }
  }
}

/** Says that the grant is dead, unless the account got another grant meanwhile. */
function bury(deps: AccountsDeps, asked: XAccountRecord): Promise<AccountAccess> {
  return inTransaction(deps.db, async (tx) => {
    const account = await selectAccountForUpdate(tx, asked.id);
    if (!account || !isUsable(account)) return { kind: 'gone' };
    if (account.refreshToken !== asked.refreshToken) return tokenOf(deps, account);
    await markDead(deps, tx, account);
    return { kind: 'dead' };
  });
}

/** The stored token of a grant. */
export function tokenOf(deps: AccountsDeps, account: Grant): Extract<AccountAccess, { kind: 'token' }> {
  return {
    kind: 'token',
    accessToken: deps.sealer.open(account.accessToken ?? ''),
    twitterUserId: account.twitterUserId,
  };
}
