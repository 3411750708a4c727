import type { User } from '@drumbeat/contract/users/users.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Answer,
  type BuiltUser,
  buildUser,
  call,
  connectX,
  PASSWORD,
  subscribe,
} from '../../../../test/factories.ts';
import { readConfig } from '../../../config.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import { queues } from '../../../platform/queues.ts';
import { createSealer } from '../../../platform/secrets.ts';
import { spokenDay } from '../../emails/emails.rules.ts';
import {
  accountWith,
  subscriptionOf as atProvider,
  buildRow,
  depsOf,
  mailsTo,
  over,
  rowOf,
  stripeOf,
  subjectsTo,
  userOf,
} from '../billing.fixture.ts';
import type { SubscriptionRow } from '../billing.store.ts';
import { usedTrials } from '../billing.tables.ts';
import { remindOfTrialEnd } from '../emails/remind-of-trial-end.ts';
import { endRefusedTrial } from '../sync/end-subscriptions.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));

type Set = { status: string; user: User };
const setTrial = (user: BuiltUser, body?: object): Promise<Answer<Set>> =>
  call<Set>(app, 'POST', '/api/test/set-trial', { token: user.token, ...(body ? { body } : {}) });

describe('three days before a trial ends', () => {
  test('one email names what will be charged, when, and on which card', async () => {
    const user = await buildUser(app, { timeZone: 'Asia/Tokyo' });
    await subscribe(app, user, { plan: 'pro' });
    const end = Date.parse((await userOf(app, user)).trialEnd ?? '');
    const reminded = async () => (await subjectsTo(app, user.email)).filter((one) => one.includes('ends on'));
    app.clock.set(new Date(end - 3 * DAY - 1));
    await remindOfTrialEnd(depsOf(app));
    expect(await reminded()).toEqual([]);

    app.clock.set(new Date(end - 3 * DAY));
    await Promise.all([remindOfTrialEnd(depsOf(app)), remindOfTrialEnd(depsOf(app))]);
    await remindOfTrialEnd(depsOf(app));
    const day = spokenDay(new Date(end), 'Asia/Tokyo');
    expect(await reminded()).toEqual([`Your Pro trial ends on ${day}`]);
    const mail = (await mailsTo(app, user.email)).find((one) => one.subject.includes('ends on'));
    expect(mail?.text).toContain('That day we charge $15.00 to your Visa ending in 4242, and Pro continues.');
  });

  test('a canceled trial is not announced, and one that is moved is announced with its new end', async () => {
    const user = await buildUser(app, { roles: ['tester'] });
    const { subscription } = await subscribe(app, user);
    await stripeOf(app).subscriptions.update(subscription, { cancel_at_period_end: true });
    await refreshSubscription(depsOf(app), user.id);
    const end = Date.parse((await userOf(app, user)).trialEnd ?? '');
    app.clock.set(new Date(end - DAY));
    await remindOfTrialEnd(depsOf(app));
    const reminders = async () =>
      (await subjectsTo(app, user.email)).filter((one) => one.includes('trial ends'));
    expect(await reminders()).toEqual([]);

    app.clock.set(new Date());
    await stripeOf(app).subscriptions.update(subscription, { cancel_at_period_end: false });
    expect((await setTrial(user, { days: 2 })).status).toBe(200);
    await remindOfTrialEnd(depsOf(app));
    expect(await reminders()).toHaveLength(1);
  });
});

describe('POST /api/test/set-trial', () => {
  test('BILL-17 sets a trial in development, also of a running plan: 7 days by default', async () => {
    const tester = await buildUser(app, { roles: ['tester'] });
    const answer = await setTrial(tester);
    expect(answer).toMatchObject({ status: 200, body: { status: 'active', user: { isInTrial: true } } });
    const days = async () =>
      (Date.parse((await userOf(app, tester)).trialEnd ?? '') - app.clock.now().getTime()) / DAY;
    expect(await days()).toBeCloseTo(7, 3);
    expect((await setTrial(tester, { days: 2 })).body.user.isInTrial).toBe(true);
    expect(await days()).toBeCloseTo(2, 3);
    const [customer] = (await stripeOf(app).customers.list({ email: tester.email })).data;
    const all = await stripeOf(app).subscriptions.list({ customer: customer?.id ?? '', status: 'all' });
    expect(all.data).toHaveLength(1);
  });

  test('only testers and admins may', async () => {
    for (const roles of [[], ['support'], ['ops']] as const)
      expect(await setTrial(await buildUser(app, { roles: [...roles] }))).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', message: 'Only testers may set a trial.' },
      });
    expect((await setTrial(await buildUser(app, { roles: ['admin'] }))).status).toBe(200);
  });

  test('BILL-19 without its own switch the route does not exist, and production refuses the switch', async () => {
    const own = await buildApp({ env: { TEST_TRIALS: '' } });
    const tester = await buildUser(own, { roles: ['tester'] });
    expect(await call(own, 'POST', '/api/test/set-trial', { token: tester.token, body: {} })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(() => readConfig({ NODE_ENV: 'production', SANDBOX: 'true', TEST_TRIALS: 'true' })).toThrow(
      'TEST_TRIALS gives trials away and is for development only',
    );
  });
});

describe('BILL-04 a trial is given once to a person', () => {
  type Subscription = { status: string; mayStartTrial: boolean; trialRefused: string | null };
  const subscriptionOf = async (user: BuiltUser) =>
    (await call<Subscription>(app, 'GET', '/api/subscription', { token: user.token })).body;
  const leave = (user: BuiltUser) =>
    call(app, 'DELETE', '/api/user', { token: user.token, body: { password: PASSWORD } });
  const usedRows = async () =>
    (await app.platform.db.execute(sql`select kind, mark, owner_mark from used_trials`)).rows;

  test('the address is known again after the account was deleted, with whatever follows a plus in it', async () => {
    const first = await buildUser(app, { email: 'once@people.example' });
    await subscribe(app, first);
    expect((await leave(first)).status).toBe(200);
    const second = await buildUser(app, { email: 'once@people.example' });
    const third = await buildUser(app, { email: 'once+again@people.example' });
    for (const user of [second, third]) {
      expect(await subscriptionOf(user)).toMatchObject({ mayStartTrial: false, trialRefused: null });
      await subscribe(app, user);
      expect(await userOf(app, user)).toMatchObject({ subscriptionStatus: 'active', isInTrial: false });
    }
  });

  test('what is kept names nobody, and ends after two years', async () => {
    const user = await buildUser(app, { email: 'unreadable@people.example' });
    await subscribe(app, user);
    const rows = JSON.stringify(await usedRows());
    expect(rows).toContain('"email"');
    expect(rows).toContain('"card"');
    expect(rows).not.toContain('unreadable');
    expect(rows).not.toContain(`"${user.id}"`);
    const used = new Date(app.clock.now().getTime() - 731 * DAY);
    await app.platform.db.execute(sql`update used_trials set used_at = ${used}`);
    await app.platform.jobs.enqueue(app.platform.db, queues.reconcileBilling, {});
    await app.platform.jobs.drain();
    expect(await usedRows()).toEqual([]);
  });

  test('a second trial by one card ends before anything is charged, and is explained', async () => {
    const [first, second] = [await buildUser(app), await buildUser(app)];
    await subscribe(app, first, { card: 'shared' });
    expect(await userOf(app, first)).toMatchObject({ isInTrial: true });
    const { customer } = await subscribe(app, second, { card: 'shared' });
    await app.platform.jobs.drain();
    expect(await userOf(app, second)).toMatchObject({ isInTrial: false, subscriptionStatus: 'canceled' });
    expect(await userOf(app, first), 'the first goes on').toMatchObject({ isInTrial: true });
    expect(await subscriptionOf(second)).toMatchObject({
      mayStartTrial: false,
      trialRefused: 'This card has already been used for a trial.',
    });
    expect((await stripeOf(app).charges.list({ customer })).data).toEqual([]);
    const mails = await mailsTo(app, second.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Pro plan has ended']);
    expect(mails[0]?.text).toContain(
      'This card has already been used for a trial. Trials are limited to one per customer, so this one ended before anything was charged.',
    );
  });

  test('an X account that had a trial under another name ends the trial that it is connected in', async () => {
    const first = await buildUser(app);
    await subscribe(app, first);
    const { username } = await connectX(app, first, 'had_a_trial');
    await app.platform.jobs.drain();
    expect((await leave(first)).status).toBe(200);
    await app.platform.jobs.drain();
    app.clock.advance(2 * DAY);
    const second = await buildUser(app);
    await subscribe(app, second);
    expect(await userOf(app, second)).toMatchObject({ isInTrial: true });
    await connectX(app, second, username);
    await app.platform.jobs.drain();
    expect(await userOf(app, second)).toMatchObject({ isInTrial: false });
    expect((await subscriptionOf(second)).trialRefused).toBe(
      'This X account has already been used for a trial.',
    );
  });

  test('staff may allow one more, with a reason; it is audited, and not refused again', async () => {
    const [first, second, support] = [
      await buildUser(app),
      await buildUser(app),
      await buildUser(app, { roles: ['support'] }),
    ];
    await subscribe(app, first);
    for (const user of [await buildUser(app), second]) await subscribe(app, user, { card: 'shared' });
    await app.platform.jobs.drain();
    // Stripe tells the beginning of a trial in whole seconds.
    const refusedAt = Date.now();
    await expect.poll(() => Date.now() - refusedAt).toBeGreaterThan(1_000);
    app.clock.set(new Date());
    const allow = (id: number) =>
      call(app, 'POST', `/api/admin/users/${id}/allow-trial`, {
        token: support.token,
        body: { reason: 'A couple with one card' },
      });
    expect(await allow(first.id)).toMatchObject({
      status: 409,
      body: {
        code: 'ALREADY_SUBSCRIBED',
        message: 'This customer has a subscription now. It must end first.',
      },
    });
    const allowedAt = app.clock.now().toISOString();
    expect(await allow(second.id)).toMatchObject({
      status: 200,
      body: { message: "This customer's next checkout starts with a trial.", change_id: null },
    });
    // Open pages read the plan again.
    expect(await selectTold(app.platform.db, second.id, app.clock.now())).toEqual(['plan_changed']);
    expect(await subscriptionOf(second)).toMatchObject({ mayStartTrial: true, trialRefused: null });
    await subscribe(app, second, { card: 'shared' });
    await app.platform.jobs.drain();
    expect(await userOf(app, second)).toMatchObject({ isInTrial: true });
    expect(await subscriptionOf(second)).toMatchObject({ mayStartTrial: false, trialRefused: null });
    const { rows } = await app.platform.db.execute(sql`
      select actor_user_id, target_type, details from audit_log
      where action = 'billing.trial_allowed' and target_id = ${String(second.id)}`);
    const details = { after: { trialAllowedAt: allowedAt }, reason: 'A couple with one card' };
    expect(rows).toMatchObject([{ actor_user_id: support.id, target_type: 'user', details }]);
  });

  test.each<[string, Partial<SubscriptionRow>, string?]>([
    ['that staff allowed meanwhile goes on', { trialRefused: null }],
    ['that is over is left alone', { state: 'active' }],
    ['of another subscription is left alone', {}, 'sub_another'],
    ['that is refused is ended', {}],
  ])('a trial %s', async (what, row, another) => {
    const { user, subscriptionId } = await buildRow(app, { state: 'trialing', trialRefused: 'card', ...row });
    const ended: string[] = [];
    const deps = over(app, {
      cancelSubscription: async (id) => void ended.push(id),
      customer: async () => accountWith(atProvider(app, subscriptionId, { state: 'canceled' })),
    });
    await endRefusedTrial(deps, { userId: user.id, subscriptionId: another ?? subscriptionId });
    expect(ended).toEqual(what.endsWith('is ended') ? [subscriptionId] : []);
  });

  test('a trial is known by its card after the secret changed, and belongs to its first owner', async () => {
    const [owner, other] = [await buildRow(app, { state: null }), await buildRow(app, { state: null })];
    const [former, present] = ['the-secret-of-last-year-long-enough', 'the-secret-of-this-year-long-enough'];
    const before = createSealer(former);
    const sealer = createSealer(present, [former]);
    const [mark, ownerMark] = [before.mark('card print_old'), before.mark(`user ${owner.user.id}`)];
    await app.platform.db.insert(usedTrials).values({ kind: 'card', mark, ownerMark, usedAt: new Date() });
    for (const [{ user, subscriptionId }, refused] of [
      [other, 'card'],
      [owner, null],
    ] as const) {
      const trial = { state: 'trialing', cardFingerprint: 'print_old' } as const;
      const account = accountWith(atProvider(app, subscriptionId, trial));
      await refreshSubscription({ ...over(app, { customer: async () => account }), sealer }, user.id);
      expect((await rowOf(app, user.id))?.trialRefused).toBe(refused);
    }
  });
});
