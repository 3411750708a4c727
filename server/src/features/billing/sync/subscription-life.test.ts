import { cancelReason, type Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Answer,
  type BuiltUser,
  buildUser,
  call,
  completeCheckout,
  sandboxControl,
  subscribe,
} from '../../../../test/factories.ts';
import { openSession } from '../../auth/sign-in/open-session.ts';
import { spokenDay } from '../../emails/emails.rules.ts';
import { actorOf, advance, depsOf, mailsTo, stripeOf, subjectsTo, userOf } from '../billing.fixture.ts';
import { prices } from '../billing.tables.ts';
import { cancelSubscription, reactivateSubscription } from '../checkout/change-end.ts';
import { refreshSubscription } from './refresh-subscription.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
// Each test begins at the provider's own time, whatever the test before did to our clock.
beforeEach(() => app.clock.set(new Date()));

type Changed = { message: string; user: User; url?: string | null };

async function cancel(user: BuiltUser, body: object = { reason: 'too_expensive' }): Promise<Answer<Changed>> {
  return call<Changed>(app, 'POST', '/api/subscription/cancel', { token: user.token, body });
}
async function reactivate(user: BuiltUser): Promise<Answer<Changed>> {
  return call<Changed>(app, 'POST', '/api/subscription/reactivate', { token: user.token });
}
async function subscriptionOf(user: BuiltUser): Promise<Subscription> {
  return (await call<Subscription>(app, 'GET', '/api/subscription', { token: user.token })).body;
}
/** The clock has moved further than a session lives. */
async function signInAgain(user: BuiltUser): Promise<void> {
  user.token = (await openSession(app.platform.db, user.id, app.clock.now())).token;
}
async function passes(user: BuiltUser, customer: string, days: number): Promise<void> {
  await advance(app, customer, days);
  await signInAgain(user);
  await refreshSubscription(depsOf(app, { ...app.platform }), user.id);
}
const dayOf = (at: string | null | undefined, timeZone = 'UTC'): string =>
  spokenDay(new Date(at ?? ''), timeZone);
/** A zone in which it is another day than in UTC. */
const farAway = () => (app.clock.now().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati');

describe('cancelling', () => {
  test('BILL-15 BILL-28 BILL-02 ends the plan with its period: reason, feedback, dates, and one mail', async () => {
    const user = await buildUser(app, { timeZone: farAway() });
    await subscribe(app, user, { plan: 'pro' });
    const body = { reason: 'temporary_pause', feedback: '  Off to sea until May. ' };
    const answer = await cancel(user, body);
    const end = answer.body.user.subscriptionCancelEffectiveDate;
    const day = dayOf(end, farAway());
    expect(day).not.toBe(dayOf(end));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: `Your plan ends on ${day}. Posts scheduled before then still go out.`,
        user: {
          subscriptionStatus: 'canceling',
          subscriptionCancelReason: 'temporary_pause',
          subscriptionCancelFeedback: 'Off to sea until May.',
          subscriptionCanceledAt: expect.stringMatching(/Z$/),
          activeProduct: { name: 'Pro' },
        },
      },
    });
    expect(await subscriptionOf(user)).toMatchObject({
      status: 'canceling',
      nextCharge: null,
      endsAt: end,
      reactivation: 'resume',
    });
    const mails = (await mailsTo(app, user.email)).filter((one) => one.subject.includes('ends on'));
    expect(mails).toMatchObject([
      {
        subject: `Your Pro plan ends on ${day}`,
        links: expect.arrayContaining(['http://localhost:3000/settings#subscription']),
      },
    ]);
  });

  test('BILL-26 each reason is kept as it was given', async () => {
    const user = await buildUser(app);
    await subscribe(app, user);
    for (const reason of cancelReason.options) {
      expect((await cancel(user, { reason })).body.user.subscriptionCancelReason).toBe(reason);
      await reactivate(user);
    }
  });

  test('BILL-25 without a valid reason and feedback the plan runs on: 400 by field', async () => {
    const user = await buildUser(app);
    await subscribe(app, user);
    const reason = 'Please select a reason for cancellation';
    const feedback = expect.any(String);
    for (const [body, fields] of [
      [{}, { reason }],
      [{ reason: 'bored' }, { reason }],
      [{ reason: 'other', feedback: 7 }, { feedback }],
      [{ reason: 'other', feedback: 'x'.repeat(1001) }, { feedback }],
    ] as const)
      expect(await cancel(user, body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', data: { fields } },
      });
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
  });

  test('after a refusal of the provider the next attempt has a new idempotency key', async () => {
    const user = await buildUser(app);
    await subscribe(app, user);
    const { payments, ...deps } = depsOf(app);
    const keys: string[] = [];
    const refuse = async ({ idempotencyKey }: { idempotencyKey: string }) => {
      keys.push(idempotencyKey);
      throw new Error('no');
    };
    const refusing = { ...deps, payments: { ...payments, cancelAtPeriodEnd: refuse, resume: refuse } };
    for (let turn = 0; turn < 2; turn += 1)
      await expect(cancelSubscription(refusing, actorOf(user), { reason: 'other' })).rejects.toThrow('no');
    await cancel(user);
    for (let turn = 0; turn < 2; turn += 1)
      await expect(reactivateSubscription(refusing, actorOf(user))).rejects.toThrow('no');
    expect(new Set(keys).size).toBe(4);
  });

  test('BILL-38 without a subscription there is nothing to cancel or reactivate: 409 NO_SUBSCRIPTION', async () => {
    const user = await buildUser(app);
    expect(await cancel(user)).toMatchObject({
      status: 409,
      body: { code: 'NO_SUBSCRIPTION', message: 'There is no subscription to cancel.' },
    });
    expect(await reactivate(user)).toMatchObject({
      status: 409,
      body: {
        code: 'NO_SUBSCRIPTION',
        message: 'There is no subscription to reactivate. Please choose a plan.',
      },
    });
  });
});

describe('resuming and reactivating', () => {
  test.each(['our call', 'the portal'])(
    'BILL-16 BILL-06 takes back an end that was planned through %s',
    async (way) => {
      const user = await buildUser(app);
      const { subscription } = await subscribe(app, user);
      if (way === 'our call') await cancel(user);
      else {
        const { items } = await stripeOf(app).subscriptions.retrieve(subscription);
        const end = items.data[0]?.current_period_end ?? 0;
        await stripeOf(app).subscriptions.update(subscription, { cancel_at: end });
      }
      const answer = await reactivate(user);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          message: 'Your subscription continues.',
          url: null,
          user: {
            subscriptionStatus: 'active',
            subscriptionCancelReason: null,
            subscriptionCancelFeedback: null,
            subscriptionCanceledAt: null,
            subscriptionCancelEffectiveDate: null,
          },
        },
      });
      const held = await stripeOf(app).subscriptions.retrieve(subscription);
      expect(held).toMatchObject({ cancel_at: null, cancel_at_period_end: false, metadata: {} });
      expect(held.metadata.cancel_reason).toBeUndefined();
      expect(await reactivate(user)).toMatchObject({
        status: 200,
        body: { message: 'Your subscription is already active.', url: null },
      });
    },
  );

  test('BILL-03 BILL-16 an ended plan comes back through a checkout without a trial, at the same price', async () => {
    const user = await buildUser(app);
    const { customer } = await subscribe(app, user, { plan: 'standard', trial: false });
    await cancel(user);
    await passes(user, customer, 32);
    expect(await subscriptionOf(user)).toMatchObject({ status: 'canceled', reactivation: 'checkout' });
    expect(await subjectsTo(app, user.email)).toContain('Your Standard plan has ended');

    const { body } = await reactivate(user);
    expect(body).toMatchObject({
      message: 'Finish the checkout to reactivate your plan.',
      user: { subscriptionStatus: 'canceled' },
    });
    const page = await (await fetch(body.url ?? '')).text();
    expect(page).toContain('Subscribe to Standard');
    expect(page).not.toContain('days free');
    await completeCheckout(app, body.url ?? '');
    await refreshSubscription(depsOf(app), user.id);
    expect(await userOf(app, user)).toMatchObject({ subscriptionStatus: 'active', isInTrial: false });
    expect(await subjectsTo(app, user.email)).toContain('Your Standard plan is active');
  });

  test('a plan that is no longer sold cannot be reactivated', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user, { plan: 'standard' });
    await stripeOf(app).subscriptions.cancel(subscription);
    await refreshSubscription(depsOf(app), user.id);
    const { db } = app.platform;
    await db.update(prices).set({ active: false }).where(eq(prices.id, 'price_standard_monthly'));
    expect((await subscriptionOf(user)).reactivation).toBe('none');
    expect(await reactivate(user)).toMatchObject({
      status: 400,
      body: { message: 'This plan is no longer available. Please choose another.' },
    });
    await db.update(prices).set({ active: true }).where(eq(prices.id, 'price_standard_monthly'));
  });
});

describe('the emails of a subscription’s life', () => {
  test('trial, paid, upgrade, failed payment, recovery', async () => {
    const user = await buildUser(app);
    const { customer, subscription } = await subscribe(app, user, { plan: 'standard' });
    const { trialEnd } = await userOf(app, user);
    const started = (await mailsTo(app, user.email)).at(-1);
    expect(started?.subject).toBe('Your Standard trial has started');
    expect(started?.text).toContain(
      `until ${dayOf(trialEnd)}. From ${dayOf(trialEnd)} it costs $7.00 a month.`,
    );

    await passes(user, customer, 8);
    expect((await subjectsTo(app, user.email)).slice(1).toSorted()).toEqual([
      'Receipt: $7.00 for Standard',
      'Your Standard plan is active',
    ]);
    const item = (await stripeOf(app).subscriptions.retrieve(subscription)).items.data[0];
    await stripeOf(app).subscriptions.update(subscription, {
      items: [{ id: item?.id ?? '', price: 'price_pro_monthly' }],
      proration_behavior: 'none',
    });
    await refreshSubscription(depsOf(app), user.id);
    expect((await subjectsTo(app, user.email)).at(-1)).toBe('You are now on Pro');

    await sandboxControl(app, '/sandbox/stripe/card', { customer, outcome: 'fails' });
    await passes(user, customer, 31);
    expect(await subscriptionOf(user)).toMatchObject({
      status: 'past_due',
      pastDue: { reason: 'payment_failed', publishesUntil: expect.stringMatching(/Z$/) },
      nextCharge: null,
    });
    expect(await subjectsTo(app, user.email)).toContain('Your payment for Pro failed');
    const receipts = async () =>
      (await subjectsTo(app, user.email)).filter((one) => one.startsWith('Receipt')).length;
    expect(await receipts(), 'none for the charge that failed').toBe(1);

    await sandboxControl(app, '/sandbox/stripe/card', { customer, outcome: 'success' });
    await passes(user, customer, 0);
    expect((await subjectsTo(app, user.email)).slice(-2).toSorted()).toEqual([
      'Receipt: $15.00 for Pro',
      'Your payment went through',
    ]);
  });

  test('reading the same state again, or ten times at once, mails nothing more', async () => {
    const user = await buildUser(app);
    await subscribe(app, user);
    const before = await subjectsTo(app, user.email);
    expect(before).toEqual(['Your Pro trial has started']);
    await Promise.all(Array.from({ length: 10 }, () => refreshSubscription(depsOf(app), user.id)));
    expect(await subjectsTo(app, user.email)).toEqual(before);
  });
});
