import type { User } from '@drumbeat/contract/users/users.ts';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keyOf, queryClient, queryOf, userQuery } from '../api/query.ts';
import { fakeBrowser } from '../testing/browser.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { currentToasts } from '../ui/feedback/toasts.ts';
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

test('BILL-43 who subscribed before is welcomed only once the new subscription is there', async () => {
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

test('a payment that is not confirmed within half a minute is said, and not called a success', async () => {
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

test('what is on the page is read again only after the provider was asked; then it is told', async () => {
  const done = { status: 'active', user: buildUser() };
  const server = fakeBrowser({
    'POST /api/subscription/sync': done,
    'GET /api/billing/history': { invoices: [], hasMore: false },
  });
  const made = () => server.calls.map(({ name }) => name);
  queryClient.setQueryData(keyOf('GET /api/billing/history', { query: {} }), {} as never);
  const history = new QueryObserver(queryClient, {
    ...queryOf('GET /api/billing/history', { query: {} }),
    staleTime: 1e9,
  });
  const leave = history.subscribe(() => undefined);
  onTestFinished(leave);
  const steps = ['POST /api/subscription/sync', 'GET /api/billing/history'];
  await readAfterPortal();
  // It is there when the portal's change is told.
  expect([made(), old()]).toEqual([steps, plan]);
  expect(history.getCurrentResult()).toMatchObject({ data: { invoices: [] }, isFetching: false });
  server.calls.length = 0;
  await confirmCheckout();
  await expect.poll(() => made()).toEqual(steps);
});

test('where the provider cannot be asked after the portal, what we know is read again', async () => {
  fakeBrowser({});
  await readAfterPortal();
  expect([old(), told()]).toEqual([plan, []]);
});

test('a try that fails is followed by another; who has no plan yet is not welcomed, whatever the status', async () => {
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
