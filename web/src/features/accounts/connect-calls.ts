/** The server calls and messages of an attempt to connect X. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { notify } from '../../ui/toasts.ts';
import { refreshAfterAccountChange, rememberAccount } from './accounts.query.ts';
import { accountsStrings, connectErrorText } from './accounts.strings.ts';
import type { ConnectFailure } from './connect.rules.ts';

const isUsable = (account: XAccount): boolean => account.is_active && !account.needs_reconnect;

/** Whether there is a usable account now that was not there before; for a first connection the status call tells. */
export async function isConnected(before: readonly XAccount[]): Promise<boolean> {
  try {
    if (before.length === 0) return (await call('GET /api/oauth/x/status')).connected;
    const usableBefore = new Set(before.filter(isUsable).map((account) => account.id));
    const { accounts } = await call('GET /api/twitter/accounts');
    return accounts.some((account) => isUsable(account) && !usableBefore.has(account.id));
  } catch {
    // A poll without an answer proves nothing; the next one may.
    return false;
  }
}

/** The popup's completion message, if the event is one and comes from our own origin. */
export function readMessage(event: Pick<MessageEvent, 'origin' | 'data'>, origin: string) {
  const data: unknown = event.data;
  if (event.origin !== origin || typeof data !== 'object' || data === null) return null;
  const fields = data as Record<string, unknown>;
  if (fields.type !== 'X_OAUTH_COMPLETE') return null;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    success: fields.success === true,
    error: text(fields.error),
    existingEmail: text(fields.existingEmail),
  };
}

export function failureOfCall(error: unknown): ConnectFailure {
  if (!(error instanceof ApiError)) return 'refused';
  if (error.code === 'EMAIL_NOT_VERIFIED') return 'unverified';
  return error.code === 'ACCOUNT_LIMIT_REACHED' ? 'limit-reached' : 'refused';
}

async function resendVerification(): Promise<string> {
  try {
    await call('POST /api/auth/resend-verification');
    return accountsStrings.unverifiedResent;
  } catch {
    return accountsStrings.unverified;
  }
}

async function failureText(failure: ConnectFailure): Promise<string> {
  if (typeof failure === 'object') return connectErrorText(failure.error, failure.existingEmail);
  switch (failure) {
    case 'unverified':
      return resendVerification();
    case 'limit-reached':
      return accountsStrings.limitReached;
    case 'no-address':
      return accountsStrings.noAddress;
    case 'refused':
      return accountsStrings.failed;
  }
}

export async function tellFailure(failure: ConnectFailure): Promise<void> {
  notify.error(await failureText(failure));
}

/** Tells the person, shows the account, and reloads its picture; a failure to load the picture is ignored. */
export async function tellSuccess(): Promise<void> {
  notify.success(accountsStrings.connected);
  await refreshAfterAccountChange();
  try {
    rememberAccount((await call('POST /api/twitter/profile/refresh')).account);
  } catch {
    // The account is connected even if this fails.
  }
}
