import type { User } from '@drumbeat/contract/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type Answer, type BuiltUser, buildUser, call, subscribe } from '../../../test/factories.ts';
import { readConfig } from '../../config.ts';
import { depsOf, mailsTo, stripeOf, subjectsTo, userOf } from './billing.fixture.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { remindOfTrialEnd } from './remind-of-trial-end.ts';

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
  test('whoever will be charged gets one mail: what, when, on which card', async () => {
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
    const day = new Date(end).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'Asia/Tokyo',
    });
    expect(await reminded()).toEqual([`Your Pro trial ends on ${day}`]);
    const mail = (await mailsTo(app, user.email)).find((one) => one.subject.includes('ends on'));
    expect(mail?.text).toContain('That day we charge $15.00 to your Visa ending in 4242, and Pro continues.');
  });

  test('whoever cancels will not be charged and gets none; a trial that is moved is told of its new end', async () => {
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

  test('one person whose mail cannot be written keeps nobody else’s from it, and gets it at the next run', async () => {
    const own = await buildApp();
    const people = await Promise.all(Array.from({ length: 3 }, () => buildUser(own)));
    for (const person of people) await subscribe(own, person);
    await own.platform.jobs.drain();
    own.clock.advance(5 * DAY);
    const { jobs, ...deps } = depsOf(own);
    let refused = 0;
    const enqueue: typeof jobs.enqueue = (...job) => {
      refused += 1;
      return refused === 1 ? Promise.reject(new Error('no room')) : jobs.enqueue(...job);
    };
    const reminded = async () => {
      await own.platform.jobs.drain();
      const all = await Promise.all(people.map((person) => subjectsTo(own, person.email)));
      return all.flat().filter((one) => one.startsWith('Your Pro trial ends on')).length;
    };
    await remindOfTrialEnd({ ...deps, jobs: { ...jobs, enqueue } });
    expect(await reminded()).toBe(2);
    await remindOfTrialEnd(depsOf(own));
    expect(await reminded()).toBe(3);
  });
});

describe('POST /api/test/set-trial', () => {
  test('BILL-17 sets a trial in development: 7 days where nothing is said, also of what runs', async () => {
    const tester = await buildUser(app, { roles: ['tester'] });
    const answer = await setTrial(tester);
    expect(answer).toMatchObject({ status: 200, body: { status: 'active', user: { isInTrial: true } } });
    const days = async () =>
      (Date.parse((await userOf(app, tester)).trialEnd ?? '') - app.clock.now().getTime()) / DAY;
    expect(await days()).toBeCloseTo(7, 3);
    expect((await setTrial(tester, { days: 2 })).body.user.isInTrial).toBe(true);
    expect(await days()).toBeCloseTo(2, 3);
    const { subscriptions } = await stripeOf(app)
      .customers.list({ email: tester.email })
      .then(async ({ data }) => ({
        subscriptions: (
          await stripeOf(app).subscriptions.list({ customer: data[0]?.id ?? '', status: 'all' })
        ).data,
      }));
    expect(subscriptions).toHaveLength(1);
  });

  test.each([0, -1, 61, 1.5, 'seven'])('%s days are refused in the terms of the field', async (days) => {
    const tester = await buildUser(app, { roles: ['tester'] });
    expect(await setTrial(tester, { days })).toMatchObject({
      status: 400,
      body: { data: { fields: { days: expect.any(String) } } },
    });
  });

  test('only testers and admins may', async () => {
    for (const roles of [[], ['support'], ['ops']] as const)
      expect(await setTrial(await buildUser(app, { roles: [...roles] }))).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
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
      'TEST_TRIALS gives trials away and is for development alone',
    );
  });
});
