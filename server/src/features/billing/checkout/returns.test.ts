import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, sandboxControl, subscribe } from '../../../../test/factories.ts';
import { deliver, eventsOf, stripeOf, subjectsTo, userOf } from '../billing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));

async function subscriptionOf(user: BuiltUser): Promise<Subscription> {
  return (await call<Subscription>(app, 'GET', '/api/subscription', { token: user.token })).body;
}
/** Delivers every event of this type that the sandbox has, and runs what follows. */
async function deliverAll(type: string): Promise<void> {
  const events = (await eventsOf(app)).filter((event) => event.type === type);
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect((await deliver(app, event)).status).toBe(200);
  await app.platform.jobs.drain();
}
async function buildPayer(): Promise<BuiltUser & { charge: string; customer: string }> {
  const user = await buildUser(app);
  const { customer } = await subscribe(app, user, { plan: 'standard', trial: false });
  const [charge] = (await stripeOf(app).charges.list({ customer })).data;
  return { ...user, charge: charge?.id ?? '', customer };
}

test('a refund is shown and mailed once, whatever tells of it, and changes no access', async () => {
  const user = await buildPayer();
  const before = await userOf(app, user);
  await stripeOf(app).refunds.create({ charge: user.charge, amount: 250 });
  await deliverAll('charge.refunded');
  await deliverAll('refund.created');
  await call(app, 'POST', '/api/subscription/sync', { token: user.token });
  expect((await subscriptionOf(user)).returns).toEqual([
    {
      id: expect.stringMatching(/^re_/),
      kind: 'refunded',
      amount: 250,
      currency: 'usd',
      at: expect.stringMatching(/Z$/),
    },
  ]);
  expect((await subjectsTo(app, user.email)).filter((one) => one === 'We refunded $2.50')).toHaveLength(1);
  expect(await userOf(app, user)).toEqual(before);
});

test.each([
  ['won', 'dispute_won', 'Your bank ruled that the charge of $7.00 was valid.'],
  ['lost', 'dispute_lost', 'Your bank gave you the $7.00 back.'],
] as const)(
  'a dispute that is %s is told twice: when it begins, and how it ended',
  async (outcome, kind, said) => {
    const user = await buildPayer();
    const { charge } = user;
    await sandboxControl(app, '/sandbox/stripe/dispute', { charge });
    await deliverAll('charge.dispute.created');
    expect((await subscriptionOf(user)).returns).toMatchObject([{ kind: 'disputed', amount: 700 }]);
    await sandboxControl(app, '/sandbox/stripe/dispute', { charge, outcome });
    await deliverAll('charge.dispute.closed');
    await deliverAll('charge.dispute.created');
    expect((await subscriptionOf(user)).returns).toMatchObject([{ kind, amount: 700 }]);
    const subjects = (await subjectsTo(app, user.email)).slice(-2);
    expect(subjects).toEqual([
      'Your bank is disputing a charge of $7.00',
      'The dispute over $7.00 is closed',
    ]);
    const mails = await fetch(`${app.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(user.email)}`);
    expect(JSON.stringify(await mails.json())).toContain(said);
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
  },
);

test('what is older than 90 days is no longer shown, and nobody sees another’s', async () => {
  const [user, other] = [await buildPayer(), await buildPayer()];
  await stripeOf(app).refunds.create({ charge: user.charge });
  await deliverAll('charge.refunded');
  expect((await subscriptionOf(user)).returns).toHaveLength(1);
  expect((await subscriptionOf(other)).returns).toEqual([]);
  // A session outlives neither: 91 days later the person signs in again.
  app.clock.set(new Date(Date.now() + 91 * 86_400_000));
  const { openSession } = await import('../../auth/sign-in/open-session.ts');
  user.token = (await openSession(app.platform.db, user.id, app.clock.now())).token;
  expect((await subscriptionOf(user)).returns).toEqual([]);
});

test.each(['stripe', 'drumbeat'] as const)('RECEIPTS=%s: who mails receipts is a setting', async (who) => {
  const own = await buildApp({ env: { RECEIPTS: who } });
  const user = await buildUser(own);
  await subscribe(own, user, { plan: 'standard', trial: false });
  await call(own, 'POST', '/api/subscription/sync', { token: user.token });
  const receipts = (await subjectsTo(own, user.email)).filter((one) => one.startsWith('Receipt'));
  expect(receipts).toEqual(who === 'drumbeat' ? ['Receipt: $7.00 for Standard'] : []);
});
