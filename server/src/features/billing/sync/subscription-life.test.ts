import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { cancelReason } from '@drumbeat/contract/billing/billing.entities.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
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
import { advance, depsOf, mailsTo, stripeOf, subjectsTo, userOf } from '../billing.fixture.ts';
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
const dayOf = (at: string | null | undefined): string =>
  new Date(at ?? '').toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

describe('GET /api/subscription', () => {
  test('says of a newcomer that there is nothing, and that a trial may start', async () => {
    const user = await buildUser(app);
    expect(await subscriptionOf(user)).toEqual({
      status: 'inactive',
      isInTrial: false,
      plan: null,
      nextCharge: null,
      endsAt: null,
      card: null,
      pastDue: null,
      reactivation: 'none',
      mayStartTrial: true,
      trialRefused: null,
      returns: [],
    });
    expect((await call(app, 'GET', '/api/subscription')).status).toBe(401);
  });

  test('says what a trial turns into, when, and on which card', async () => {
    const user = await buildUser(app);
    await subscribe(app, user, { plan: 'pro' });
    const { trialEnd } = await userOf(app, user);
    expect(await subscriptionOf(user)).toEqual({
      status: 'active',
      isInTrial: true,
      plan: {
        productId: 'prod_pro',
        name: 'Pro',
        priceId: 'price_pro_monthly',
        unit_amount: 1500,
        currency: 'usd',
        interval: 'month',
      },
      nextCharge: { at: trialEnd, amount: 1500, currency: 'usd' },
      endsAt: null,
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
      pastDue: null,
      reactivation: 'none',
      mayStartTrial: false,
      trialRefused: null,
      returns: [],
    });
  });

  test('BILL-18 the free plan asks for no card, has no trial, and nothing will be charged', async () => {
    const user = await buildUser(app);
    await subscribe(app, user, { plan: 'free' });
    expect(await subscriptionOf(user)).toMatchObject({
      status: 'active',
      isInTrial: false,
      plan: { name: 'Free', unit_amount: 0 },
      nextCharge: null,
      card: null,
      mayStartTrial: false,
    });
    expect(await userOf(app, user)).toMatchObject({ hasPaymentMethod: false, hasEverSubscribed: true });
  });
});

describe('cancelling', () => {
  test('BILL-15 BILL-28 BILL-02 ends the plan with its period: reason, feedback, dates, and one mail', async () => {
    const user = await buildUser(app);
    await subscribe(app, user, { plan: 'pro' });
    const body = { reason: 'temporary_pause', feedback: '  Off to sea until May. ' };
    const answer = await cancel(user, body);
    const end = answer.body.user.subscriptionCancelEffectiveDate;
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: `Your plan ends on ${dayOf(end)}. Posts scheduled before then still go out.`,
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
        subject: `Your Pro plan ends on ${dayOf(end)}`,
        links: expect.arrayContaining(['http://localhost:3000/settings#subscription']),
      },
    ]);
  });

  test.each(cancelReason.options)('BILL-26 %s is kept as it was given', async (reason) => {
    const user = await buildUser(app);
    await subscribe(app, user);
    expect((await cancel(user, { reason })).body.user.subscriptionCancelReason).toBe(reason);
  });

  test('a reason given in the portal later counts, not the one that we kept from before', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user);
    await cancel(user, { reason: 'temporary_pause' });
    await stripeOf(app).subscriptions.update(subscription, {
      cancellation_details: { feedback: 'too_complex' },
    });
    await refreshSubscription(depsOf(app), user.id);
    expect((await userOf(app, user)).subscriptionCancelReason).toBe('other');
    await stripeOf(app).subscriptions.update(subscription, { cancellation_details: { feedback: 'unused' } });
    await refreshSubscription(depsOf(app), user.id);
    expect((await userOf(app, user)).subscriptionCancelReason).toBe('not_using_enough');
  });

  test.each([
    ['no reason', {}, { reason: 'Please select a reason for cancellation' }],
    ['an unknown reason', { reason: 'bored' }, { reason: 'Please select a reason for cancellation' }],
    ['no text as feedback', { reason: 'other', feedback: 7 }, { feedback: expect.any(String) }],
    ['endless feedback', { reason: 'other', feedback: 'x'.repeat(1001) }, { feedback: expect.any(String) }],
  ])('BILL-25 %s is 400 in the terms of the field, and the plan runs on', async (_, body, fields) => {
    const user = await buildUser(app);
    await subscribe(app, user);
    expect(await cancel(user, body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', data: { fields } },
    });
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
  });

  test('again, ten times at once, and after a resume: one end, one mail each time', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user);
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(user)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await reactivate(user)).body.user.subscriptionStatus).toBe('active');
    expect((await cancel(user)).body.user.subscriptionStatus).toBe('canceling');
    expect((await stripeOf(app).subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(true);
    const subjects = await subjectsTo(app, user.email);
    expect(subjects.filter((one) => one.startsWith('Your Pro plan ends on'))).toHaveLength(2);
    expect(subjects.filter((one) => one === 'Your Pro plan continues')).toHaveLength(1);
  });

  test('a refusal of the provider changes nothing, and the next attempt is asked afresh', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user);
    const deps = depsOf(app);
    const { cancelSubscription } = await import('../checkout/cancel-subscription.ts');
    const { actorOf } = await import('../billing.fixture.ts');
    const keys: string[] = [];
    const refusing = {
      ...deps,
      payments: {
        ...deps.payments,
        cancelAtPeriodEnd: async ({ idempotencyKey }: { idempotencyKey: string }) => {
          keys.push(idempotencyKey);
          throw new Error('no');
        },
      },
    };
    for (let turn = 0; turn < 2; turn += 1)
      await expect(cancelSubscription(refusing, actorOf(user), { reason: 'other' })).rejects.toThrow('no');
    expect(new Set(keys).size).toBe(2);
    expect((await stripeOf(app).subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(false);
  });

  test('BILL-38 who has no subscription is told so: 409 NO_SUBSCRIPTION', async () => {
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

  test('a plan that is no longer sold cannot be reactivated, and says so', async () => {
    const own = await buildUser(app);
    const stripe = stripeOf(app);
    const recurring = { interval: 'month' } as const;
    const price = await stripe.prices.create({
      product: 'prod_pro',
      currency: 'usd',
      unit_amount: 900,
      recurring,
    });
    await app.platform.jobs.drain();
    const { subscription } = await subscribe(app, own, { plan: 'standard' });
    const item = (await stripe.subscriptions.retrieve(subscription)).items.data[0];
    await stripe.subscriptions.update(subscription, { items: [{ id: item?.id ?? '', price: price.id }] });
    await stripe.subscriptions.cancel(subscription);
    await stripe.prices.update(price.id, { active: false });
    await refreshSubscription(depsOf(app), own.id);
    const { syncCatalogue } = await import('../catalogue/sync-catalogue.ts');
    await syncCatalogue(depsOf(app));
    expect((await subscriptionOf(own)).reactivation).toBe('none');
    expect(await reactivate(own)).toMatchObject({
      status: 400,
      body: { message: 'This plan is no longer available. Please choose another.' },
    });
  });
});

describe('the life of a subscription, told by mail', () => {
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
    const failed = (await mailsTo(app, user.email)).find(
      (one) => one.subject === 'Your payment for Pro failed',
    );
    const { pastDueGraceEnd } = await userOf(app, user);
    expect(failed?.text).toContain(`We could not charge your Visa ending in 4242 for Pro.`);
    expect(failed?.text).toContain(`until ${dayOf(pastDueGraceEnd)}`);

    await sandboxControl(app, '/sandbox/stripe/card', { customer, outcome: 'success' });
    await passes(user, customer, 0);
    expect((await subjectsTo(app, user.email)).slice(-2).toSorted()).toEqual([
      'Receipt: $15.00 for Pro',
      'Your payment went through',
    ]);
  });

  test('BILL-05 paused collection: posts on hold with the reason, then released', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user, { trial: false });
    await stripeOf(app).subscriptions.update(subscription, { pause_collection: { behavior: 'void' } });
    await refreshSubscription(depsOf(app), user.id);
    const held = (await mailsTo(app, user.email)).find((one) => one.subject === 'Your posts are on hold');
    expect(held?.text).toContain('Payments for Pro are paused, and posts wait until they resume.');
    expect((await subscriptionOf(user)).pastDue).toEqual({
      reason: 'collection_paused',
      publishesUntil: null,
    });
    await stripeOf(app).subscriptions.update(subscription, { pause_collection: '' });
    await refreshSubscription(depsOf(app), user.id);
    expect((await subjectsTo(app, user.email)).at(-1)).toBe('Your payment went through');
  });

  test('reading the same state again, or ten times at once, mails nothing more', async () => {
    const user = await buildUser(app);
    await subscribe(app, user);
    const before = await subjectsTo(app, user.email);
    expect(before).toEqual(['Your Pro trial has started']);
    await Promise.all(Array.from({ length: 10 }, () => refreshSubscription(depsOf(app), user.id)));
    expect(await subjectsTo(app, user.email)).toEqual(before);
  });

  test('nobody writes to a person who has left', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user);
    const before = await subjectsTo(app, user.email);
    const body = { password: 'Correct-horse-7' };
    await call(app, 'DELETE', '/api/user', { token: user.token, body });
    await stripeOf(app)
      .subscriptions.cancel(subscription)
      .catch(() => undefined);
    await refreshSubscription(depsOf(app), user.id);
    expect(await subjectsTo(app, user.email)).toEqual([...before, 'Your Drumbeat account was deleted']);
    expect(await subjectsTo(app, `deleted-${user.id}@deleted.invalid`)).toEqual([]);
  });
});
