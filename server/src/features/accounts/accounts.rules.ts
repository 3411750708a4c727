import type { Entitlements } from '@drumbeat/contract/billing/billing.entities.ts';
import { HOUR_MS } from '@drumbeat/contract/time.ts';
import type { SelectedAccount, XAccountRecord } from './accounts.types.ts';

/** Hours after a disconnect before anybody may connect the X account again. */
const RECONNECT_WAIT_HOURS = 24;
/** How many minutes a connection may take from the authorize call to the callback. */
export const OAUTH_STATE_MINUTES = 10;
/** How early a token is renewed, so that no call uses one that is about to expire. */
const REFRESH_AHEAD_SECONDS = 60;

/** Whether an access token expires within the next minute, or within `aheadMs`. */
export function endsSoon(expiresAt: Date | null, now: Date, aheadMs = REFRESH_AHEAD_SECONDS * 1000): boolean {
  return !expiresAt || expiresAt.getTime() - now.getTime() < aheadMs;
}

/** Whether the wait after a disconnect still blocks a new connection. */
export function restsStill(disconnectedAt: Date | null, now: Date): boolean {
  return disconnectedAt !== null && now.getTime() - disconnectedAt.getTime() < RECONNECT_WAIT_HOURS * HOUR_MS;
}

/** Whether posts can be published through the account: connected, active and with a valid grant. */
export function isUsable(
  account: Pick<XAccountRecord, 'disconnectedAt' | 'isActive' | 'needsReconnect'>,
): boolean {
  return account.disconnectedAt === null && account.isActive && !account.needsReconnect;
}

/** Splits accounts by the plan's limit: the oldest connections are kept, the newer ones are surplus. */
export function splitByLimit<A extends Pick<XAccountRecord, 'id' | 'connectedAt'>>(
  active: readonly A[],
  limit: number,
): { kept: A[]; surplus: A[] } {
  const byAge = [...active].sort((a, b) => a.connectedAt.getTime() - b.connectedAt.getTime() || a.id - b.id);
  return { kept: byAge.slice(0, limit), surplus: byAge.slice(limit) };
}

/** An email address masked so that only its owner recognises it: `a••••@e••••.com`. */
export function maskEmail(email: string): string {
  const [, domain = ''] = email.split('@');
  const ending = domain.slice(domain.lastIndexOf('.'));
  return `${email.slice(0, 1)}••••@${domain.slice(0, 1)}••••${ending}`;
}

type Counted = Pick<XAccountRecord, 'nicheUpdateCount' | 'nicheUpdatePeriodEnd'>;

/** How many niche changes an account has used in the current cycle. */
export function nicheChangesUsed(account: Counted, now: Date): number {
  return runningPeriod(account, now) ? account.nicheUpdateCount : 0;
}

/** When the cycle of the counted changes ends; null if none is running. */
export function runningPeriod(account: Counted, now: Date): Date | null {
  const { nicheUpdatePeriodEnd: end } = account;
  return end && end > now ? end : null;
}

/** What a person's view shows of the selected account, depending on their plan. */
export function shownAccount(
  account: Pick<XAccountRecord, 'profileImageUrl' | 'nicheUpdateCount' | 'nicheUpdatePeriodEnd'>,
  entitlements: Pick<Entitlements, 'nicheChangeLimitPerAccount'>,
  now: Date,
): SelectedAccount {
  const left = entitlements.nicheChangeLimitPerAccount - nicheChangesUsed(account, now);
  return {
    profileImageUrl: account.profileImageUrl,
    nicheUpdateRemaining: Math.max(0, left),
    nicheUpdatePeriodEnd: runningPeriod(account, now),
  };
}
