import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, completeCheckout, subscribe } from '../../../../test/factories.ts';
import { deliver, depsOf, eventsOf, gate, stripeOf, userOf } from '../billing.fixture.ts';
import { webhookEvents } from '../billing.tables.ts';
import { getBilling } from '../get-billing.ts';
import { processWebhook, receiveWebhook } from './process-webhook.ts';
import { reconcileBilling } from './reconcile-billing.ts';
import { refreshSubscription } from './refresh-subscription.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

/** A person whose checkout is paid, before any webhook. */
async function paidUnheard(): Promise<{ user: BuiltUser; customer: string; subscription: string }> {
  const user = await buildUser(app);
  const body = { priceLookupKey: 'pro_monthly' };
  const checkout = await call<{ url: string }>(app, 'POST', '/api/create-checkout-session', {
    token: user.token,
    body,
  });
  const { customer, subscription } = await completeCheckout(app, checkout.body.url);
  return { user, customer, subscription };
}

async function eventsAbout(customer: string) {
  const about = (event: { data: { object: object } }) => {
    const object = event.data.object as { id?: string; customer?: unknown };
    return object.id === customer || object.customer === customer;
  };
  return (await eventsOf(app)).filter(about);
}

async function keptEvents() {
  return app.platform.db.select().from(webhookEvents);
}

describe('the signature', () => {
  const event = {
    id: 'evt_forged',
    object: 'event',
    type: 'customer.updated',
    created: 1,
    data: { object: {} },
  };

  test('BILL-45 what is not signed with our secret, or not by now, is refused and not kept; five minutes either way are taken', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const signed of [{ secret: 'whsec_of_somebody_else' }, { timestamp: now - 310 }]) {
      const { status, body } = await deliver(app, event, signed);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message: 'The signature does not match.' });
    }
    expect((await keptEvents()).map((kept) => kept.id)).not.toContain('evt_forged');
    for (const [id, seconds] of [
      ['evt_late', -290],
      ['evt_early', 290],
    ] as const)
      expect(await deliver(app, { ...event, id }, { timestamp: now + seconds })).toMatchObject({
        status: 200,
      });
  });

  test('BILL-45 what is signed for a time to come, or is no event, is refused and not kept', async () => {
    const before = (await keptEvents()).length;
    const future = Math.floor(Date.now() / 1000) + 310;
    expect(await deliver(app, event, { timestamp: future })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: 'The signature is dated in the future.' },
    });
    const odd = [
      { object: 'event' },
      { ...event, id: 'evt_\0null' },
      { ...event, created: undefined },
      { ...event, data: {} },
      { ...event, data: { object: { id: 'x\0' } } },
      { ...event, type: '' },
      { ...event, id: 'e'.repeat(256) },
      { ...event, created: -1 },
    ];
    for (const body of odd)
      expect(await deliver(app, body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', message: 'The body is not a Stripe event.' },
      });
    expect(await keptEvents()).toHaveLength(before);
  });

  test('no signature, no body, another type of body or altered bytes are refused', async () => {
    const post = (headers: Record<string, string>, payload?: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/webhooks/stripe',
        headers,
        ...(payload ? { payload } : {}),
      });
    const payload = JSON.stringify(event);
    const signature = await stripeOf(app).webhooks.generateTestHeaderStringAsync({
      payload,
      secret: app.config.stripe.webhookSecret,
    });
    const replies = await Promise.all([
      post({}),
      post({ 'content-type': 'application/json' }, payload),
      post({ 'content-type': 'text/plain', 'stripe-signature': 'nonsense' }, payload),
      post(
        { 'content-type': 'application/json', 'stripe-signature': signature },
        payload.replace('updated', 'deleted'),
      ),
    ]);
    expect(replies.map((reply) => reply.statusCode)).toEqual([400, 400, 400, 400]);
    // A megabyte is read, and no more.
    const json = { 'content-type': 'application/json' };
    const statusOf = async (bytes: number) => (await post(json, 'x'.repeat(bytes))).statusCode;
    expect([await statusOf(1_048_576), await statusOf(1_048_577)]).toEqual([400, 413]);
  });
});

describe('a delivery', () => {
  test('BILL-45 is kept before anything is done, answered at once, and done by a job', async () => {
    app.clock.set(new Date());
    const { user, customer, subscription } = await paidUnheard();
    const [event] = (await eventsAbout(customer)).filter(
      (one) => one.type === 'customer.subscription.created',
    );
    if (!event) throw new Error('no such event');
    expect(await deliver(app, event)).toMatchObject({ status: 200, body: { received: true } });
    const [kept] = await app.platform.db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id));
    expect(kept).toEqual({
      id: event.id,
      type: 'customer.subscription.created',
      objectId: subscription,
      customerId: customer,
      occurredAt: new Date(event.created * 1000),
      receivedAt: app.clock.now(),
      processedAt: null,
    });
    expect((await userOf(app, user)).subscriptionStatus).toBe('inactive');
    await app.platform.jobs.drain();
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
  });

  test('BILL-45 that is repeated changes nothing and makes no work', async () => {
    const { customer } = await paidUnheard();
    const events = await eventsAbout(customer);
    for (const event of events) await deliver(app, event);
    await app.platform.jobs.drain();
    for (const event of [...events, ...events]) expect((await deliver(app, event)).status).toBe(200);
    expect(await app.platform.jobs.drain()).toBe(0);
    expect((await keptEvents()).filter((kept) => kept.customerId === customer)).toHaveLength(events.length);
  });

  test('of somebody whom we do not know is kept and laid aside', async () => {
    const stranger = await stripeOf(app).customers.create({ email: 'stranger@people.example' });
    for (const event of await eventsAbout(stranger.id)) await deliver(app, event);
    await app.platform.jobs.drain();
    const kept = (await keptEvents()).filter((one) => one.customerId === stranger.id);
    expect(kept.length).toBeGreaterThan(0);
    for (const one of kept) expect(one.processedAt).not.toBeNull();
  });
});

describe('order', () => {
  test('events in any order, some of them twice, end in what is true now', async () => {
    const { user, customer, subscription } = await paidUnheard();
    const stripe = stripeOf(app);
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    await stripe.subscriptions.cancel(subscription);
    const events = await eventsAbout(customer);
    const anyOrder = fc.shuffledSubarray([...events, ...events.slice(0, 3)], { minLength: events.length });
    for (const order of fc.sample(anyOrder, 2)) {
      await app.platform.db.delete(webhookEvents);
      for (const event of order) await deliver(app, event);
      await app.platform.jobs.drain();
      expect((await userOf(app, user)).subscriptionStatus).toBe('canceled');
    }
  });

  test('a read that began before another and ends after it does not move the state backwards', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user);
    const deps = depsOf(app);
    const [hasRead, mayWrite] = [gate(), gate()];
    const slow = refreshSubscription(
      {
        ...deps,
        payments: {
          ...deps.payments,
          async customer(id) {
            const account = await deps.payments.customer(id);
            hasRead.open();
            await mayWrite.opened;
            return account;
          },
        },
      },
      user.id,
    );
    await hasRead.opened;
    await stripeOf(app).subscriptions.cancel(subscription);
    await refreshSubscription(deps, user.id);
    mayWrite.open();
    await slow;
    expect((await userOf(app, user)).subscriptionStatus).toBe('canceled');
  });
});

describe('a process that dies', () => {
  test('while it keeps an event: neither the event nor its job is there, and the provider sends it again', async () => {
    const { customer } = await paidUnheard();
    await app.platform.jobs.drain();
    const [event] = await eventsAbout(customer);
    if (!event) throw new Error('no such event');
    const deps = depsOf(app);
    const readEvent = async () => ({
      id: event.id,
      type: event.type,
      occurredAt: new Date(),
      objectId: null,
      customerId: customer,
    });
    const dying: typeof deps = {
      ...deps,
      payments: { ...deps.payments, readEvent },
      jobs: {
        ...deps.jobs,
        async enqueue(...job) {
          await deps.jobs.enqueue(...job);
          throw new Error('died');
        },
      },
    };
    await expect(receiveWebhook(dying, Buffer.alloc(0), '')).rejects.toThrow('died');
    expect((await keptEvents()).map((kept) => kept.id)).not.toContain(event.id);
    expect(await app.platform.jobs.drain()).toBe(0);
    expect((await deliver(app, event)).status).toBe(200);
    await app.platform.jobs.drain();
    const kept = (await keptEvents()).find((one) => one.id === event.id);
    expect(kept?.processedAt).toBeInstanceOf(Date);
  });

  test('between the write and the mark: the repeat finds the same state and informs nobody twice', async () => {
    const { user, customer } = await paidUnheard();
    const [event] = (await eventsAbout(customer)).filter(
      (one) => one.type === 'customer.subscription.created',
    );
    if (!event) throw new Error('no such event');
    await deliver(app, event);
    const first = depsOf(app);
    await refreshSubscription(first, user.id);
    expect(first.told).toEqual([{ userId: user.id, publishes: true, accountLimit: 3 }]);
    const second = depsOf(app);
    await processWebhook(second, event.id);
    expect(second.told).toEqual([]);
    const [kept] = await app.platform.db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id));
    expect(kept?.processedAt).not.toBeNull();
  });

  test('for good: an unfinished event is processed later, and a change without a webhook is found', async () => {
    const own = await buildApp();
    const user = await buildUser(own);
    const { customer, subscription } = await subscribe(own, user, { trial: false });
    await own.platform.jobs.drain();
    const [event] = (await eventsOf(own)).filter((one) => one.type === 'invoice.paid');
    const at = own.clock.now();
    await own.platform.db.insert(webhookEvents).values({
      id: event?.id ?? '',
      type: 'invoice.paid',
      customerId: customer,
      objectId: null,
      occurredAt: at,
      receivedAt: at,
    });
    await stripeOf(own).subscriptions.cancel(subscription);
    own.clock.advance(40 * 86_400_000);
    await reconcileBilling(depsOf(own));
    expect((await getBilling(own.platform.db, own.clock.now(), user.id)).subscriptionStatus).toBe('canceled');
    // The event, and the mail about the end.
    expect(await own.platform.jobs.drain()).toBe(2);
    const [kept] = await own.platform.db.select().from(webhookEvents);
    expect(kept?.processedAt).not.toBeNull();
    own.clock.advance(91 * 86_400_000);
    await reconcileBilling(depsOf(own));
    expect(await own.platform.db.select().from(webhookEvents)).toEqual([]);
  });
});
