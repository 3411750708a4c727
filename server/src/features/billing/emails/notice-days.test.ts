import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, subscribe } from '../../../../test/factories.ts';
import { spokenDay } from '../../emails/emails.rules.ts';
import { depsOf, mailsTo, stripeOf, userOf } from '../billing.fixture.ts';
import { remindOfTrialEnd } from './remind-of-trial-end.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));

/** Somebody for whom it is another day than in UTC, at any hour at which the tests run. */
function buildFarAway(): Promise<BuiltUser & { timeZone: string }> {
  const timeZone = app.clock.now().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
  return buildUser(app, { timeZone }).then((user) => ({ ...user, timeZone }));
}

async function mailOf(user: BuiltUser, subject: RegExp) {
  const mail = (await mailsTo(app, user.email)).find((one) => subject.test(one.subject));
  return `${mail?.subject}\n${mail?.text}`;
}

test('the end of a trial, its reminder and a cancellation name the person’s own day', async () => {
  const user = await buildFarAway();
  await subscribe(app, user);
  const end = new Date((await userOf(app, user)).trialEnd ?? '');
  const day = spokenDay(end, user.timeZone);
  expect(day).not.toBe(spokenDay(end, 'UTC'));
  expect(await mailOf(user, /trial has started/)).toContain(day);
  app.clock.set(new Date(end.getTime() - DAY));
  await remindOfTrialEnd(depsOf(app));
  expect(await mailOf(user, /trial ends on/)).toContain(`Your Pro trial ends on ${day}`);

  app.clock.set(new Date());
  const body = { reason: 'other' };
  const answer = await call<{ message: string }>(app, 'POST', '/api/subscription/cancel', {
    token: user.token,
    body,
  });
  expect(answer.body.message).toContain(`Your plan ends on ${day}.`);
  expect(await mailOf(user, /plan ends on/)).toContain(`Your Pro plan ends on ${day}`);
});

test('a receipt names the person’s own day', async () => {
  const user = await buildFarAway();
  const { customer } = await subscribe(app, user, { trial: false });
  const [charge] = (await stripeOf(app).charges.list({ customer })).data;
  const paidAt = new Date((charge?.created ?? 0) * 1000);
  expect(await mailOf(user, /^Receipt/)).toContain(spokenDay(paidAt, user.timeZone));
});
