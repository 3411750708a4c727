import type { MoneyReturn, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { expect, test } from 'vitest';
import { buildSubscription } from '../../testing/build-subscription.fixture.ts';
import {
  cardWords,
  endWords,
  lostPostsWords,
  mayCancel,
  needsCard,
  nextWords,
  offersFor,
  planPrice,
  returnWords,
} from './subscription.rules.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const moment = { timeZone: 'America/New_York', now };
/** Late on 28 November in New York. */
const at = '2026-11-29T03:00:00.000Z';
const next = (over: Partial<Subscription>) => nextWords(buildSubscription(over), moment);

test('BILL-23 a price is written with its currency and interval', () => {
  const pro = { unit_amount: 1500, currency: 'usd', interval: 'month' };
  expect(planPrice(pro)).toBe('$15.00 a month');
  expect(planPrice({ unit_amount: 7000, currency: 'jpy', interval: 'year' })).toBe('¥7,000 a year');
  expect(planPrice({ ...pro, unit_amount: 0 })).toBe('Free');
});

test('an active plan names its next charge, a trial the price after it', () => {
  const nextCharge = { at, amount: 1200, currency: 'usd' };
  expect(next({ nextCharge })).toBe('Renews on 28 Nov for $12.00');
  expect(next({ nextCharge, isInTrial: true, plan: null })).toBe('Renews on 28 Nov for $12.00');
  expect(next({ nextCharge, isInTrial: true })).toBe('Your trial ends on 28 Nov; then $15.00 a month');
  expect(next({ nextCharge: null })).toBe('Nothing will be charged');
  expect(next({ nextCharge: null, isInTrial: true })).toBe('Free trial; nothing will be charged');
});

test('BILL-02 BILL-03 an ending or ended plan names the day and its posts', () => {
  expect(next({ status: 'canceling', endsAt: at })).toBe('Ends on 28 Nov; posts before then still go out');
  expect(next({ status: 'canceling' })).toBe('Ends with the current period');
  expect(next({ status: 'canceled', endsAt: '2025-11-20T12:00:00.000Z' })).toBe(
    'Ended on 20 Nov 2025; posts are on hold',
  );
  expect(next({ status: 'canceled' })).toBe('Ended; posts are on hold');
  expect(next({ status: 'inactive' })).toBe('Not active; posts are on hold');
});

test('BILL-05 past due names the day on which posts stop', () => {
  const pastDue = (reason: NonNullable<Subscription['pastDue']>['reason'], publishesUntil: string | null) =>
    next({ status: 'past_due', pastDue: { reason, publishesUntil } });
  expect(pastDue('payment_failed', at)).toBe('Payment failed; posts go out until 28 Nov');
  expect(pastDue('payment_failed', '2026-11-21T10:00:00.000Z')).toBe('Payment failed; posts are on hold');
  expect(pastDue('unpaid', null)).toBe('Payment failed; posts are on hold');
  expect(pastDue('collection_paused', null)).toBe('Payments are paused; posts are on hold');
  expect(next({ status: 'past_due', endsAt: at })).toBe('Payment failed; posts are on hold; ends on 28 Nov');
});

test('a card is named by brand and last four digits, and expires with its month', () => {
  const card = { brand: 'visa', last4: '4242', expMonth: 11, expYear: 2026 };
  expect(cardWords(card, now)).toBe('Visa ending in 4242, expires 11/2026');
  expect(cardWords({ ...card, expMonth: 3 }, now)).toBe('Visa ending in 4242, expired 03/2026');
  const december = Date.parse('2026-12-01T00:00:00Z');
  expect(cardWords(card, december - 1)).toBe('Visa ending in 4242, expires 11/2026');
  expect(cardWords(card, december)).toBe('Visa ending in 4242, expired 11/2026');
  expect(cardWords({ ...card, brand: 'a_new_brand' }, now)).toBe('Card ending in 4242, expires 11/2026');
});

test('a refund and each outcome of a dispute are explained', () => {
  const words = (kind: MoneyReturn['kind']) =>
    returnWords({ id: '1', kind, amount: 1500, currency: 'usd', at: '2026-11-20T12:00:00.000Z' }, moment);
  expect(words('refunded')).toBe(
    '$15.00 was refunded on 20 Nov. Your bank may take 10 days to show it. Your plan is unchanged.',
  );
  expect(words('disputed')).toBe(
    'Your bank disputed a charge of $15.00 on 20 Nov. Your plan is unchanged while it decides.',
  );
  expect(words('dispute_won')).toBe(
    'Your bank closed the dispute over $15.00 on 20 Nov. The charge was valid.',
  );
  expect(words('dispute_lost')).toBe(
    'Your bank closed the dispute over $15.00 on 20 Nov and returned the money to you.',
  );
});

test('BILL-04 BILL-06 the offers depend on the status, a trial on mayStartTrial', () => {
  const offers = (over: Partial<Subscription>) => offersFor(buildSubscription(over));
  expect(offers({})).toEqual(['change']);
  expect(offers({ status: 'canceling', reactivation: 'resume' })).toEqual(['resume']);
  expect(offers({ status: 'canceled', reactivation: 'checkout' })).toEqual(['reactivate']);
  expect(offers({ status: 'past_due' })).toEqual([]);
  expect(offers({ status: 'canceling' })).toEqual([]);
  expect(offers({ status: 'canceled', mayStartTrial: true })).toEqual([]);
  expect(offers({ status: 'past_due', reactivation: 'resume' })).toEqual(['resume']);
  expect(offers({ status: 'inactive', mayStartTrial: true })).toEqual(['trial', 'subscribe']);
  expect(offers({ status: 'inactive' })).toEqual(['subscribe']);
});

test('BILL-06 a running plan can be canceled, and needs a card while money is due', () => {
  const statuses = ['active', 'past_due', 'canceling', 'canceled', 'inactive'] as const;
  const may = statuses.map((status) => mayCancel({ status, reactivation: 'none' }));
  expect(may).toEqual([true, true, false, false, false]);
  expect(mayCancel({ status: 'past_due', reactivation: 'resume' })).toBe(false);
  const free = buildSubscription({ card: null, nextCharge: null });
  expect(needsCard(free)).toBe(false);
  expect(needsCard({ ...free, pastDue: { reason: 'unpaid', publishesUntil: null } })).toBe(true);
  expect(needsCard(buildSubscription({ card: null }))).toBe(true);
  expect(needsCard(buildSubscription({ nextCharge: null }))).toBe(true);
});

test('BILL-24 the cancellation names the last day and the lost posts', () => {
  const ends = (isInTrial: boolean, end: string | null) => endWords({ plan: 'Pro', isInTrial, end }, moment);
  expect(ends(false, at)).toBe('Your Pro plan ends on 28 Nov and does not renew.');
  expect(ends(true, at)).toBe('Your Pro trial ends on 28 Nov, and nothing is charged.');
  expect(ends(false, null)).toBe('Your Pro plan ends with the current period and does not renew.');

  const before = '2026-11-29T02:59:59.999Z';
  const inWords = "Posts scheduled before then still go out. Later ones won't.";
  for (const times of [undefined, []]) expect(lostPostsWords(times, at)).toBe(inWords);
  expect(lostPostsWords([before], null)).toBe(inWords);
  expect(lostPostsWords([before], at)).toBe('1 scheduled post still goes out before then.');
  expect(lostPostsWords([before, at], at)).toBe(
    "1 scheduled post still goes out before then. 1 comes after that and won't.",
  );
  expect(lostPostsWords([at], at)).toBe("1 scheduled post comes after that and won't go out.");
});
