/** The server calls and messages of an attempt to connect X. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { call } from '../../api/client.ts';
import { ApiError, requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { refreshAfterAccountChange, rememberAccount } from './accounts.query.ts';
import { accountsStrings, connectErrorText } from './accounts.strings.ts';
import type { ConnectFailure } from './connect.rules.ts';

const isUsable = (account: XAccount): boolean => account.is_active && !account.needs_reconnect;

/**
 * Whether an account became usable that was not before; for a reconnection, whether that account did.
 * The first connection uses the status call instead of the list.
 */
export async function isConnected(before: readonly XAccount[], reconnect?: string): Promise<boolean> {
  try {
    if (before.length === 0) return (await call('GET /api/oauth/x/status')).connected;
    const usableBefore = new Set(before.filter(isUsable).map((account) => account.id));
    const { accounts } = await call('GET /api/twitter/accounts');
    return accounts.some(
      (account) =>
        isUsable(account) && !usableBefore.has(account.id) && (reconnect ?? account.id) === account.id,
    );
  } catch {
    // A failed poll proves nothing; the next one may succeed.
    return false;
  }
}

/** The popup's completion message; null if the event is something else or from another origin. */
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
    otherUsername: text(fields.otherUsername),
    otherIsConnected: fields.otherIsConnected === true,
  };
}

export function failureOfCall(error: unknown): ConnectFailure {
  if (!(error instanceof ApiError)) return 'refused';
  if (error.code === 'EMAIL_NOT_VERIFIED') return 'unverified';
  if (error.code === 'ACCOUNT_LIMIT_REACHED') return 'limit-reached';
  return error.status >= 500 ? { requestId: requestIdOf(error) } : 'refused';
}

/** The specification requires a toast here; the text stays in the dialog as well. */
async function resendVerification(): Promise<string> {
  const sent = call('POST /api/auth/resend-verification').then(
    () => true,
    () => false,
  );
  const text = (await sent) ? accountsStrings.unverifiedResent : accountsStrings.unverified;
  notify.alert(text);
  return text;
}

/** What the dialog says about a failure until it is resolved. */
export type Explained = {
  text: string;
  /** Only if the failure is on our side. */
  requestId?: string | undefined;
  isBlocked?: boolean;
  /** X authorised another account than the one to be reconnected. */
  other?: { username: string; isConnected: boolean };
};

export async function explain(failure: ConnectFailure): Promise<Explained> {
  if (typeof failure === 'object') {
    if ('requestId' in failure) return { text: accountsStrings.failed, requestId: failure.requestId };
    const { error, existingEmail, otherUsername, otherIsConnected } = failure;
    const other = error === 'twitter_other_account' && otherUsername;
    return {
      text: connectErrorText(error, existingEmail, otherUsername),
      ...(other ? { other: { username: other, isConnected: otherIsConnected ?? false } } : {}),
    };
  }
  switch (failure) {
    case 'unverified':
      return { text: await resendVerification() };
    case 'limit-reached':
      return { text: accountsStrings.limitReached };
    case 'no-address':
      return { text: accountsStrings.noAddress };
    case 'blocked':
      return { text: accountsStrings.popupBlocked, isBlocked: true };
    case 'refused':
      return { text: accountsStrings.failed };
  }
}

/** Notifies the person, shows the account and reloads its picture; errors of the reload are ignored. */
export async function tellSuccess(): Promise<void> {
  notify.success(accountsStrings.connected);
  await refreshAfterAccountChange();
  try {
    rememberAccount((await call('POST /api/twitter/profile/refresh')).account);
  } catch {
    // The account is connected even if this fails.
  }
}
