import { setTimeout as pause } from 'node:timers/promises';
import { crashPoint } from '../../../platform/crash-points.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { INSTANCE } from '../../../platform/instance.ts';
import { XError, type XTokens } from '../../../providers/x/x.ts';
import type { AccountsDeps } from '../accounts.deps.ts';
import { endsSoon, isUsable } from '../accounts.rules.ts';
import {
  claimRenewal,
  releaseRenewal,
  selectAccountForUpdate,
  selectAccountsByIds,
  storeRenewal,
} from '../accounts.store.ts';
import type { AccountAccess, Grant, XAccountRecord } from '../accounts.types.ts';
import { markDead } from './lose-access.ts';

/**
 * How long a claim lasts: longer than the call to X (60 s) and storing the result. If the process dies, it
 * expires.
 */
export const CLAIM_SECONDS = 90;
/** How long a caller waits for a token. The renewal itself continues after that. */
const PATIENCE_MS = 5_000;
/** How often to check whether another process has finished its renewal. */
const LOOK_EVERY_MS = 150;
/** How long to retry storing a renewal's result while the database is unavailable. */
const INSIST_MS = 25_000;

type Renewing = AccountsDeps & { patienceMs?: number };

/**
 * Renews an account's tokens, unless another process has claimed that. The claim's holder calls X without a
 * lock and stores the new refresh token before anybody uses it. `refused` is an access token that X rejected.
 * Returns `unavailable` after a few seconds and continues. A dead grant holds the posts until a reconnect.
 */
export async function renewAccess(
  deps: Renewing,
  accountId: number,
  refused?: string,
): Promise<AccountAccess> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const wait: Wait = { signal, answer: { kind: 'unavailable' } };
  const renewed = renewOrWait(deps, accountId, { refused }, wait);
  renewed.catch((error: unknown) =>
    deps.log.error({ err: error, accountId }, 'could not renew an access token'),
  );
  const tired = pause(deps.patienceMs ?? PATIENCE_MS, undefined, { signal }).then(() => wait.answer);
  tired.catch(() => undefined);
  return Promise.race([renewed, tired]).finally(() => waiting.abort());
}

/** How long to wait for another process's renewal, and what to return after that. */
type Wait = { signal: AbortSignal; answer: Unavailable };
type Unavailable = Extract<AccountAccess, { kind: 'unavailable' }>;

/** Retries while another process renews, until the signal aborts. */
async function renewOrWait(
  deps: AccountsDeps,
  accountId: number,
  request: RenewalRequest,
  wait: Wait,
): Promise<AccountAccess> {
  for (;;) {
    const access = await renewTogether(deps, accountId, request);
    if (access.kind !== 'claimed') return access;
    if (access.until) wait.answer = { kind: 'unavailable', until: access.until };
    if (wait.signal.aborted) return wait.answer;
    await pause(LOOK_EVERY_MS);
  }
}

/** Renews a token that expires within `aheadMs`, unless another process is renewing it. */
export async function renewAhead(deps: AccountsDeps, accountId: number, aheadMs: number): Promise<void> {
  await renewTogether(deps, accountId, { aheadMs });
}

/** Which token to renew: one that X refused, or one that expires within `aheadMs`. */
type RenewalRequest = { refused?: string | undefined; aheadMs?: number };

/** Another process is renewing. `until` is when its claim expires; null if it began only now. */
type Claimed = { kind: 'claimed'; until: Date | null };

/** Concurrent callers in this process share one renewal of an account's token. */
function renewTogether(
  deps: AccountsDeps,
  accountId: number,
  request: RenewalRequest,
): Promise<AccountAccess | Claimed> {
  return deps.renewals.run(`${accountId} ${request.refused ?? ''}`, () =>
    renewOnce(deps, accountId, request),
  );
}

async function renewOnce(
  deps: AccountsDeps,
  accountId: number,
  { refused, aheadMs }: RenewalRequest,
): Promise<AccountAccess | Claimed> {
  const [account] = await deps.renewals.query(() => selectAccountsByIds(deps.db, [accountId]));
  if (!account?.refreshToken || !isUsable(account)) return { kind: 'gone' };
  const now = deps.clock.now();
  const current = tokenOf(deps, account);
  if (!current) return bury(deps, account);
  const isGood =
    refused === undefined ? !endsSoon(account.tokenExpiresAt, now, aheadMs) : current.accessToken !== refused;
  if (isGood) return current;
  const claim = {
    accountId,
    refreshToken: account.refreshToken,
    by: INSTANCE,
    now,
    until: new Date(now.getTime() + CLAIM_SECONDS * 1000),
  };
  if (!(await deps.renewals.query(() => claimRenewal(deps.db, claim))))
    return { kind: 'claimed', until: account.refreshingUntil };
  const refreshToken = opened(deps, account.refreshToken);
  const tokens = refreshToken === undefined ? 'dead' : await ask(deps, refreshToken);
  if (tokens === 'dead') return bury(deps, account);
  if (tokens === 'unavailable') {
    // If this keeps failing, the claim expires by itself.
    await insist(deps, accountId, () => releaseRenewal(deps.db, claim)).catch(() => undefined);
    return { kind: 'unavailable' };
  }
  crashPoint('token_rotated');
  return store(deps, account, tokens);
}

async function ask(deps: AccountsDeps, refreshToken: string): Promise<XTokens | 'dead' | 'unavailable'> {
  try {
    return await deps.x.refreshTokens(refreshToken);
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    return error.kind === 'grant_dead' ? 'dead' : 'unavailable';
  }
}

/** Stores the new tokens, with retries: X has already invalidated the old ones. */
async function store(deps: AccountsDeps, account: XAccountRecord, tokens: XTokens): Promise<AccountAccess> {
  const now = deps.clock.now();
  const change = {
    accessToken: deps.sealer.seal('x access', tokens.accessToken),
    refreshToken: deps.sealer.seal('x access', tokens.refreshToken),
    tokenExpiresAt: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
    updatedAt: now,
  };
  const isStored = await insist(deps, account.id, () =>
    storeRenewal(deps.db, account.id, account.refreshToken ?? '', change),
  );
  if (!isStored) return currentOf(deps, account.id);
  return { kind: 'token', accessToken: tokens.accessToken, twitterUserId: account.twitterUserId };
}

/** The account's tokens were replaced or removed meanwhile: return what it has now. */
async function currentOf(deps: AccountsDeps, accountId: number): Promise<AccountAccess> {
  const [account] = await selectAccountsByIds(deps.db, [accountId]);
  const token = account && isUsable(account) ? tokenOf(deps, account) : undefined;
  return token ?? { kind: 'gone' };
}

/** Retries a final write of a renewal for up to INSIST_MS. */
async function insist<T>(deps: AccountsDeps, accountId: number, write: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + INSIST_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() >= giveUpAt) throw error;
      deps.log.warn(
        { err: String(error), accountId },
        'could not store the result of a token renewal; trying again',
      );
      await pause(500);
    }
  }
}

/** Marks the grant as dead, unless the account got another grant meanwhile. */
function bury(deps: AccountsDeps, asked: XAccountRecord): Promise<AccountAccess> {
  return inTransaction(deps.db, async (tx) => {
    const account = await selectAccountForUpdate(tx, asked.id);
    if (!account || !isUsable(account)) return { kind: 'gone' };
    const current = account.refreshToken === asked.refreshToken ? undefined : tokenOf(deps, account);
    if (current) return current;
    await markDead(deps, tx, account);
    return { kind: 'dead' };
  });
}

type Token = Extract<AccountAccess, { kind: 'token' }>;

/**
 * The stored token of a grant; undefined if none of our keys decrypts it, for example after a secret was
 * lost.
 */
export function tokenOf(
  deps: Pick<AccountsDeps, 'sealer'>,
  { accessToken, twitterUserId }: Grant,
): Token | undefined {
  const token = opened(deps, accessToken ?? '');
  return token === undefined ? undefined : { kind: 'token', accessToken: token, twitterUserId };
}

function opened({ sealer }: Pick<AccountsDeps, 'sealer'>, sealed: string): string | undefined {
  try {
    return sealer.open('x access', sealed);
  } catch {
    return undefined;
  }
}
