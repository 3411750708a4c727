import type { User } from '@drumbeat/contract/users.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { keyOf, queryClient, userQuery } from '../api/query.ts';
import { fakeBrowser } from '../testing/browser.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { currentToasts } from '../ui/toasts.ts';
import { confirmCheckout, readAfterPortal } from './checkout-return.ts';

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
const told = () => currentToasts().map((toast) => toast.message);

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
  expect(told()).toEqual(['Subscription activated successfully! Welcome to Drumbeat!']);
});

test('BILL-43 who subscribed before is welcomed only once the new subscription is there', async () => {
  const { syncs } = browserOf(buildUser({ subscriptionStatus: 'canceled' }), buildUser());
  const confirming = confirmCheckout();
  await vi.waitFor(() => expect(syncs()).toBe(1));
  expect([told(), old()]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(syncs()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await confirming;
  expect(syncs()).toBe(2);
  expect(told()).toEqual(['Subscription activated successfully! Welcome to Drumbeat!']);
});

test('a payment that is not confirmed within half a minute is said, and not called a success', async () => {
  const { syncs } = browserOf(buildUser({ subscriptionStatus: 'inactive' }));
  const confirming = confirmCheckout();
  await vi.runAllTimersAsync();
  await confirming;
  expect(syncs()).toBe(20);
  expect(told()).toEqual(["Your payment isn't confirmed yet. Wait a minute, then reload this page."]);
});

test('ROUTE-22 after the portal the subscription is read again', async () => {
  browserOf(buildUser({ subscriptionStatus: 'canceling' }));
  await readAfterPortal();
  expect(old()).toEqual(plan);
  expect(queryClient.getQueryData(userQuery.queryKey)?.subscriptionStatus).toBe('canceling');
});
