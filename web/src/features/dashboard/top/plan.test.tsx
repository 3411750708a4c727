import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildSubscription } from '../../../testing/build-subscription.fixture.ts';
import { buildTrialUser, buildUser } from '../../../testing/build-user.fixture.ts';
import { held, refusal } from '../../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { dateText } from '../../../ui/time/time.ts';
import { buildPost } from '../../posts/build-post.fixture.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

test('DASH-03 PLAT-14 PLAT-28 a trial names plan, days left, price and first charge; dismissed, it is a chip for the session', async () => {
  const open = () =>
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
  open();
  await screen.findByText('2, fixed during your trial');
  const words = 'Pro trial · 7 days left · $15.00 a month from 28 Nov 2033';
  await screen.findByText(words);
  expect(screen.queryByRole('link', { name: words })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  const chip = await screen.findByRole('link', { name: words });
  expect(chip.textContent).toBe(words);
  expect(chip.getAttribute('href')).toBe('/settings#subscription');
  expect(sessionStorage.getItem('dismissedBanners')).toBe('["trial"]');
  cleanup();
  open();
  await screen.findByRole('link', { name: words });
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
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

test('a refund is a line that can be closed', async () => {
  const refund = { kind: 'refunded', amount: 1500, currency: 'usd' } as const;
  const timeZone = 'Pacific/Kiritimati';
  const noon = `${inDays(-13).slice(0, 10)}T12:00:00.000Z`;
  openScreen('/dashboard', {
    user: buildUser({ timeZone }),
    answers: {
      'GET /api/subscription': buildSubscription({
        returns: [{ ...refund, id: 're_2', at: noon }],
      }),
    },
  });
  const day = dateText(Date.parse(noon), timeZone, Date.now());
  const told = await screen.findByText(new RegExp(`^\\$15\\.00 was refunded on ${day}\\.`));
  const line = told.closest('[role=status]') as HTMLElement;
  await userEvent.click(within(line).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(/was refunded/)).toBeNull());
  // What happens to it later is shown again.
  expect(sessionStorage.getItem('dismissedBanners')).toBe('["refunded re_2"]');
});
