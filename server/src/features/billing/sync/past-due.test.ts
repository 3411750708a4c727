import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  postsOf,
  sandboxControl,
  subscribe,
} from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { queues } from '../../../platform/queues.ts';
import { openSession } from '../../auth/sign-in/open-session.ts';
import { deliver, depsOf, eventsOf, stripeOf, userOf } from '../billing.fixture.ts';
import { endPublishing } from './end-publishing.ts';

const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

type Payer = { user: BuiltUser; customer: string; subscription: string; accountId: number };

/** A paying person with a connected X account. */
async function buildPayer(on = app, given: { trial?: boolean } = {}): Promise<Payer> {
  const user = await buildUser(on);
  const ids = await subscribe(on, user, given);
  return { user, ...ids, accountId: (await connectX(on, user)).id };
}

/** Moves the provider's clock and ours forward. */
async function advance(on: TestApp, customer: string, days: number): Promise<void> {
  const { now } = await sandboxControl<{ now: number }>(on, '/sandbox/stripe/advance', { customer, days });
  on.clock.set(new Date(now * 1000));
}

/** The person, signed in now: sessions end after 7 days. */
async function signedIn(on: TestApp, user: BuiltUser): Promise<BuiltUser> {
  const { token } = await openSession(on.platform.db, user.id, on.clock.now());
  return { ...user, token };
}

async function sync(on: TestApp, { user }: Payer) {
  const { token } = await signedIn(on, user);
  const answer = await call(on, 'POST', '/api/subscription/sync', { token });
  expect(answer.status).toBe(200);
  return answer;
}

const viewOf = async (on: TestApp, user: BuiltUser) => userOf(on, await signedIn(on, user));

/** Runs what the job does each minute. */
async function minutePasses(on: TestApp): Promise<void> {
  await on.platform.jobs.enqueue(on.platform.db, queues.endPublishing, {});
  await on.platform.jobs.drain();
}

const listOf = async (on: TestApp, { user }: Payer) => postsOf(on, await signedIn(on, user));
const holdsOf = async (on: TestApp, payer: Payer) => (await listOf(on, payer)).map((post) => post.holdReason);

/** A person whose first payment, at the end of the trial, has failed; the provider's webhooks are delivered. */
async function buildLatePayer(on: TestApp): Promise<Payer & { failedAt: Date }> {
  const payer = await buildPayer(on);
  await sandboxControl(on, '/sandbox/stripe/card', { customer: payer.customer, outcome: 'fails' });
  await advance(on, payer.customer, 8);
  for (const event of await eventsOf(on)) await deliver(on, event);
  await on.platform.jobs.drain();
  const [invoice] = (await stripeOf(on).invoices.list({ customer: payer.customer, status: 'open' })).data;
  const failedAt = new Date((invoice?.status_transitions.finalized_at ?? 0) * 1000);
  return { ...payer, failedAt };
}

test('BILL-05 past due publishes for 14 days after the first failed payment, then holds without any news', async () => {
  const own = await buildApp();
  const payer = await buildLatePayer(own);
  const { user, accountId, failedAt } = payer;
  const graceEnd = new Date(failedAt.getTime() + 14 * DAY);
  await buildPost(own, { user, accountId, scheduledAt: new Date(graceEnd.getTime() - 60_000) });
  const shown = {
    subscriptionStatus: 'past_due',
    pastDueGraceEnd: graceEnd.toISOString(),
    isInTrial: false,
    entitlements: { tier: 'pro' },
  };
  expect(await viewOf(own, user)).toMatchObject(shown);
  expect(await holdsOf(own, payer)).toEqual([null]);

  own.clock.set(new Date(graceEnd.getTime() - 1));
  await minutePasses(own);
  expect(await holdsOf(own, payer)).toEqual([null]);

  own.clock.set(graceEnd);
  await minutePasses(own);
  await minutePasses(own);
  expect(await holdsOf(own, payer)).toEqual(['subscription']);
  expect(await viewOf(own, user)).toMatchObject(shown);

  // Paid at last: what fell due meanwhile moves, as after a pause.
  await sandboxControl(own, '/sandbox/stripe/card', { customer: payer.customer, outcome: 'success' });
  await sandboxControl(own, '/sandbox/stripe/advance', { customer: payer.customer, days: 0 });
  expect((await sync(own, payer)).body).toMatchObject({
    status: 'active',
    user: { subscriptionStatus: 'active', pastDueGraceEnd: null },
  });
  const [post] = await listOf(own, payer);
  expect(post).toMatchObject({
    holdReason: null,
    movedFrom: new Date(graceEnd.getTime() - 60_000).toISOString(),
  });
  expect(Date.parse(post?.scheduledTime ?? '')).toBeGreaterThan(graceEnd.getTime());
  const told = (await mailTo(own, user.email)).find(({ subject }) => subject.includes('moved to a new time'));
  expect(told?.text).toContain('Your subscription is active again. Posts for @');
});

test('BILL-05 webhooks and sync agree on the day, however late they come', async () => {
  const own = await buildApp();
  const payer = await buildLatePayer(own);
  const told = (await viewOf(own, payer.user)).pastDueGraceEnd;
  // A second attempt fails; the first failure still counts.
  await advance(own, payer.customer, 3);
  await sync(own, payer);
  expect((await viewOf(own, payer.user)).pastDueGraceEnd).toBe(told);
  expect(told).toBe(new Date(payer.failedAt.getTime() + 14 * DAY).toISOString());
});

test('BILL-05 news that come after the grace hold at once, and PAST_DUE_GRACE_DAYS sets it', async () => {
  const own = await buildApp({ env: { PAST_DUE_GRACE_DAYS: '2' } });
  const payer = await buildPayer(own);
  await buildPost(own, { user: payer.user, accountId: payer.accountId });
  await sandboxControl(own, '/sandbox/stripe/card', { customer: payer.customer, outcome: 'fails' });
  await advance(own, payer.customer, 10);
  await sync(own, payer);
  expect((await viewOf(own, payer.user)).subscriptionStatus).toBe('past_due');
  expect(await holdsOf(own, payer)).toEqual(['subscription']);
});

test('BILL-05 GEN-59 past due cannot generate; the reason stays inactive_subscription', async () => {
  const own = await buildApp();
  const { user, accountId } = await buildLatePayer(own);
  const { token } = await signedIn(own, user);
  const body = { twitterAccountId: accountId };
  const asked = await call(own, 'POST', '/api/check-scheduling-eligibility', { token, body });
  expect(asked.body).toMatchObject({
    canSchedule: false,
    reason: 'inactive_subscription',
  });
  expect(await call(own, 'POST', '/api/posts/generate-posts', { token, body })).toMatchObject({
    status: 409,
    body: { code: 'GENERATION_NOT_ALLOWED' },
  });
});

test.each(['unpaid', 'paused', 'collection'] as const)(
  'BILL-01 BILL-05 %s holds at once, on the wire as past due, and recovery lets the posts go',
  async (kind) => {
    const payer = await buildPayer(app, { trial: false });
    await buildPost(app, { user: payer.user, accountId: payer.accountId });
    const { subscription } = payer;
    const stripe = stripeOf(app);
    if (kind === 'collection')
      await stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'void' } });
    else await sandboxControl(app, '/sandbox/stripe/status', { subscription, status: kind });
    await sync(app, payer);
    expect(await viewOf(app, payer.user)).toMatchObject({
      subscriptionStatus: 'past_due',
      pastDueGraceEnd: null,
      entitlements: { tier: 'pro' },
    });
    expect(await holdsOf(app, payer)).toEqual(['subscription']);

    if (kind === 'collection') await stripe.subscriptions.update(subscription, { pause_collection: '' });
    else await sandboxControl(app, '/sandbox/stripe/status', { subscription, status: 'active' });
    await sync(app, payer);
    expect((await viewOf(app, payer.user)).subscriptionStatus).toBe('active');
    expect(await holdsOf(app, payer)).toEqual([null]);
  },
);

test('BILL-05 a refund or a dispute alone changes no access', async () => {
  const payer = await buildPayer(app, { trial: false });
  await buildPost(app, { user: payer.user, accountId: payer.accountId });
  const before = await viewOf(app, payer.user);
  const [charge] = (await stripeOf(app).charges.list({ customer: payer.customer })).data;
  const told = ['charge.refunded', 'charge.dispute.created', 'charge.dispute.closed'];
  await stripeOf(app).refunds.create({ charge: charge?.id ?? '', amount: 100 });
  await sandboxControl(app, '/sandbox/stripe/dispute', { charge: charge?.id, outcome: 'lost' });
  const events = (await eventsOf(app)).filter((event) => told.includes(event.type));
  expect(events.map((event) => event.type)).toEqual(told);
  for (const event of events) expect((await deliver(app, event)).status).toBe(200);
  await app.platform.jobs.drain();
  expect(await viewOf(app, payer.user)).toEqual(before);
  expect(await holdsOf(app, payer)).toEqual([null]);
});

test('BILL-02 the posts of a canceling plan are held from its last day on, heard of or not', async () => {
  const own = await buildApp();
  const payer = await buildPayer(own, { trial: false });
  await buildPost(own, { user: payer.user, accountId: payer.accountId });
  await stripeOf(own).subscriptions.update(payer.subscription, { cancel_at_period_end: true });
  await sync(own, payer);
  const end = (await viewOf(own, payer.user)).subscriptionExpiryDate ?? '';
  own.clock.set(new Date(Date.parse(end) - 1));
  await minutePasses(own);
  expect(await holdsOf(own, payer)).toEqual([null]);
  own.clock.set(new Date(end));
  await minutePasses(own);
  expect(await holdsOf(own, payer)).toEqual(['subscription']);
});

test('one person whose posts cannot be held keeps nobody else’s from it', async () => {
  const own = await buildApp();
  const [first, second] = [await buildLatePayer(own), await buildLatePayer(own)];
  for (const payer of [first, second]) await buildPost(own, { user: payer.user, accountId: payer.accountId });
  own.clock.advance(20 * DAY);
  const told: number[] = [];
  const deps = depsOf(own, {
    async afterSubscriptionChange(_tx, userId) {
      if (userId === first.user.id) throw new Error('no luck');
      told.push(userId);
    },
  });
  await endPublishing(deps);
  expect(told).toEqual([second.user.id]);
  await endPublishing(depsOf(own, { afterSubscriptionChange: async (_tx, id) => void told.push(id) }));
  expect(told).toEqual([second.user.id, first.user.id]);
});
