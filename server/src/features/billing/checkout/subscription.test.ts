import type { Invoice, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Answer,
  type BuiltUser,
  buildUser,
  call,
  sandboxControl,
  subscribe,
} from '../../../../test/factories.ts';
import { openSession } from '../../auth/sign-in/open-session.ts';
import {
  accountWith,
  advance,
  buildRow,
  deliver,
  depsOf,
  eventsOf,
  over,
  stripeOf,
  subjectsTo,
  subscriptionOf,
  userOf,
} from '../billing.fixture.ts';
import { movements } from '../billing.tables.ts';
import type { Movement } from '../billing.types.ts';
import { getBilling } from '../get-billing.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

type Page = { invoices: Invoice[]; hasMore: boolean };
type Synced = { status: string; user: User };

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ shared: true });
});

afterAll(() => app.close());

async function sync(user: BuiltUser): Promise<Synced> {
  const { status, body } = await call<Synced>(app, 'POST', '/api/subscription/sync', { token: user.token });
  expect(status).toBe(200);
  return body;
}

async function get<T = Record<string, unknown>>(user: BuiltUser, path: string): Promise<T> {
  return (await call<T>(app, 'GET', path, { token: user.token })).body;
}

describe('a person without a subscription', () => {
  test('PROD-38 BILL-01 is inactive, on the free tier, and never was in a trial', async () => {
    const user = await buildUser(app);
    expect(await userOf(app, user)).toMatchObject({
      subscriptionStatus: 'inactive',
      subscriptionExpiryDate: null,
      hasPaymentMethod: false,
      hasEverSubscribed: false,
      isInTrial: false,
      activeProduct: null,
      entitlements: { tier: 'free', postsPerDay: 1, accountLimit: 1 },
    });
    expect((await sync(user)).status).toBe('inactive');
  });

  test('BILL-35 BILL-45 the portal is not ready: 409 PORTAL_NOT_READY', async () => {
    const user = await buildUser(app);
    expect(await call(app, 'POST', '/api/create-portal-session', { token: user.token })).toMatchObject({
      status: 409,
      body: {
        code: 'PORTAL_NOT_READY',
        message: 'Billing portal is being set up. Please try again in a few minutes.',
      },
    });
  });
});

describe('a subscriber', () => {
  test('BILL-09 BILL-10 BILL-13 BILL-18 sync reads the provider now and returns status and user', async () => {
    const user = await buildUser(app);
    await subscribe(app, user, { plan: 'standard' });
    const { status, user: view } = await sync(user);
    expect(status).toBe('active');
    expect(view).toMatchObject({ id: String(user.id), isInTrial: true, entitlements: { tier: 'standard' } });
    expect(await get(user, '/api/subscription/status')).toEqual({ hasSubscription: true, status: 'active' });
    expect(await get(user, '/api/subscription/payment-method')).toEqual({ hasPaymentMethod: true });
  });

  test('BILL-14 create-portal-session returns the url of the person’s own portal, and it leads back', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    const pages: { html: string; invoice: string }[] = [];
    for (const who of [user, other]) {
      const { customer } = await subscribe(app, who);
      const reply = await call<{ url: string }>(app, 'POST', '/api/create-portal-session', {
        token: who.token,
      });
      const [invoice] = (await stripeOf(app).invoices.list({ customer })).data;
      pages.push({ html: await (await fetch(reply.body.url)).text(), invoice: invoice?.id ?? '' });
    }
    const [mine, theirs] = pages;
    expect(mine?.html).toContain(mine?.invoice);
    expect(mine?.html).not.toContain(theirs?.invoice);
    expect(theirs?.html).toContain(theirs?.invoice);
    expect(mine?.html).toContain('http://localhost:3000/products?portal_return=true');
  });
});

describe('as time goes by', () => {
  test('other features hear of an end once, even if the clock showed it before the provider did', async () => {
    const user = await buildUser(app);
    const { customer, subscription } = await subscribe(app, user);
    await stripeOf(app).subscriptions.update(subscription, { cancel_at_period_end: true });
    const deps = depsOf(app);
    await refreshSubscription(deps, user.id);
    await advance(app, customer, 8);
    expect((await getBilling(app.platform.db, app.clock.now(), user.id)).subscriptionStatus).toBe('canceled');
    await refreshSubscription(deps, user.id);
    await refreshSubscription(deps, user.id);
    expect(deps.told).toEqual([{ userId: user.id, publishes: false, accountLimit: 1 }]);
  });
});

async function history(user: BuiltUser, after?: string): Promise<Answer<Page>> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
  return call<Page>(app, 'GET', `/api/billing/history${query}`, { token: user.token });
}

async function pdf(user: BuiltUser, id: string) {
  const headers = { authorization: `Bearer ${user.token}` };
  return app.http.inject({ method: 'GET', url: `/api/billing/invoice/${id}`, headers });
}

/** A person who has paid for this many months more. */
async function buildPayer(months = 0): Promise<BuiltUser & { charge: string; customer: string }> {
  const user = await buildUser(app);
  const { customer } = await subscribe(app, user, { plan: 'standard', trial: false });
  const [charge] = (await stripeOf(app).charges.list({ customer })).data;
  if (months === 0) return { ...user, charge: charge?.id ?? '', customer };
  await advance(app, customer, 30.5 * months);
  const { token } = await openSession(app.platform.db, user.id, app.clock.now());
  return { ...user, token, charge: charge?.id ?? '', customer };
}

describe('GET /api/billing/history', () => {
  test('BILL-07 BILL-20 has the person’s own invoices, newest first, in the amounts that were paid', async () => {
    const user = await buildPayer(1);
    const { status, body } = await history(user);
    expect(status).toBe(200);
    expect(body).toEqual({
      hasMore: false,
      invoices: [1, 2].map(() => ({
        id: expect.stringMatching(/^in_/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        amount: 700,
        currency: 'usd',
        status: 'paid',
        description: expect.stringContaining('Standard'),
        invoiceUrl: expect.stringMatching(/^http/),
      })),
    });
    expect(body.invoices[0]?.date.localeCompare(body.invoices[1]?.date ?? '')).toBe(1);
  });

  test('BILL-22 ten a page, and the pages join without a gap', async () => {
    const user = await buildPayer(12);
    const first = (await history(user)).body;
    expect(first.invoices).toHaveLength(10);
    expect(first.hasMore).toBe(true);
    const second = (await history(user, first.invoices.at(-1)?.id)).body;
    expect(second.hasMore).toBe(false);
    const all = await stripeOf(app).invoices.list({ customer: user.customer, limit: 100 });
    expect([...first.invoices, ...second.invoices].map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
  });

  test('a newcomer has none; a page after somebody else’s invoice, or an unknown one, is 404', async () => {
    const [newcomer, payer, other] = [await buildUser(app), await buildPayer(0), await buildPayer(0)];
    expect((await history(newcomer)).body).toEqual({ invoices: [], hasMore: false });
    const theirs = (await history(other)).body.invoices[0]?.id ?? '';
    for (const after of [theirs, 'in_unknown', "' or 1=1"])
      expect(await history(payer, after)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await call(app, 'GET', '/api/billing/history')).status).toBe(401);
  });
});

describe('GET /api/billing/invoice/{id}', () => {
  test('BILL-08 is the PDF of the person’s own invoice', async () => {
    const user = await buildPayer(0);
    const id = (await history(user)).body.invoices[0]?.id ?? '';
    const answer = await pdf(user, id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe('attachment');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.includes('%%EOF')).toBe(true);
  });

  test('somebody else’s invoice and an unknown one are 404 alike', async () => {
    const [user, other, newcomer] = [await buildPayer(0), await buildPayer(0), await buildUser(app)];
    const theirs = (await history(other)).body.invoices[0]?.id ?? '';
    for (const [who, id] of [
      [user, theirs],
      [user, 'in_unknown'],
      [newcomer, theirs],
    ] as const) {
      const answer = await pdf(who, id);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'There is no such invoice.' });
    }
    expect((await call(app, 'GET', `/api/billing/invoice/${theirs}`)).status).toBe(401);
  });
});

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
  const { user, subscriptionId } = await buildRow(app);
  const account = accountWith(subscriptionOf(app, subscriptionId));
  account.movements = [{ id: 'ch_1', kind: 'charged', amount: 700, currency: 'usd', at: app.clock.now() }];
  const deps = over(app, { customer: async () => account });
  await refreshSubscription({ ...deps, receipts: 'stripe' }, user.id);
  expect(await subjectsTo(app, user.email)).toEqual(['You are now on Pro']);
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
