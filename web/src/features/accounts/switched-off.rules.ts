import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';

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
