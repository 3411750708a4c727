import { HOUR_MS } from '@drumbeat/contract/time.ts';
import type { XAccountRecord } from './accounts.types.ts';

/** Hours that an X account rests after a disconnect before anyone may connect it again. */
const RECONNECT_WAIT_HOURS = 24;
/** Minutes that a connection may take from the authorize call to the callback. */
export const OAUTH_STATE_MINUTES = 10;
/** A token is renewed this long before it expires, so that no call starts with one that is about to expire. */
const REFRESH_AHEAD_SECONDS = 60;

/** Whether an access token ends within the next minute, or within `aheadMs`. */
export function endsSoon(expiresAt: Date | null, now: Date, aheadMs = REFRESH_AHEAD_SECONDS * 1000): boolean {
  return !expiresAt || expiresAt.getTime() - now.getTime() < aheadMs;
}

/** Whether an earlier connection still blocks a new one. */
export function restsStill(disconnectedAt: Date | null, now: Date): boolean {
  return disconnectedAt !== null && now.getTime() - disconnectedAt.getTime() < RECONNECT_WAIT_HOURS * HOUR_MS;
}

/** Whether posts can go out through the account: connected, switched on and with a valid grant. */
export function isUsable(
  account: Pick<XAccountRecord, 'disconnectedAt' | 'isActive' | 'needsReconnect'>,
): boolean {
  return account.disconnectedAt === null && account.isActive && !account.needsReconnect;
}

/** The accounts that a plan with room for `limit` leaves active, oldest connection first, and the newer ones beyond. */
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
