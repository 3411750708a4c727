import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';

/** The account that the screen is about: the selected one, or else the oldest. */
export function selectedAccount(accounts: readonly XAccount[]): XAccount | undefined {
  return accounts.find((account) => account.selected) ?? accounts[0];
}
