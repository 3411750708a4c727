import { expect, test } from 'vitest';
import { readReturn } from './returns.ts';

const messages = (search: string) => readReturn(search).news.map((item) => item.message);

test('ROUTE-17 the return parameters leave the address, and the others stay', () => {
  expect(readReturn('?subscription=cancelled&view=calendar').cleanSearch).toBe('?view=calendar');
  expect(readReturn('?twitter_connected=true').cleanSearch).toBe('');
  expect(readReturn('?error=twitter_already_connected&existing_email=a@b.example').cleanSearch).toBe('');
  expect(readReturn('?portal_return=true').cleanSearch).toBe('');
  expect(readReturn('?view=calendar').cleanSearch).toBeUndefined();
});

test('ROUTE-18 twitter_connected=true shows a success', () => {
  expect(messages('?twitter_connected=true')).toEqual(['X account connected successfully!']);
});

test('ROUTE-19 ROUTE-20 each X-connect error has its words; the address of the other user is named', () => {
  expect(messages('?error=twitter_connection_failed')).toEqual([
    'Failed to connect X account. Please try again.',
  ]);
  expect(messages('?error=twitter_recently_disconnected')[0]).toContain('24 hours');
  expect(messages('?error=twitter_cancelled')).toEqual(['You cancelled on X. Nothing was connected.']);
  expect(messages('?error=account_limit_reached')).toEqual([
    'Account limit reached for your plan. Upgrade to add more X accounts.',
  ]);
  expect(messages('?error=twitter_other_account&other_username=grace')).toEqual([
    'X authorized @grace, which is not the account you wanted to reconnect. Nothing was added.',
  ]);
  expect(messages('?error=twitter_already_connected&existing_email=ada%40x.example')[0]).toContain(
    '(ada@x.example)',
  );
  expect(messages('?error=twitter_already_connected')[0]).not.toContain('(');
});

test('ROUTE-21 subscription=success waits for the subscription, cancelled shows its toast', () => {
  const none = { news: [], checkoutDone: false, billingChanged: false, cleanSearch: '' };
  expect(readReturn('?subscription=success')).toEqual({ ...none, checkoutDone: true });
  expect(messages('?subscription=cancelled')).toEqual([
    'Subscription was cancelled. You can try again anytime in Settings.',
  ]);
  expect(readReturn('?subscription=cancelled').checkoutDone).toBe(false);
});

test('ROUTE-22 portal_return=true reads the subscription before it shows a toast', () => {
  expect(messages('?portal_return=true')).toEqual([]);
  expect(readReturn('?portal_return=true').billingChanged).toBe(true);
  expect(readReturn('?subscription=cancelled').billingChanged).toBe(false);
});
