/**
 * Parses the URL parameters of a return from another site; they are read once before the first render and
 * then removed from the URL. Pure.
 */
import { accountsStrings, connectErrorText } from '../features/accounts/accounts.strings.ts';

const parameters = [
  'twitter_connected',
  'error',
  'existing_email',
  'other_username',
  'subscription',
  'portal_return',
] as const;

export const returnStrings = {
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

const connectErrors = [
  'twitter_cancelled',
  'twitter_other_account',
  'account_limit_reached',
  'twitter_connection_failed',
  'twitter_already_connected',
  'twitter_recently_disconnected',
];

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
