import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../../api/query.ts';
import { SUPPORT_EMAIL } from '../../../base/support.ts';
import { buildSubscription } from '../../../testing/build-subscription.fixture.ts';
import { buildTrialUser, buildUser } from '../../../testing/build-user.fixture.ts';
import { held, refusal, unanswered } from '../../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, noFetchLeft, openScreen } from '../../../testing/screen.tsx';
import { dateText } from '../../../ui/time/time.ts';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../../posts/build-post.fixture.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

test('the plan is asked for once; the screen is drawn when it is known, so that its banner moves nothing', async () => {
  const plan = held<ReturnType<typeof buildSubscription>>();
  const server = openScreen('/dashboard', {
    user: buildTrialUser(),
    answers: { 'GET /api/posts': { posts: [] }, 'GET /api/subscription': () => plan.promise },
  });
  await waitFor(() => expect(server.made('GET /api/subscription')).toHaveLength(1));
  await noFetchLeft('GET /api/posts');
  plan.give(buildSubscription({ isInTrial: true }));
  await screen.findByText('No posts yet. Scheduled posts will appear here.');
  screen.getByText(/^Standard trial · 5 days left · /);
  expect(server.made('GET /api/subscription')).toHaveLength(1);
});

test('a plan that could not be read is not asked for again, and nothing is missing but its price', async () => {
  const server = openScreen('/dashboard', {
    user: buildTrialUser(),
    answers: { 'GET /api/subscription': new Response('', { status: 500 }) },
  });
  await screen.findByText(/^Standard trial · 5 days left/);
  await waitFor(() => expect(server.made('GET /api/subscription')).toHaveLength(1));
  await noFetchLeft('GET /api/subscription');
  expect(server.made('GET /api/subscription')).toHaveLength(1);
  // The room of what comes next is kept.
  const room = screen.getByText(/^Standard trial · 5 days left/).querySelector('[aria-hidden]');
  expect(room?.textContent).toBe(' · $00.00 a month from 00 Nov');
});

test('DASH-03 PLAT-14 PLAT-28 the trial banner stays closed for the session once it is dismissed', async () => {
  const open = () => openScreen('/dashboard', { user: buildTrialUser({}, 7) });
  open();
  const banner = (await screen.findByText(/^Standard trial · 7 days left/)).closest('[role="status"]');
  const plans = within(banner as HTMLElement).getByRole('link', { name: 'See plans' });
  expect(plans.getAttribute('href')).toBe('/products');
  await userEvent.click(within(banner as HTMLElement).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull());
  expect(sessionStorage.getItem('dismissedBanners')).toBe('["trial"]');
  cleanup();
  open();
  await screen.findByRole('link', { name: /^Standard trial · 7 days left/ });
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});

test('DASH-03 a trial names plan, days left, price and first charge; once closed, a chip says so beside the account', async () => {
  openScreen('/dashboard', {
    user: buildTrialUser(
      { activeProduct: { id: 'prod_pro', name: 'Pro' }, timeZone: 'Pacific/Pago_Pago' },
      7,
    ),
    answers: {
      'GET /api/subscription': buildSubscription({
        isInTrial: true,
        nextCharge: { at: '2033-11-29T08:00:00.000Z', amount: 1500, currency: 'usd' },
      }),
    },
  });
  await screen.findByText('2, fixed during your trial');
  const words = 'Pro trial · 7 days left · $15.00 a month from 28 Nov 2033';
  await screen.findByText(words);
  expect(screen.queryByRole('link', { name: words })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  const chip = await screen.findByRole('link', { name: words });
  expect(chip.textContent).toBe(words);
  expect(chip.getAttribute('href')).toBe('/settings#subscription');
});

test('BILL-34 BILL-35 a failed payment asks for a card; a portal that cannot be opened says so', async () => {
  const server = openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'past_due', pastDueGraceEnd: inDays(40) }),
    answers: { 'POST /api/create-portal-session': refusal(409, 'PORTAL_NOT_READY', 'x') },
  });
  await screen.findByRole('heading', { name: 'Your last payment failed' });
  await screen.findByText(/^Payment failed · posts go out until /);
  screen.getByText(/^Your posts go out until .+\. Update your card to keep them going\.$/);
  await userEvent.click(screen.getByRole('button', { name: 'Update payment method' }));
  await expectToldOnce('Billing portal is being set up. Please try again in a few minutes.', 'error');
  const portal = held<Response>();
  server.answer({ 'POST /api/create-portal-session': () => portal.promise });
  await userEvent.click(await screen.findByRole('button', { name: 'Update payment method' }));
  expect((await screen.findByRole('button', { name: 'Opening…' })).ariaBusy).toBe('true');
  portal.give(new Response('', { status: 500 }));
  await expectToldOnce('Failed to open billing portal', 'error');
  expect(server.made('POST /api/create-portal-session')[0]?.body).toEqual({ update: 'card' });
});

test('BILL-05 paused collection is never called a failed payment, and asks for no card', async () => {
  const answer = held<ReturnType<typeof buildSubscription>>();
  openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'past_due', pastDueGraceEnd: null }),
    answers: { 'GET /api/subscription': () => answer.promise },
  });
  await screen.findByText('Your posts are on hold');
  expect(screen.queryByText(/failed ·|payment failed/i)).toBeNull();
  answer.give(
    buildSubscription({
      status: 'past_due',
      pastDue: { reason: 'collection_paused', publishesUntil: null },
    }),
  );
  await screen.findByText('Payments are paused · posts are on hold');
  await screen.findByRole('heading', { name: 'Payments are paused' });
  screen.getByText('Your posts are on hold while payments are paused. Email us to resume payments.');
  expect(screen.queryByRole('button', { name: 'Update payment method' })).toBeNull();
  const support = screen.getByRole('link', { name: 'Email support' });
  expect(support.getAttribute('href')).toBe(`mailto:${SUPPORT_EMAIL}`);
});

test('BILL-02 BILL-16 DASH-04 DASH-21 a plan that ends says which posts still go out, and resumes without the portal', async () => {
  const end = inDays(40);
  const server = openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'canceling', subscriptionCancelEffectiveDate: end }),
    answers: {
      'GET /api/posts': { posts: [buildPost({ scheduledTime: inDays(41) })] },
      'POST /api/subscription/reactivate': refusal(502, 'PROVIDER_FAILED', 'Stripe does not answer.'),
    },
  });
  await screen.findByText(/^Your plan ends on .+\. Posts scheduled before then will still go out\.$/);
  await screen.findByText(/^No posts left before your plan ends on /);
  await userEvent.click(await screen.findByRole('button', { name: 'Resume plan' }));
  await screen.findByText('Failed to reactivate subscription');
  screen.getByText('Stripe does not answer.');
  const user = buildUser();
  server.answer({ 'GET /api/user': user });
  const changed = [
    'GET /api/subscription',
    'GET /api/twitter/accounts',
    'POST /api/check-scheduling-eligibility',
    'GET /api/posts',
  ] as const;
  const resumed = held<Response>();
  server.answer({ 'POST /api/subscription/reactivate': () => resumed.promise });
  await userEvent.click(await screen.findByRole('button', { name: 'Resume plan' }));
  expect((await screen.findByRole('button', { name: 'Resuming…' })).ariaBusy).toBe('true');
  await expectReadAgain(server, changed, async () =>
    resumed.give(Response.json({ message: 'Your plan continues.', url: null, user })),
  );
  await expectToldOnce('Your plan continues.', 'success');
  await screen.findByText(/^Next post in /);
  expect(screen.queryByText(/^Your plan ends/)).toBeNull();
  expect(server.made('POST /api/create-portal-session')).toEqual([]);
});

test.each([
  ['the day on which it ends', '2033-11-29T08:00:00.000Z'],
  ['the end of the time that is paid for', null],
])(
  'a plan that ends names %s, and leads to where that is managed',
  async (_, subscriptionCancelEffectiveDate) => {
    const server = openScreen('/dashboard', {
      answers: { 'POST /api/posts/generate-posts': unanswered },
      user: buildUser({
        subscriptionStatus: 'canceling',
        subscriptionCancelEffectiveDate,
        // Eleven hours behind, it is the day before.
        timeZone: 'Pacific/Pago_Pago',
        subscriptionExpiryDate: '2034-01-03T08:00:00.000Z',
      }),
    });
    const day = subscriptionCancelEffectiveDate ? '28 Nov 2033' : '2 Jan 2034';
    const banner = (await screen.findByText(/^Your plan ends on /)).closest('[role="status"]') as HTMLElement;
    expect(banner.textContent).toContain(`${day}. Posts scheduled before then will still go out.`);
    const manage = within(banner).getByRole('link', { name: 'Manage' });
    expect(manage.getAttribute('href')).toBe('/settings#subscription');
    await screen.findByText(new RegExp(`^Resume before it ends on .*${day}, and`));
    // Until then more can be written.
    const check = held<Response>();
    server.answer({ 'POST /api/check-scheduling-eligibility': () => check.promise });
    const generate = screen.getByRole('button', { name: 'Generate posts' });
    await userEvent.click(generate);
    await waitFor(() => expect(generate.ariaBusy).toBe('true'));
    check.give(Response.json({ canSchedule: true, reason: null, message: '', daysUntilNextScheduling: 0 }));
    await waitFor(() =>
      expect(server.made('POST /api/posts/generate-posts').map(({ body }) => body)).toEqual([
        {
          niche: 'Gaming',
          skipWeekends: true,
          allowedDays: [1, 2, 3, 4, 5],
          postsPerDay: 2,
          timeZone: 'Pacific/Pago_Pago',
          twitterAccountId: '7',
          replace: false,
        },
      ]),
    );
  },
);

test('a plan that ends on a day that nobody knows ends with its period', async () => {
  openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'canceling', subscriptionExpiryDate: null }),
  });
  await screen.findByText(
    'Resume before it ends at the end of the period, and your posts carry on without a break.',
  );
  screen.getByText(/^Your plan ends at the end of the period\./);
});

test('a plan that ends offers no generation where nobody knows whether one is left', async () => {
  openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'canceling' }),
    answers: { 'POST /api/check-scheduling-eligibility': refusal(403, 'FORBIDDEN', 'Not now.') },
  });
  await screen.findByRole('button', { name: 'Resume plan' });
  expect(screen.queryByRole('button', { name: 'Generate posts' })).toBeNull();
});

test('a plan that ends offers no generation where none is left', async () => {
  openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'canceling' }),
    answers: {
      'POST /api/check-scheduling-eligibility': {
        canSchedule: false,
        reason: 'generation_limit_reached',
        message: 'No generations left.',
        daysUntilNextScheduling: 7,
      },
    },
  });
  await screen.findByRole('button', { name: 'Resume plan' });
  expect(screen.queryByRole('button', { name: 'Generate posts' })).toBeNull();
});

test('without a plan nobody is told which accounts it has no room for', async () => {
  const accounts = [buildAccount(), buildAccount({ id: '8', selected: false, is_active: false })];
  openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'inactive', activeProduct: null }),
    answers: { 'GET /api/twitter/accounts': { accounts } },
  });
  await screen.findByRole('heading', { name: 'No active subscription' });
  expect(screen.queryByText(/switched off/)).toBeNull();
});

test('a canceled plan: the card says so, and posts can be neither paused nor edited', async () => {
  openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'canceled' }),
    answers: { 'GET /api/posts': { posts: [buildPost()] } },
  });
  await screen.findByRole('heading', { name: 'Choose a plan to start posting again' });
  screen.getByText("Until then, your posts are read-only and won't go out.");
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/products');
  screen.getByText('Your subscription is canceled, so no posts will go out.');
  expect(await screen.findByRole('button', { name: 'Pause posts' })).toHaveProperty('disabled', true);
  await userEvent.click(await screen.findByRole('button', { name: /^Edit post of / }));
  await expectToldOnce('Subscription canceled - editing disabled', 'alert');
  expect(screen.queryByRole('form', { name: 'Edit post' })).toBeNull();
});

test('BILL-03 BILL-39 DASH-05 DASH-22 an ended plan names its day and is reactivated by a checkout', async () => {
  const server = openScreen('/dashboard', {
    user: buildUser({
      subscriptionStatus: 'canceled',
      timeZone: 'Pacific/Pago_Pago',
      subscriptionCancelEffectiveDate: '2026-01-03T08:00:00.000Z',
    }),
    answers: { 'POST /api/subscription/reactivate': refusal(502, 'PROVIDER_FAILED', 'x') },
  });
  await screen.findByText(/^Your plan ended on Fri 2 Jan( 2026)? · posts are on hold$/);
  await userEvent.click(await screen.findByRole('button', { name: 'Reactivate' }));
  await screen.findByText('Failed to reactivate subscription');
  const again = held<Response>();
  server.answer({ 'POST /api/subscription/reactivate': () => again.promise });
  await userEvent.click(await screen.findByRole('button', { name: 'Reactivate' }));
  expect((await screen.findByRole('button', { name: 'Opening…' })).ariaBusy).toBe('true');
  again.give(Response.json({ message: '', url: '#again', user: buildUser() }));
  await waitFor(() => expect(window.location.hash).toBe('#again'));
});

test('a plan that can no longer be had is not offered again', async () => {
  openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'canceled' }),
    answers: { 'GET /api/subscription': buildSubscription({ status: 'canceled', reactivation: 'none' }) },
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reactivate' })).toBeNull());
  await screen.findByRole('link', { name: 'See plans' });
});

test('what is known of another state of the plan is left out', async () => {
  const server = openScreen('/dashboard', {
    user: buildUser({ subscriptionStatus: 'canceled' }),
    answers: { 'GET /api/subscription': buildSubscription({ status: 'active', reactivation: 'none' }) },
  });
  await waitFor(() => expect(server.made('GET /api/subscription')).toHaveLength(1));
  await noFetchLeft('GET /api/subscription');
  screen.getByRole('button', { name: 'Reactivate' });
});

test('a refund is a line that can be closed, for 14 days', async () => {
  const refund = { kind: 'refunded', amount: 1500, currency: 'usd' } as const;
  const timeZone = 'Pacific/Kiritimati';
  const noon = `${inDays(-13).slice(0, 10)}T12:00:00.000Z`;
  openScreen('/dashboard', {
    user: buildUser({ timeZone }),
    answers: {
      'GET /api/subscription': buildSubscription({
        returns: [
          { ...refund, id: 're_2', at: noon },
          { ...refund, id: 're_1', amount: 700, at: inDays(-15) },
        ],
      }),
    },
  });
  const day = dateText(Date.parse(noon), timeZone, Date.now());
  const told = await screen.findByText(new RegExp(`^\\$15\\.00 was refunded on ${day}\\.`));
  const line = told.closest('[role=status]') as HTMLElement;
  expect(screen.queryByText(/^\$7\.00 was refunded/)).toBeNull();
  await userEvent.click(within(line).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(/was refunded/)).toBeNull());
  // What happens to it later is told again.
  expect(sessionStorage.getItem('dismissedBanners')).toBe('["refunded re_2"]');
});

test('a person with a plan is told which accounts it has no room for', async () => {
  const accounts = [
    buildAccount(),
    buildAccount({ id: '8', username: 'grace', selected: false, is_active: false }),
  ];
  openScreen('/dashboard', { answers: { 'GET /api/twitter/accounts': { accounts } } });
  const words = 'Your plan includes 1 active X account, so @grace is switched off. Its posts are on hold.';
  expect((await screen.findByText(words)).closest('[role="status"]')).not.toBeNull();
});

test('a trial that was canceled, or whose end is not known, is spoken of neither by banner nor by chip', async () => {
  sessionStorage.setItem('dismissedBanners', '["trial"]');
  const trial = buildTrialUser({}, 7);
  for (const user of [
    { ...trial, subscriptionStatus: 'canceling' as const },
    { ...trial, trialEnd: null },
    { ...trial, isInTrial: false },
  ]) {
    openScreen('/dashboard', { user });
    await screen.findByRole('region', { name: 'Account status' });
    expect(screen.queryByText(/ trial · /)).toBeNull();
    cleanup();
    queryClient.clear();
  }
});
