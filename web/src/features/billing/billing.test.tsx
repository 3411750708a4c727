import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { invalidate, keyOf, queryClient, userQuery } from '../../api/query.ts';
import { buildPrice, buildProduct } from '../../testing/build-price.fixture.ts';
import { buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildTrialUser, buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, noFetchLeft, openScreen, toastOf } from '../../testing/screen.tsx';
import { currentToasts, dismissToast } from '../../ui/feedback/toasts.ts';
import { buildPost } from '../posts/build-post.fixture.ts';

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

test('SET-08 the card says plan, price, what happens next, the card on file and the billing history', async () => {
  standStill();
  openSettings(
    { nextCharge: { at: '2026-11-28T12:00:00.000Z', amount: 1500, currency: 'usd' } },
    {},
    buildUser({ timeZone: 'Pacific/Auckland', subscriptionExpiryDate: '2026-11-28T12:00:00.000Z' }),
  );
  const region = await card();
  expect((await region.findByText('Renews on 29 Nov for $15.00')).dataset.warns).toBeUndefined();
  expect(region.getByRole('button', { name: 'Update payment method' }).dataset.variant).toBe('default');
  region.getByText('$15.00 a month');
  region.getByText('Visa ending in 4242, expires 12/2034');
  region.getByText('You can cancel at any time. Posts go out until the end of the time you paid for.');
  expect(region.getByRole('link', { name: 'Change Plan' }).getAttribute('href')).toBe('/products');
  region.getByRole('heading', { name: 'Billing history' });
  const { dialog } = await openCancellation();
  dialog.getByText('Your Pro plan ends on 29 Nov and does not renew.');
});

test('the card is read anew at each visit, because a plan changes elsewhere, too', async () => {
  const server = openSettings({});
  await (await card()).findByText('$15.00 a month');
  await server.router.navigate('/products');
  await screen.findByRole('heading', { name: 'Choose a plan' });
  const before = server.made('GET /api/subscription').length;
  await server.router.navigate('/settings');
  await waitFor(() => expect(server.made('GET /api/subscription').length).toBeGreaterThan(before));
});

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const ends = { status: 'canceling', nextCharge: null, endsAt: end, reactivation: 'resume' } as const;
const unpaid = { status: 'inactive', nextCharge: null } as const;

const offline = 'Network error. Please check your connection and try again.';

test.each([
  ['Update payment method', 'POST /api/create-portal-session', {}, 'Failed to open billing portal'],
  ['Resume subscription', 'POST /api/subscription/reactivate', ends, offline],
  ['Subscribe', 'POST /api/create-checkout-session-no-trial', unpaid, offline],
] as const)(
  '"%s" without a connection fails at once, and is not sent later',
  async (name, call, plan, words) => {
    const user = buildUser({ subscriptionStatus: plan === unpaid ? 'inactive' : 'active' });
    const server = openSettings(plan, { [call]: lost }, user);
    const button = await (await card()).findByRole('button', { name });
    if (plan === unpaid) expect(button.dataset.variant).toBe('filled');
    onlineManager.setOnline(false);
    await userEvent.click(button);
    await waitFor(() => expect(server.made(call)).toHaveLength(1));
    await waitFor(() => expect(button.ariaBusy).toBeNull());
    await screen.findByText(words);
    onlineManager.setOnline(true);
    expect(server.made(call)).toHaveLength(1);
  },
);

test('a subscription that could not be loaded says so, and can be tried again', async () => {
  const server = openSettings({}, { 'GET /api/subscription': refusal(400, 'VALIDATION_FAILED', 'No.') });
  const region = await card();
  await region.findByText('Your subscription could not be loaded.');
  region.getByText('No.');
  region.getByText('request-1');
  server.answer({ 'GET /api/subscription': buildSubscription() });
  await press('Try again');
  await region.findByText('$15.00 a month');
  // What was loaded stays when it cannot be read anew.
  const before = server.made('GET /api/subscription').length;
  server.answer({ 'GET /api/subscription': refusal(400, 'VALIDATION_FAILED', 'No.') });
  await act(() => invalidate('GET /api/subscription'));
  await waitFor(() => expect(server.made('GET /api/subscription').length).toBeGreaterThan(before));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  region.getByText('$15.00 a month');
});

test('BILL-24 BILL-25 BILL-27 a cancellation asks for a reason, and then for words that are optional', async () => {
  const server = openSettings({});
  const { dialog, confirm } = await openCancellation();
  dialog.getByText(/^Your Pro plan ends on .* and does not renew\.$/);
  expect(dialog.getAllByRole('radio')).toHaveLength(8);
  expect(dialog.queryByRole('textbox')).toBeNull();
  await confirm();
  await dialog.findByText('Please select a reason for cancellation');
  const reasons = dialog.getByRole('group', { name: 'Why are you canceling?' });
  expect(reasons.ariaDescribedByElements?.[0]?.textContent).toBe('Please select a reason for cancellation');
  expect(dialog.getAllByRole('radio').map(({ ariaInvalid }) => ariaInvalid)).toEqual(Array(8).fill('true'));
  expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'Too expensive' }));
  expect(server.made('POST /api/subscription/cancel')).toEqual([]);
  await userEvent.click(dialog.getByRole('radio', { name: 'Taking a break' }));
  expect(dialog.queryByText('Please select a reason for cancellation')).toBeNull();
  const words = dialog.getByRole('textbox', { name: 'Anything we should know? (optional)' });
  expect(words).toHaveProperty('maxLength', 1_000);
});

test('BILL-06 BILL-15 BILL-26 the cancellation sends reason and words, and the server’s message is told once the card shows it', async () => {
  const canceling = buildUser({ subscriptionStatus: 'canceling', subscriptionCancelEffectiveDate: end });
  const server = openSettings(
    {},
    { 'POST /api/subscription/cancel': { message: 'Your plan ends on 12 Dec.', user: canceling } },
  );
  const { dialog, confirm } = await openCancellation();
  await userEvent.click(dialog.getByRole('radio', { name: 'Too expensive' }));
  await userEvent.type(dialog.getByRole('textbox'), 'Threads, please.');
  // Another reason keeps the words.
  await userEvent.click(dialog.getByRole('radio', { name: 'Missing features' }));
  const changed = held<ReturnType<typeof buildSubscription>>();
  server.answer({ 'GET /api/subscription': () => changed.promise });
  await confirm();
  await waitFor(() => expect(server.made('GET /api/subscription')).toHaveLength(2));
  expect(currentToasts()).toEqual([]);
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
  const told = region.getByText('Ends on 28 Nov 2033; posts before then still go out');
  expect(told.dataset.warns).toBe('true');
  expect(region.queryByRole('link', { name: 'Choose another plan' })).toBeNull();
  region.getByRole('button', { name: 'Resume subscription' });
  expect(region.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  expect(sessionStorage.getItem('cancellation-1')).toBeNull();
  expect(queryClient.getQueryData(userQuery.queryKey)).toEqual(canceling);
});

test('BILL-38 a refused cancellation says why in the dialog, and what was typed stays, also after closing it', async () => {
  // Somebody else began to cancel in this tab.
  sessionStorage.setItem(
    'cancellation-1',
    JSON.stringify({ reason: 'too_expensive', feedback: 'It was I.' }),
  );
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
  // Blank words are none.
  expect(server.made('POST /api/subscription/cancel').at(-1)?.body).toEqual({ reason: 'other' });
  await userEvent.type(dialog.getByRole('textbox'), 'It is me.');
  dialog.getByText('Stripe does not answer.');
  dialog.getByText('request-1');
  await userEvent.click(dialog.getByRole('button', { name: 'Keep my plan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = (await openCancellation()).dialog;
  expect(again.getByRole('textbox')).toHaveProperty('value', ' It is me.');
  expect(again.getByRole('radio', { name: 'Other' })).toHaveProperty('checked', true);
  // A reload finds it too.
  expect(sessionStorage.getItem('cancellation-42')).toContain('It is me.');
});

test('a cancellation without a connection fails at once, and is not sent later', async () => {
  const server = openSettings(
    {},
    { 'POST /api/subscription/cancel': () => Promise.reject(new TypeError('x')) },
  );
  const { dialog, confirm } = await openCancellation();
  await userEvent.click(dialog.getByRole('radio', { name: 'Other' }));
  onlineManager.setOnline(false);
  await confirm();
  await dialog.findByText('Network error. Please check your connection and try again.');
  onlineManager.setOnline(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Keep my plan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('POST /api/subscription/cancel')).toHaveLength(1);
});

test('on a phone the buttons of the cancellation do not move when the posts are counted', async () => {
  await page.viewport(390, 844);
  const posts = held<{ posts: Post[] }>();
  openSettings({}, { 'GET /api/posts': () => posts.promise });
  const { dialog } = await openCancellation();
  await dialog.findByText("Posts scheduled before then still go out. Later ones won't.");
  const top = () => dialog.getByRole('button', { name: 'Cancel subscription' }).getBoundingClientRect().top;
  // It slides in: the place counts once two looks agree.
  let before = Number.NaN;
  await waitFor(() => {
    const last = before;
    before = top();
    expect(before).toBe(last);
  });
  posts.give({ posts: [buildPost({ scheduledTime: new Date(Date.now() + 86_400_000).toISOString() })] });
  await dialog.findByText('1 scheduled post still goes out before then.');
  expect(top()).toBe(before);
});

test('the cancellation counts the posts that it leaves behind, over all accounts', async () => {
  const server = openSettings(
    {},
    {
      'GET /api/posts': {
        posts: [
          buildPost({ id: '1', scheduledTime: '2026-11-20T09:00:00.000Z' }),
          buildPost({ id: '2', scheduledTime: '2099-01-01T09:00:00.000Z' }),
          buildPost({ id: '3', scheduledTime: '2099-01-02T09:00:00.000Z', status: 'Failed' }),
          buildPost({ id: '4', scheduledTime: '2026-11-20T08:00:00.000Z', status: 'Processing' }),
        ],
      },
    },
  );
  const { dialog } = await openCancellation();
  await dialog.findByText("2 scheduled posts still go out before then. 1 comes after that and won't.");
  expect(server.made('GET /api/posts').at(-1)?.query).toEqual({});
});

test('BILL-03 BILL-16 BILL-29 resuming happens at once and tells the server’s message', async () => {
  const server = openSettings(
    { status: 'canceling', nextCharge: null, endsAt: end, reactivation: 'resume' },
    {
      'POST /api/subscription/reactivate': {
        message: 'Your plan continues.',
        url: null,
        user: buildUser(),
      },
    },
    buildUser({ subscriptionStatus: 'canceling' }),
  );
  const button = await (await card()).findByRole('button', { name: 'Resume subscription' });
  // What other screens know of the plan is read anew there.
  const elsewhere = [
    keyOf('GET /api/posts', { query: { twitter_account_id: '7' } }),
    keyOf('POST /api/check-scheduling-eligibility'),
  ];
  for (const key of elsewhere) queryClient.setQueryData<unknown>(key, {});
  const changed = ['GET /api/subscription', 'GET /api/billing/history', 'GET /api/twitter/accounts'] as const;
  await expectReadAgain(server, changed, () => userEvent.click(button));
  await expectToldOnce('Your plan continues.', 'success');
  expect(elsewhere.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  // Where the provider still calls it canceling, nobody waits for a page to open.
  expect(button.ariaBusy).toBeNull();
  dismissToast(currentToasts()[0]?.id ?? '');
  server.answer({ 'GET /api/subscription': buildSubscription() });
  await press('Resume subscription');
  await expectToldOnce('Your plan continues.', 'success');
  (await card()).getByText(/^Renews on /);
});

test('BILL-03 BILL-29 BILL-39 an ended plan is reactivated by a checkout; a failure stands beside the button', async () => {
  const server = openSettings(
    {
      status: 'canceled',
      nextCharge: null,
      card: null,
      endsAt: '2026-01-02T12:00:00.000Z',
      reactivation: 'checkout',
    },
    { 'POST /api/subscription/reactivate': refusal(502, 'PROVIDER_FAILED', 'Stripe does not answer.') },
    buildUser({ subscriptionStatus: 'canceled' }),
  );
  const region = await card();
  await region.findByText(/^Ended on 2 Jan/);
  // No money is asked for, so that no card is.
  expect(region.queryByText('No card on file')).toBeNull();
  expect(region.getByRole('link', { name: 'Choose another plan' }).getAttribute('href')).toBe('/products');
  await press('Reactivate');
  await region.findByText('Failed to reactivate subscription');
  region.getByText('Stripe does not answer.');
  region.getByText('request-1');
  server.answer({
    'POST /api/subscription/reactivate': { message: '', url: '#checkout', user: buildUser() },
  });
  await press('Reactivate');
  await waitFor(() => expect(window.location.hash).toBe('#checkout'));
  expect(region.getByRole('button', { name: /Reactivate|Opening/ }).ariaBusy).toBe('true');
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(region.getByRole('button', { name: 'Reactivate' }).ariaBusy).toBeNull());
});

test('the card is changed in the portal, opened at the card', async () => {
  const server = openSettings({}, { 'POST /api/create-portal-session': refusal(500, 'INTERNAL', 'x') });
  await press('Update payment method');
  await expectToldOnce('Failed to open billing portal', 'error');
  expect(toastOf('Failed to open billing portal')).toContain('Request ID request-1');
  server.answer({ 'POST /api/create-portal-session': { url: '#portal' } });
  await press('Update payment method');
  await waitFor(() => expect(window.location.hash).toBe('#portal'));
  const button = (await card()).getByRole('button', { name: 'Opening…' });
  expect(button.ariaBusy).toBe('true');
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(button.ariaBusy).toBeNull());
  expect(server.made('POST /api/create-portal-session')).toMatchObject([
    { body: { update: 'card' } },
    { body: { update: 'card' } },
  ]);
});

test('a trial without a card asks for one, and says until when posts go out', async () => {
  openSettings({ isInTrial: true, card: null }, {}, buildTrialUser({ subscriptionExpiryDate: null }));
  const region = await card();
  await region.findByText('No card on file');
  region.getByRole('button', { name: 'Add payment method' });
  region.getByText('You can cancel at any time. Posts go out until the trial ends.');
  const { dialog } = await openCancellation();
  dialog.getByText('Your Pro trial ends with the current period, and nothing is charged.');
});

test('a payment that failed is said with its day; nothing else is offered but the card and the way out', async () => {
  standStill();
  openSettings(
    {
      status: 'past_due',
      nextCharge: null,
      pastDue: { reason: 'payment_failed', publishesUntil: '2026-11-28T12:00:00.000Z' },
      card: { brand: 'visa', last4: '4242', expMonth: 10, expYear: 2026 },
      // In Auckland the first of them was this year.
      returns: [
        { id: 're_1', kind: 'refunded', amount: 700, currency: 'usd', at: '2025-12-31T12:00:00.000Z' },
        { id: 'du_1', kind: 'dispute_won', amount: 900, currency: 'usd', at: '2025-12-30T12:00:00.000Z' },
      ],
    },
    {},
    buildUser({ subscriptionStatus: 'past_due', timeZone: 'Pacific/Auckland' }),
  );
  const region = await card();
  const told = await region.findByText('Payment failed; posts go out until 29 Nov');
  expect(told.dataset.warns).toBe('true');
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '$7.00 was refunded on 1 Jan. Your bank may take 10 days to show it. Your plan is unchanged.',
    'Your bank closed the dispute over $9.00 on 31 Dec 2025. The charge was valid.',
  ]);
  region.getByText('Visa ending in 4242, expired 10/2026');
  region.getByText('You can cancel at any time.');
  expect(region.queryByRole('link', { name: 'Change Plan' })).toBeNull();
  expect(region.getByRole('button', { name: 'Update payment method' }).dataset.variant).toBe('filled');
  region.getByRole('button', { name: 'Cancel subscription' });
});

test('a single refund is said as well', async () => {
  standStill();
  const at = '2026-11-20T12:00:00.000Z';
  openSettings({ returns: [{ id: 're_1', kind: 'refunded', amount: 700, currency: 'usd', at }] });
  const only = await (await card()).findByRole('listitem');
  expect(only.textContent).toBe(
    '$7.00 was refunded on 20 Nov. Your bank may take 10 days to show it. Your plan is unchanged.',
  );
});

test('where payments are paused no other card would help, so that none is urged', async () => {
  openSettings({
    status: 'past_due',
    nextCharge: null,
    pastDue: { reason: 'collection_paused', publishesUntil: null },
  });
  const update = await (await card()).findByRole('button', { name: 'Update payment method' });
  expect(update.dataset.variant).toBe('default');
});

const neverSubscribed = { status: 'inactive', plan: null, nextCharge: null, card: null } as const;
/** The cheaper plan stands second, and has another trial than the first. */
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

test('BILL-04 BILL-32 who never subscribed may start a trial; a failure is said', async () => {
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
  server.answer({
    'POST /api/create-checkout-session': refusal(
      409,
      'ALREADY_SUBSCRIBED',
      'You have a subscription already.',
    ),
  });
  await press('Start free trial');
  await region.findByText('You have a subscription already.');
  region.getByText('request-1');
  server.answer({ 'POST /api/create-checkout-session': { url: '#trial' } });
  await press('Start free trial');
  await waitFor(() => expect(window.location.hash).toBe('#trial'));
  expect(region.getByRole('button', { name: 'Opening…' }).ariaBusy).toBe('true');
  expect(server.made('POST /api/create-checkout-session').at(-1)?.body).toEqual({ priceId: 'price_1' });
});

test('who never subscribed and may have no trial is led to the plans', async () => {
  const server = openSettings(neverSubscribed);
  const plans = await (await card()).findByRole('link', { name: 'See plans' });
  expect(plans.getAttribute('href')).toBe('/products');
  expect(server.made('GET /api/billing/history')).toEqual([]);
  expect(server.made('GET /api/products')).toEqual([]);
});

test('BILL-04 a plan without a trial offers none', async () => {
  const product = { ...buildProduct(), metadata: { tier: 'standard', free_trial: 'false' } };
  const server = openSettings(
    { ...neverSubscribed, mayStartTrial: true },
    { 'GET /api/products': { products: [product] } },
    buildTrialUser(),
  );
  const region = await card();
  await waitFor(() => expect(server.made('GET /api/products')).toHaveLength(1));
  await noFetchLeft('GET /api/products');
  region.getByRole('link', { name: 'See plans' });
  expect(region.queryByRole('button', { name: 'Start free trial' })).toBeNull();
  expect(region.queryByText(/free for/)).toBeNull();
});

test('BILL-33 a subscription that was never paid starts without a trial; a failure is said', async () => {
  const answer = held<Response>();
  const server = openSettings(
    { status: 'inactive', nextCharge: null, mayStartTrial: true },
    { 'POST /api/create-checkout-session-no-trial': () => answer.promise },
    buildUser({ subscriptionStatus: 'inactive' }),
  );
  await press('Subscribe');
  const region = await card();
  const trial = region.getByRole('button', { name: 'Start free trial' });
  const subscribe = region.getByRole('button', { name: 'Opening…' });
  expect([trial, subscribe].map(({ ariaBusy }) => ariaBusy)).toEqual([null, 'true']);
  // The trial leads.
  expect([trial, subscribe].map(({ dataset }) => dataset.variant)).toEqual(['filled', 'default']);
  answer.give(new Response('', { status: 500 }));
  await region.findByText('Failed to start subscription process');
  expect(server.made('POST /api/create-checkout-session-no-trial')).toMatchObject([
    { body: { priceId: 'price_pro_monthly' } },
  ]);
});
