import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';

export type AccountState =
  | { kind: 'connected' | 'reconnect' | 'paused' | 'off' | 'offByPlan' | 'stopped' }
  | { kind: 'limited'; until: number };

type Around = {
  accounts: readonly Pick<XAccount, 'is_active'>[];
  /** How many active accounts the plan allows. */
  limit: number;
  /** Whether the person paused all accounts. */
  allPaused: boolean;
};

/** The state that the switcher shows for an account: the most serious obstacle to posting, or connected. */
export function accountState(
  account: XAccount,
  { accounts, limit, allPaused }: Around,
  now: number,
): AccountState {
  if (account.needs_reconnect) return { kind: 'reconnect' };
  if (!account.is_active) {
    const isFull = accounts.filter((one) => one.is_active).length >= limit;
    return { kind: isFull ? 'offByPlan' : 'off' };
  }
  if (allPaused || account.posts_paused) return { kind: 'paused' };
  if (account.stopped_since !== null) return { kind: 'stopped' };
  const until = account.limited_until ? Date.parse(account.limited_until) : 0;
  return until > now ? { kind: 'limited', until } : { kind: 'connected' };
}

type Switched = Pick<XAccount, 'username' | 'is_active'>;

/** Says which accounts are switched off, and whether the plan's limit is the reason; null if none is. */
export function switchedOffText(accounts: readonly Switched[], limit: number): string | null {
  const off = accounts.filter((account) => !account.is_active);
  if (off.length === 0) return null;
  const names = new Intl.ListFormat('en-GB').format(off.map((account) => `@${account.username}`));
  const are = off.length === 1 ? 'is' : 'are';
  const held = off.length === 1 ? 'Its posts are on hold.' : 'Their posts are on hold.';
  if (accounts.length - off.length < limit) return `${names} ${are} switched off. ${held}`;
  const room = limit === 1 ? '1 active X account' : `${limit} active X accounts`;
  return `Your plan includes ${room}, so ${names} ${are} switched off. ${held}`;
}
