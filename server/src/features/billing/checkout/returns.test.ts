import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, sandboxControl, subscribe } from '../../../../test/factories.ts';
import { openSession } from '../../auth/sign-in/open-session.ts';
import { deliver, eventsOf, stripeOf, subjectsTo, userOf } from '../billing.fixture.ts';
import { movements } from '../billing.tables.ts';
import type { Movement } from '../billing.types.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';
import { accountWith, buildRow, over, subscriptionOf } from '../sync/subscription-rows.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));

async function returnsOf(user: BuiltUser): Promise<Subscription['returns']> {
  return (await call<Subscription>(app, 'GET', '/api/subscription', { token: user.token })).body.returns;
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

test('BILL-05 a refund is shown and mailed once, and changes no access', async () => {
  const user = await buildPayer();
  const before = await userOf(app, user);
  await stripeOf(app).refunds.create({ charge: user.charge, amount: 250 });
  await deliverAll('charge.refunded');
  await deliverAll('refund.created');
  await call(app, 'POST', '/api/subscription/sync', { token: user.token });
  expect(await returnsOf(user)).toEqual([
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
  'BILL-05 a dispute that is %s is mailed when it begins and when it ends, and changes no access',
  async (outcome, kind, said) => {
    const user = await buildPayer();
    const { charge } = user;
    const before = await userOf(app, user);
    await sandboxControl(app, '/sandbox/stripe/dispute', { charge });
    await deliverAll('charge.dispute.created');
    expect(await returnsOf(user)).toMatchObject([{ kind: 'disputed', amount: 700 }]);
    await sandboxControl(app, '/sandbox/stripe/dispute', { charge, outcome });
    await deliverAll('charge.dispute.closed');
    await deliverAll('charge.dispute.created');
    expect(await returnsOf(user)).toMatchObject([{ kind, amount: 700 }]);
    const subjects = (await subjectsTo(app, user.email)).slice(-2);
    expect(subjects).toEqual([
      'Your bank is disputing a charge of $7.00',
      'The dispute over $7.00 is closed',
    ]);
    const mails = await fetch(`${app.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(user.email)}`);
    expect(JSON.stringify(await mails.json())).toContain(said);
    expect(await userOf(app, user)).toEqual(before);
  },
);

test('a movement that is a week old when it is first seen is recorded without an email', async () => {
  const [user, other] = [await buildRow(app), await buildRow(app)];
  const seen = async (who: typeof user, id: string, kind: Movement['kind'], daysAgo: number) => {
    const at = new Date(app.clock.now().getTime() - daysAgo * DAY_MS);
    const account = accountWith(subscriptionOf(app, who.subscriptionId));
    account.movements = [{ id, kind, amount: 900, currency: 'usd', at }];
    await refreshSubscription(over(app, { customer: async () => account }), who.user.id);
    return (await subjectsTo(app, who.user.email)).filter((subject) => subject.includes('$9.00'));
  };
  expect(await seen(user, 're_7', 'refunded', 7)).toEqual([]);
  expect(await seen(user, 'dp_8', 'disputed', 8)).toEqual([]);
  expect(await seen(user, 're_6', 'refunded', 6.9)).toEqual(['We refunded $9.00']);
  // The end of a dispute is news however old the dispute is, and changes its owner's movement alone.
  await seen(other, 'dp_8', 'dispute_lost', 8);
  expect(await kindOf('dp_8')).toBe('disputed');
  const all = await seen(user, 'dp_8', 'dispute_won', 8);
  expect(await kindOf('dp_8')).toBe('dispute_won');
  expect(all.at(-1)).toBe('The dispute over $9.00 is closed');
});

async function kindOf(id: string) {
  const [row] = await app.platform.db.select().from(movements).where(eq(movements.id, id));
  return row?.kind;
}

test('with RECEIPTS=stripe we mail no receipt', async () => {
  const own = await buildApp({ env: { RECEIPTS: 'stripe' } });
  const user = await buildUser(own);
  await subscribe(own, user, { plan: 'standard', trial: false });
  expect(await subjectsTo(own, user.email)).toEqual(['Your Standard plan is active']);
});

test('what is older than 90 days is no longer shown, and nobody sees another’s', async () => {
  const [user, other] = [await buildPayer(), await buildPayer()];
  await stripeOf(app).refunds.create({ charge: user.charge });
  await deliverAll('charge.refunded');
  expect(await returnsOf(user)).toHaveLength(1);
  expect(await returnsOf(other)).toEqual([]);
  // A session outlives neither: 91 days later the person signs in again.
  app.clock.set(new Date(Date.now() + 91 * DAY_MS));
  user.token = (await openSession(app.platform.db, user.id, app.clock.now())).token;
  expect(await returnsOf(user)).toEqual([]);
});
