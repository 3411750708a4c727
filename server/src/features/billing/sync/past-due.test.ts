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
import { advance, deliver, eventsOf, stripeOf, userOf } from '../billing.fixture.ts';

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

test('BILL-05 past due publishes for 14 days after the first failed payment, then holds without a webhook', async () => {
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
  const held = (await mailTo(own, user.email)).filter(({ subject }) => subject === 'Your posts are on hold');
  expect(held).toHaveLength(1);

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
