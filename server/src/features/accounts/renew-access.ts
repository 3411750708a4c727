import { setTimeout as pause } from 'node:timers/promises';
import { crashPoint } from '../../platform/crash-points.ts';
import { inTransaction } from '../../platform/database.ts';
import { INSTANCE } from '../../platform/instance.ts';
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
/** How long the end of a renewal, and a new token, are kept in hand while the database cannot take them. */
const INSIST_MS = 25_000;

type Renewing = AccountsDeps & { patienceMs?: number };

/**
 * Renews an account's tokens, unless another does or did so: one claim in the account's row lets one in, nothing is
 * held while X is asked, and the new refresh token is stored before anyone uses it. `refused` is the access token that
 * X did not accept. Where it takes longer than a few seconds the answer is `unavailable` and the renewal goes on.
 * If X rejects the grant, or our keys do not open it, the account becomes `needs_reconnect`, its posts are held and its owner gets an email.
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
  renewed.catch((error: unknown) => deps.log.error({ err: error, accountId }, 'a token was not renewed'));
  const tired = pause(deps.patienceMs ?? PATIENCE_MS, undefined, { signal }).then(() => wait.answer);
  tired.catch(() => undefined);
  return Promise.race([renewed, tired]).finally(() => waiting.abort());
}

/** How long one waits for another's renewal, and what one has to say when that is over. */
type Wait = { signal: AbortSignal; answer: Unavailable };
type Unavailable = Extract<AccountAccess, { kind: 'unavailable' }>;

/** Until the signal, looks again while another process renews. */
async function renewOrWait(
  deps: AccountsDeps,
  accountId: number,
  wish: Wish,
  wait: Wait,
): Promise<AccountAccess> {
  for (;;) {
    const access = await renewTogether(deps, accountId, wish);
    if (access.kind !== 'claimed') return access;
    if (access.until) wait.answer = { kind: 'unavailable', until: access.until };
    if (wait.signal.aborted) return wait.answer;
    await pause(LOOK_EVERY_MS);
  }
}

/** Renews a token that lasts for less than `aheadMs` from now on, unless another process does so right now. */
export async function renewAhead(deps: AccountsDeps, accountId: number, aheadMs: number): Promise<void> {
  await renewTogether(deps, accountId, { aheadMs });
}

/** Which token is to be renewed: one that X refused, or one that ends within a time. */
type Wish = { refused?: string | undefined; aheadMs?: number };

/** Another process renews; `until` is when its claim ends, unless it began this very moment. */
type Claimed = { kind: 'claimed'; until: Date | null };

/** Whoever wants an account's token renewed while that is under way in this process gets the same one. */
function renewTogether(deps: AccountsDeps, accountId: number, wish: Wish): Promise<AccountAccess | Claimed> {
  return deps.renewals.run(`${accountId} ${wish.refused ?? ''}`, () => renewOnce(deps, accountId, wish));
}

async function renewOnce(
  deps: AccountsDeps,
  accountId: number,
  { refused, aheadMs }: Wish,
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
    // If this fails for good, the claim expires.
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

/** X has ended the old token already: the new one is kept until the database takes it. */
async function store(deps: AccountsDeps, account: XAccountRecord, tokens: XTokens): Promise<AccountAccess> {
  const now = deps.clock.now();
  const change = {
    accessToken: deps.sealer.seal(tokens.accessToken),
    refreshToken: deps.sealer.seal(tokens.refreshToken),
    tokenExpiresAt: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
    updatedAt: now,
  };
  const isStored = await insist(deps, account.id, () =>
    storeRenewal(deps.db, account.id, account.refreshToken ?? '', change),
  );
  if (!isStored) return currentOf(deps, account.id);
  return { kind: 'token', accessToken: tokens.accessToken, twitterUserId: account.twitterUserId };
}

/** Somebody gave the account other tokens meanwhile, or took it away: theirs count. */
async function currentOf(deps: AccountsDeps, accountId: number): Promise<AccountAccess> {
  const [account] = await selectAccountsByIds(deps.db, [accountId]);
  const token = account && isUsable(account) ? tokenOf(deps, account) : undefined;
  return token ?? { kind: 'gone' };
}

/** Repeats what ends a renewal until the database takes it, for a while. */
async function insist<T>(deps: AccountsDeps, accountId: number, write: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + INSIST_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() >= giveUpAt) throw error;
      deps.log.warn({ err: String(error), accountId }, 'the end of a renewal waits to be stored');
      await pause(500);
    }
  }
}

/** Says that the grant is dead, unless the account got another grant meanwhile. */
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

/** The stored token of a grant; undefined where none of our keys opens it, as after a lost secret. */
export function tokenOf(
  deps: Pick<AccountsDeps, 'sealer'>,
  { accessToken, twitterUserId }: Grant,
): Token | undefined {
  const token = opened(deps, accessToken ?? '');
  return token === undefined ? undefined : { kind: 'token', accessToken: token, twitterUserId };
}

function opened({ sealer }: Pick<AccountsDeps, 'sealer'>, sealed: string): string | undefined {
  try {
    return sealer.open(sealed);
  } catch {
    return undefined;
  }
}
