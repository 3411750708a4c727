/**
 * What happens when the person comes back from another site. The parameters of its URL are read once, before the
 * first render, and then removed.
 */
import type { User } from '@drumbeat/contract/users/users.ts';
import { useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';
import { rememberUser } from '../api/query.ts';
import { getToken } from '../api/session.ts';
import { isViewTab } from '../base/view-tab.ts';
import { accountsStrings, connectErrorText } from '../features/accounts/accounts.strings.ts';
import { refreshAfterPlanChange } from '../features/billing/subscription.query.ts';
import { notify } from '../ui/feedback/toasts.ts';
import { hasPlan } from './guards.ts';

const parameters = [
  'twitter_connected',
  'error',
  'existing_email',
  'other_username',
  'subscription',
  'portal_return',
] as const;

const connectErrors = [
  'twitter_cancelled',
  'twitter_other_account',
  'account_limit_reached',
  'twitter_connection_failed',
  'twitter_already_connected',
  'twitter_recently_disconnected',
];

const returnStrings = {
  checkoutCancelled: 'Subscription was cancelled. You can try again anytime in Settings.',
  subscribed: 'Subscription activated successfully! Welcome to Drumbeat!',
  notConfirmed: "Your payment isn't confirmed yet. Wait a minute, then reload this page.",
  portal: 'Billing settings updated successfully!',
} as const;

export type Return = {
  news: readonly { tone: 'success' | 'error' | 'info'; message: string }[];
  /** The person completed a checkout: wait for the subscription before the guard decides. */
  checkoutDone: boolean;
  /** The person was in the billing portal: our data on the subscription may be out of date. */
  billingChanged: boolean;
  /** The query string without these parameters; undefined if there were none. */
  cleanSearch: string | undefined;
};

export function readReturn(search: string): Return {
  const query = new URLSearchParams(search);
  const news: Return['news'][number][] = [];
  const error = query.get('error') ?? '';
  if (query.get('twitter_connected') === 'true') {
    news.push({ tone: 'success', message: accountsStrings.connected });
  }
  if (connectErrors.includes(error)) {
    const message = connectErrorText(
      error,
      query.get('existing_email') ?? undefined,
      query.get('other_username') ?? undefined,
    );
    news.push({ tone: 'error', message });
  }
  if (query.get('subscription') === 'cancelled') {
    news.push({ tone: 'info', message: returnStrings.checkoutCancelled });
  }
  const billingChanged = query.get('portal_return') === 'true';
  const checkoutDone = query.get('subscription') === 'success';
  const present = parameters.filter((name) => query.has(name));
  for (const name of present) query.delete(name);
  const rest = query.toString();
  const cleanSearch = present.length === 0 ? undefined : rest && `?${rest}`;
  return { news, checkoutDone, billingChanged, cleanSearch };
}

/** Handles the parameters of a return from another site, once, before the router reads the URL. */
export function handleReturn(location: Location): void {
  const { news, checkoutDone, billingChanged, cleanSearch } = readReturn(location.search);
  if (cleanSearch === undefined) return;
  window.history.replaceState(null, '', location.pathname + cleanSearch + location.hash);
  for (const item of news) notify[item.tone](item.message);
  // A view changes nothing and only reads what is stored.
  const mayAsk = getToken() !== null && !isViewTab();
  if (checkoutDone && mayAsk) void confirmCheckout();
  else if (billingChanged) void tellAfterPortal(mayAsk);
}

/** Shows the message once the data is up to date, so that a reload right after it shows no old state. */
async function tellAfterPortal(mayAsk: boolean): Promise<void> {
  if (mayAsk) await readAfterPortal();
  notify.success(returnStrings.portal);
}

/**
 * After a paid checkout, the provider's webhook may arrive later than the person. The guard then waits for
 * the subscription, for up to half a minute, instead of redirecting to the plans.
 */
const TRIES = 20;
const PAUSE_MS = 1500;

let confirming = false;

const listeners = new Set<() => void>();

export function useConfirmingCheckout(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => confirming,
  );
}

function set(to: boolean): void {
  confirming = to;
  for (const listener of [...listeners]) listener();
}

export async function confirmCheckout(): Promise<void> {
  set(true);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const user = await syncSubscription();
    if (user && hasBegun(user)) {
      void refreshAfterPlanChange();
      notify.success(returnStrings.subscribed);
      return set(false);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  notify.info(returnStrings.notConfirmed);
  set(false);
}

/** Whether the new subscription has started. `hasPlan` alone also holds for every former subscriber. */
function hasBegun(user: User): boolean {
  return hasPlan(user) && user.subscriptionStatus !== 'canceled' && user.subscriptionStatus !== 'inactive';
}

/** Loads what was changed in the billing portal. */
export async function readAfterPortal(): Promise<void> {
  await syncSubscription();
  await refreshAfterPlanChange();
}

/** Syncs with the provider, because its webhook may arrive late. Undefined if that failed. */
async function syncSubscription(): Promise<User | undefined> {
  try {
    const { user } = await call('POST /api/subscription/sync');
    rememberUser(user);
    return user;
  } catch {
    return undefined;
  }
}
