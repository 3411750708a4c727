import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';

type Connection = { tone: 'good' | 'attention' | 'bad' | 'idle'; text: string };

/** Whether the account is connected to X and can publish posts. */
export function connectionOf(
  account: Pick<XAccount, 'needs_reconnect' | 'is_active'> | undefined,
): Connection {
  if (!account) return { tone: 'idle', text: 'No X account' };
  if (account.needs_reconnect) return { tone: 'bad', text: 'Disconnected' };
  return account.is_active
    ? { tone: 'good', text: 'Connected' }
    : { tone: 'attention', text: 'Switched off' };
}
