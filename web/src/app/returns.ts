/**
 * What other sites tell us when they send a person back: parameters in the address, read once before anything is
 * drawn, then removed from it. Pure.
 */
const parameters = ['twitter_connected', 'error', 'existing_email', 'subscription', 'portal_return'] as const;

export const returnStrings = {
  connected: 'X account connected successfully!',
  connectionFailed: 'Failed to connect X account. Please try again.',
  alreadyConnected: (email: string | null) =>
    `This X account is already linked to another user${email ? ` (${email})` : ''}. Each X account can be connected to one Drumbeat account only.`,
  recentlyDisconnected:
    'This X account was disconnected recently. Please wait 24 hours before you connect it again.',
  checkoutCancelled: 'Subscription was cancelled. You can try again anytime in Settings.',
  subscribed: 'Subscription activated successfully! Welcome to Drumbeat!',
  notConfirmed: 'Your payment is not confirmed yet. Wait a minute, then load this page again.',
  portal: 'Billing settings updated successfully!',
} as const;

export type Return = {
  news: readonly { tone: 'success' | 'error' | 'info'; message: string }[];
  /** The person finished a checkout: wait for the subscription before the guard decides. */
  checkoutDone: boolean;
  /** The address without the parameters; undefined when there were none. */
  cleanSearch: string | undefined;
};

const connectErrors = new Map<string, (email: string | null) => string>([
  ['twitter_connection_failed', () => returnStrings.connectionFailed],
  ['twitter_already_connected', returnStrings.alreadyConnected],
  ['twitter_recently_disconnected', () => returnStrings.recentlyDisconnected],
]);

export function readReturn(search: string): Return {
  const query = new URLSearchParams(search);
  const news: Return['news'][number][] = [];
  const connectError = connectErrors.get(query.get('error') ?? '');
  if (query.get('twitter_connected') === 'true') {
    news.push({ tone: 'success', message: returnStrings.connected });
  }
  if (connectError) news.push({ tone: 'error', message: connectError(query.get('existing_email')) });
  if (query.get('subscription') === 'cancelled') {
    news.push({ tone: 'info', message: returnStrings.checkoutCancelled });
  }
  if (query.get('portal_return') === 'true') news.push({ tone: 'success', message: returnStrings.portal });

  const checkoutDone = query.get('subscription') === 'success';
  const present = parameters.filter((name) => query.has(name));
  for (const name of present) query.delete(name);
  const rest = query.toString();
  return { news, checkoutDone, cleanSearch: present.length === 0 ? undefined : rest && `?${rest}` };
}
