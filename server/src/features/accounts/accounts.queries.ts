import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { accountNotFound } from './accounts.errors.ts';
import { isUsable } from './accounts.rules.ts';
import {
  existsAccountOfNiche,
  existsOwnedAccount,
  selectAccounts,
  selectAccountsByIds,
  selectAccountsByUsername,
  selectAccountsOf,
  selectEveryAccount,
  selectOwnedAccount,
  selectSelected,
  updateAccountRow,
} from './accounts.store.ts';
import type { XAccountRecord } from './accounts.types.ts';
import { accountView } from './accounts.view.ts';

/**
 * The person's account with this id, or the selected one by default. Throws X_ACCOUNT_NOT_FOUND or
 * X_NOT_CONNECTED.
 */
export async function findAccount(db: Db, userId: number, accountId?: number): Promise<XAccountRecord> {
  if (accountId === undefined) {
    const selected = await selectSelected(db, userId);
    if (selected) return selected;
    throw new AppError('X_NOT_CONNECTED', 'Connect your Twitter/X account first.');
  }
  const owned = await selectOwnedAccount(db, userId, accountId);
  if (owned) return owned;
  throw accountNotFound();
}

/** SQL for use in another statement: whether the account is connected and belongs to the person. */
export function ownsAccount(userId: number, accountId: number): SQL {
  return existsOwnedAccount(userId, accountId);
}

/** Whether the account is connected and belongs to the person. */
export async function ownsAccountNow(db: Db, userId: number, accountId: number): Promise<boolean> {
  return (await selectOwnedAccount(db, userId, accountId)) !== undefined;
}

/** The selected account, if posts can be published through it. */
export async function findUsableAccount(db: Db, userId: number): Promise<XAccountRecord | undefined> {
  const selected = await selectSelected(db, userId);
  return selected && isUsable(selected) ? selected : undefined;
}

/** The person's connected accounts, oldest first. */
export function listAccounts(db: Db, userId: number): Promise<XAccountRecord[]> {
  return selectAccounts(db, userId);
}

/** The connected accounts of several people, oldest first; for staff. */
export function listAccountsOf(db: Db, userIds: readonly number[]): Promise<XAccountRecord[]> {
  return selectAccountsOf(db, userIds);
}

/** All accounts that the person ever connected, oldest first. */
export function listEveryAccount(db: Db, userId: number): Promise<XAccountRecord[]> {
  return selectEveryAccount(db, userId);
}

/** The X user ids of all accounts that the person ever connected. */
export async function listXUsers(db: Db, userId: number): Promise<string[]> {
  return (await selectEveryAccount(db, userId)).map(({ twitterUserId }) => twitterUserId);
}

/** Whether any account has this custom niche. */
export function isNicheOfAccount(db: Db, niche: string): Promise<boolean> {
  return existsAccountOfNiche(db, niche);
}

/** Accounts by id, whoever owns them, connected or not; for the engine and for staff. */
export function findAccountsByIds(db: Db, ids: readonly number[]): Promise<XAccountRecord[]> {
  return selectAccountsByIds(db, ids);
}

/** Whether posts could be published through any of the person's accounts. */
export async function isConnected(db: Db, userId: number): Promise<boolean> {
  return (await selectAccounts(db, userId)).some(isUsable);
}

/** The person's X accounts, including disconnected ones, without their tokens. */
export async function exportAccounts(db: Db, userId: number): Promise<UserExport['accounts']> {
  const accounts = await selectEveryAccount(db, userId);
  return accounts.map((account) => ({
    ...accountView(account),
    connectedAt: account.connectedAt.toISOString(),
    disconnectedAt: account.disconnectedAt?.toISOString() ?? null,
  }));
}

/** An account as its owner's screens show it; for staff. */
export function exportAccountView(account: XAccountRecord): XAccount {
  return accountView(account);
}

/** Records whether an account's posts are paused. The caller must hold or release the posts. */
export async function setAccountPaused(tx: Db, accountId: number, paused: boolean, at: Date): Promise<void> {
  await updateAccountRow(tx, accountId, { postsPaused: paused, updatedAt: at });
}

/** Accounts with a username in any case, connected ones first; for staff. */
export function findAccountsByUsername(db: Db, username: string, limit: number): Promise<XAccountRecord[]> {
  return selectAccountsByUsername(db, username, limit);
}
