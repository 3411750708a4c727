import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient, userQuery } from '../../api/query.ts';
import { buildPrice, buildProduct } from '../../testing/build-price.fixture.ts';
import { buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildTrialUser, buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, fill, openScreen } from '../../testing/screen.tsx';

afterEach(() => {
  onlineManager.setOnline(true);
  return page.viewport(1280, 800);
});

const noInvoices = { invoices: [], hasMore: false };
const end = new Date(Date.now() + 20 * 86_400_000).toISOString();

function openSettings(
  subscription: Partial<ReturnType<typeof buildSubscription>>,
  answers: Answers = {},
  user = buildUser({ subscriptionExpiryDate: end }),
) {
  return openScreen('/settings', {
    user,
    answers: {
      'GET /api/subscription': buildSubscription(subscription),
      'GET /api/billing/history': noInvoices,
      ...answers,
    },
  });
}

/** A day of which nothing depends on when the test runs. */
const standStill = () => vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z'), toFake: ['Date'] });
const card = async () => within(await screen.findByRole('region', { name: 'Subscription' }));
const press = async (name: string) => userEvent.click(await (await card()).findByRole('button', { name }));

async function openCancellation() {
  await press('Cancel subscription');
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel your subscription?' }));
  return {
    dialog,
    confirm: () => userEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' })),
  };
}

test('SET-08 BILL-24 BILL-25 BILL-27 the card shows the plan; a cancellation needs a reason, and takes optional words', async () => {
  standStill();
  const server = openSettings(
    { nextCharge: { at: '2026-11-28T12:00:00.000Z', amount: 1500, currency: 'usd' } },
    {},
    buildUser({ timeZone: 'Pacific/Auckland', subscriptionExpiryDate: '2026-11-28T12:00:00.000Z' }),
  );
  const region = await card();
  await region.findByText('Renews on 29 Nov for $15.00');
  region.getByText('$15.00 a month');
  region.getByText('Visa ending in 4242, expires 12/2034');
  region.getByText('You can cancel at any time. Posts go out until the end of the time you paid for.');
  expect(region.getByRole('link', { name: 'Change Plan' }).getAttribute('href')).toBe('/products');
  region.getByRole('heading', { name: 'Billing history' });
  const { dialog, confirm } = await openCancellation();
  dialog.getByText('Your Pro plan ends on 29 Nov and does not renew.');
  expect(dialog.getAllByRole('radio')).toHaveLength(8);
  expect(dialog.queryByRole('textbox')).toBeNull();
  await confirm();
  await dialog.findByText('Please select a reason for cancellation');
  expect(server.made('POST /api/subscription/cancel')).toEqual([]);
  await userEvent.click(dialog.getByRole('radio', { name: 'Taking a break' }));
  dialog.getByRole('textbox', { name: 'Anything we should know? (optional)' });
});

test('BILL-06 BILL-15 BILL-26 BILL-29 a cancellation sends reason and words, and is confirmed once the card shows it', async () => {
  const canceling = buildUser({ subscriptionStatus: 'canceling', subscriptionCancelEffectiveDate: end });
  const server = openSettings(
    {},
    { 'POST /api/subscription/cancel': { message: 'Your plan ends on 12 Dec.', user: canceling } },
  );
  const { dialog, confirm } = await openCancellation();
  await userEvent.click(dialog.getByRole('radio', { name: 'Too expensive' }));
  fill(dialog.getByRole('textbox'), 'Threads, please.');
  await userEvent.click(dialog.getByRole('radio', { name: 'Missing features' }));
  const changed = held<ReturnType<typeof buildSubscription>>();
  server.answer({ 'GET /api/subscription': () => changed.promise });
  await confirm();
  await waitFor(() => expect(server.made('GET /api/subscription')).toHaveLength(2));
  expect(screen.queryByText('Your plan ends on 12 Dec.')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Canceling…' }).ariaBusy).toBe('true');
  changed.give(
    buildSubscription({
      status: 'canceling',
      nextCharge: null,
      endsAt: '2033-11-28T12:00:00.000Z',
      reactivation: 'resume',
    }),
  );
  await expectToldOnce('Your plan ends on 12 Dec.', 'success');
  expect(server.made('POST /api/subscription/cancel')).toMatchObject([
    { body: { reason: 'missing_features', feedback: 'Threads, please.' } },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const region = await card();
  region.getByText('Ends on 28 Nov 2033; posts before then still go out');
  region.getByRole('button', { name: 'Resume subscription' });
  expect(region.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  expect(queryClient.getQueryData(userQuery.queryKey)).toEqual(canceling);
});

test('BILL-38 a refused cancellation keeps the typed words of its own user', async () => {
  // Another user began to cancel in this tab.
  const theirs = { reason: 'too_expensive', feedback: 'It was I.' };
  sessionStorage.setItem('cancellation-1', JSON.stringify(theirs));
  const server = openSettings(
    {},
    { 'POST /api/subscription/cancel': refusal(502, 'PROVIDER_FAILED', 'Stripe does not answer.') },
    buildUser({ id: '42' }),
  );
  const { dialog, confirm } = await openCancellation();
  expect(dialog.queryByRole('radio', { checked: true })).toBeNull();
  await userEvent.click(dialog.getByRole('radio', { name: 'Other' }));
  await userEvent.type(dialog.getByRole('textbox'), ' ');
  await confirm();
  await dialog.findByText('Failed to cancel subscription');
  expect(server.made('POST /api/subscription/cancel').at(-1)?.body).toEqual({ reason: 'other' });
  fill(dialog.getByRole('textbox'), 'It is me.');
  dialog.getByText('request-1');
  await userEvent.click(dialog.getByRole('button', { name: 'Keep my plan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = (await openCancellation()).dialog;
  expect(again.getByRole('textbox')).toHaveProperty('value', 'It is me.');
  expect(again.getByRole('radio', { name: 'Other' })).toHaveProperty('checked', true);
});

const neverSubscribed = { status: 'inactive', plan: null, nextCharge: null, card: null } as const;
/** The cheaper plan is second, and has another trial than the first. */
const catalogue: Answers = {
  'GET /api/products': {
    products: [
      {
        ...buildProduct(),
        id: 'prod_2',
        name: 'Pro',
        prices: [buildPrice({ id: 'price_2', unit_amount: 1_500, trial_period_days: 14 })],
      },
      buildProduct(),
    ],
  },
};

test('BILL-04 BILL-32 a person who never subscribed may start a trial of the cheapest plan', async () => {
  const server = openSettings(
    { ...neverSubscribed, mayStartTrial: true },
    { ...catalogue, 'POST /api/create-checkout-session': new Response('', { status: 500 }) },
    buildTrialUser(),
  );
  const region = await card();
  await region.findByText('You have no subscription yet.');
  await region.findByText('Try Standard free for 7 days, then $7.00 a month. Card required.');
  expect(region.getByRole('link', { name: 'Choose another plan' }).getAttribute('href')).toBe('/products');
  expect(region.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  await press('Start free trial');
  await region.findByText('Failed to start trial process');
  server.answer({ 'POST /api/create-checkout-session': { url: '#trial' } });
  await press('Start free trial');
  await waitFor(() => expect(window.location.hash).toBe('#trial'));
  expect(server.made('POST /api/create-checkout-session').at(-1)?.body).toEqual({ priceId: 'price_1' });
});

test('BILL-33 an unpaid subscription starts without a trial', async () => {
  const server = openSettings(
    { status: 'inactive', nextCharge: null, mayStartTrial: true },
    { 'POST /api/create-checkout-session-no-trial': new Response('', { status: 500 }) },
    buildUser({ subscriptionStatus: 'inactive' }),
  );
  await press('Subscribe');
  await (await card()).findByText('Failed to start subscription process');
  expect(server.made('POST /api/create-checkout-session-no-trial')).toMatchObject([
    { body: { priceId: 'price_pro_monthly' } },
  ]);
});
