import type { User } from '@drumbeat/contract/users/users.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { keyOf, queryClient, userQuery } from '../api/query.ts';
import { fakeBrowser } from '../testing/browser.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { currentToasts } from '../ui/feedback/toasts.ts';
import { confirmCheckout, readAfterPortal, readReturn } from './returns.ts';

const messages = (search: string) => readReturn(search).news.map((item) => item.message);

test('ROUTE-17 ROUTE-18 the return parameters leave the address and are reported, the others stay', () => {
  expect(readReturn('?subscription=cancelled&view=calendar').cleanSearch).toBe('?view=calendar');
  expect(readReturn('?twitter_connected=true').cleanSearch).toBe('');
  expect(readReturn('?error=twitter_already_connected&existing_email=a@b.example').cleanSearch).toBe('');
  expect(readReturn('?portal_return=true').cleanSearch).toBe('');
  expect(readReturn('?view=calendar').cleanSearch).toBeUndefined();
  expect(messages('?twitter_connected=true')).toEqual(['X account connected successfully!']);
});

test('ROUTE-19 ROUTE-20 an X-connect error has its words; the address of the other user is named', () => {
  expect(messages('?error=twitter_cancelled')).toEqual(['You cancelled on X. Nothing was connected.']);
  expect(messages('?error=twitter_other_account&other_username=grace')).toEqual([
    'X authorized @grace, which is not the account you wanted to reconnect. Nothing was added.',
  ]);
  const taken = '?error=twitter_already_connected';
  expect(messages(`${taken}&existing_email=ada%40x.example`)[0]).toContain('(ada@x.example)');
  expect(messages(taken)[0]).not.toContain('(');
});

test('ROUTE-21 ROUTE-22 success and the portal wait for the subscription, cancelled shows its toast', () => {
  const none = { news: [], checkoutDone: false, billingChanged: false, cleanSearch: '' };
  expect(readReturn('?subscription=success')).toEqual({ ...none, checkoutDone: true });
  expect(messages('?subscription=cancelled')).toEqual([
    'Subscription was cancelled. You can try again anytime in Settings.',
  ]);
  expect(readReturn('?subscription=cancelled').checkoutDone).toBe(false);
  expect(messages('?portal_return=true')).toEqual([]);
  expect(readReturn('?portal_return=true').billingChanged).toBe(true);
  expect(readReturn('?subscription=cancelled').billingChanged).toBe(false);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (const name of plan) queryClient.setQueryData(keyOf(name), {} as never);
});
/** What another plan changes, beside the person. */
const plan = [
  'GET /api/subscription',
  'GET /api/billing/history',
  'GET /api/twitter/accounts',
  'POST /api/check-scheduling-eligibility',
  'GET /api/posts',
] as const;

const old = () => plan.filter((name) => queryClient.getQueryState(keyOf(name))?.isInvalidated);
const told = () => currentToasts().map(({ tone, message }) => [tone, message]);
const welcome = ['success', 'Subscription activated successfully! Welcome to Drumbeat!'];

/** A provider that reports these people, one after another. */
function browserOf(...people: User[]) {
  const server = fakeBrowser({
    'POST /api/subscription/sync': () => {
      const user = people.length > 1 ? people.shift() : people[0];
      return { status: user?.subscriptionStatus, user };
    },
  });
  return { syncs: () => server.calls.filter(({ name }) => name === 'POST /api/subscription/sync').length };
}

test('BILL-41 BILL-42 BILL-43 the welcome names the product, and no plan', async () => {
  browserOf(buildUser());
  await confirmCheckout();
  expect(old()).toEqual(plan);
  expect(queryClient.getQueryData(userQuery.queryKey)?.subscriptionStatus).toBe('active');
  expect(told()).toEqual([welcome]);
});

test('BILL-43 a former subscriber is welcomed only once the new subscription is confirmed', async () => {
  const { syncs } = browserOf(buildUser({ subscriptionStatus: 'canceled' }), buildUser());
  const confirming = confirmCheckout();
  await expect.poll(() => syncs()).toBe(1);
  expect([told(), old()]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(syncs()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await confirming;
  expect(syncs()).toBe(2);
  expect(told()).toEqual([welcome]);
});

test('a payment that is not confirmed within 30 seconds is reported as unconfirmed', async () => {
  const { syncs } = browserOf(buildUser({ subscriptionStatus: 'inactive' }));
  const confirming = confirmCheckout();
  await vi.runAllTimersAsync();
  await confirming;
  expect(syncs()).toBe(20);
  expect(told()).toEqual([
    ['info', "Your payment isn't confirmed yet. Wait a minute, then reload this page."],
  ]);
});

test('ROUTE-22 after the portal the subscription is read again', async () => {
  browserOf(buildUser({ subscriptionStatus: 'canceling' }));
  await readAfterPortal();
  expect(old()).toEqual(plan);
  expect(queryClient.getQueryData(userQuery.queryKey)?.subscriptionStatus).toBe('canceling');
});

test('a failed confirmation is retried, and without a plan there is no welcome', async () => {
  const without = buildUser({ hasPaymentMethod: false, hasEverSubscribed: false, isInTrial: false });
  const answers = [Response.json({}, { status: 502 }), { status: 'active', user: without }];
  const last = { status: 'trialing', user: { ...without, isInTrial: true } };
  const { calls } = fakeBrowser({ 'POST /api/subscription/sync': () => answers.shift() ?? last });
  const confirming = confirmCheckout();
  await vi.advanceTimersByTimeAsync(1_500);
  expect([calls.length, told()]).toEqual([2, []]);
  await vi.advanceTimersByTimeAsync(1_500);
  await confirming;
  expect([calls.length, told()]).toEqual([3, [welcome]]);
});
