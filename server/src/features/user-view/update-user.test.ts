import type { User } from '@drumbeat/contract/users/users.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { selectTold } from '../../platform/person-changes.ts';
import { openSession } from '../auth/sign-in/open-session.ts';
import { buildWriter } from '../generation/generation.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-03-01T12:00:00Z'));

function patch(person: BuiltUser, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  return call<User>(app, 'PATCH', '/api/user', { token: person.token, body, headers });
}
async function get(person: BuiltUser): Promise<User> {
  return (await call<User>(app, 'GET', '/api/user', { token: person.token })).body;
}
async function nicheOfAccount(person: BuiltUser): Promise<unknown> {
  const { body } = await call<{ accounts: { niche: string }[] }>(app, 'GET', '/api/twitter/accounts', {
    token: person.token,
  });
  return body.accounts[0]?.niche;
}

test('USER-16 PATCH /api/user changes the niche, as the list spells it, and says so in the user', async () => {
  const person = await buildUser(app);
  const before = await get(person);
  const answer = await patch(person, { niche: ' travel ' });
  expect([answer.status, answer.body]).toEqual([200, { ...before, niche: 'Travel' }]);
  expect(await get(person)).toEqual(answer.body);
  for (const niche of ['Basket weaving under water', '  ', 'x'.repeat(10_000)])
    expect(await patch(person, { niche })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
});

test('USER-10 the change reaches the selected account, and is counted there until the cycle ends', async () => {
  const person = await buildUser(app);
  await subscribe(app, person, { plan: 'standard' });
  await connectX(app, person);
  expect(await get(person)).toMatchObject({ nicheUpdateRemaining: 3, nicheUpdatePeriodEnd: null });

  const { trialEnd } = await get(person);
  for (const [niche, left] of [
    ['Travel', 2],
    ['Fitness', 1],
    ['Fitness', 1],
    ['Gaming', 0],
  ] as const) {
    const { body } = await patch(person, { niche });
    expect(body).toMatchObject({ niche, nicheUpdateRemaining: left, nicheUpdatePeriodEnd: trialEnd });
    expect(await nicheOfAccount(person)).toBe(niche);
  }
  expect(await patch(person, { niche: 'Travel' })).toMatchObject({
    status: 409,
    body: {
      code: 'NICHE_LIMIT_REACHED',
      message: 'No niche changes are left in this cycle.',
      data: { remaining: 0, periodEnd: trialEnd },
    },
  });
  expect(await get(person)).toMatchObject({ niche: 'Gaming' });

  app.clock.set(new Date(Date.parse(trialEnd ?? '') + 1));
  person.token = (await openSession(app.platform.db, person.id, app.clock.now())).token;
  expect(await get(person)).toMatchObject({ nicheUpdateRemaining: 3, nicheUpdatePeriodEnd: null });
  expect(await patch(person, { niche: 'Travel' })).toMatchObject({
    status: 200,
    body: { nicheUpdateRemaining: 2 },
  });
});

test('NICHE-22 a plan allows three changes of niche where it names no other number', async () => {
  const left = async (metadata: Record<string, string>) => {
    const writer = await buildWriter(app, { metadata });
    return (await get({ ...writer, email: '' })).nicheUpdateRemaining;
  };
  expect(await left({ tier: 'standard' })).toBe(3);
  expect(await left({ tier: 'bespoke' })).toBe(3);
  expect(await left({ tier: 'standard', niche_change_limit_per_x_account: '7' })).toBe(7);
});

test('NICHE-23 changes count on the X account; what the person shows is that of the selected one', async () => {
  const person = await buildUser(app);
  await subscribe(app, person, { plan: 'pro' });
  const [first, second] = [await connectX(app, person), await connectX(app, person)];
  const select = (id: number) =>
    call(app, 'PUT', `/api/twitter/accounts/${id}`, { token: person.token, body: { selected: true } });
  const counts = async () => {
    const { body } = await call<{ accounts: { niche_update_count: number }[] }>(
      app,
      'GET',
      '/api/twitter/accounts',
      {
        token: person.token,
      },
    );
    return body.accounts.map((account) => account.niche_update_count);
  };
  await select(first.id);
  await patch(person, { niche: 'Travel' });
  await patch(person, { niche: 'Fitness' });
  const { trialEnd } = await get(person);
  expect(await counts()).toEqual([2, 0]);
  expect(await get(person)).toMatchObject({ nicheUpdateRemaining: 3, nicheUpdatePeriodEnd: trialEnd });
  await select(second.id);
  expect(await get(person)).toMatchObject({ nicheUpdateRemaining: 5, nicheUpdatePeriodEnd: null });
  await select(first.id);
  expect(await get(person)).toMatchObject({ nicheUpdateRemaining: 3, nicheUpdatePeriodEnd: trialEnd });
  // The person's own niche is a change for an account that has another.
  await select(second.id);
  await patch(person, { niche: 'Fitness' });
  expect(await counts()).toEqual([2, 1]);
});

test('changes asked for side by side never come to more than the plan allows', async () => {
  const person = await buildUser(app);
  await subscribe(app, person, { plan: 'standard' });
  await connectX(app, person);
  const niches = ['Travel', 'Fitness', 'Photography', 'Personal Finance', 'Cryptocurrency', 'Technology'];
  const answers = await Promise.all(niches.map((niche) => patch(person, { niche })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  expect(await nicheOfAccount(person)).toBe((await get(person)).niche);
});

test('USER-18 2FA-17 every other field that differs is 403 FIELD_NOT_WRITABLE, by name, and nothing changes', async () => {
  const person = await buildUser(app);
  const before = await get(person);
  for (const given of [
    { two_factor_enabled: true },
    { subscription_status: 'active' },
    { twoFactorEnabled: true },
    { email: 'other@people.example' },
    { roles: ['admin'] },
    { entitlements: { ...before.entitlements, postsPerDay: 99 } },
    { password: 'x' },
    { __proto__x: 1 },
  ]) {
    const answer = await patch(person, { niche: 'Travel', ...given });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'FIELD_NOT_WRITABLE', message: 'Only the niche can be changed here.' },
    });
    expect((answer.body as unknown as { data: { fields: object } }).data.fields).toEqual({
      [Object.keys(given)[0] as string]: 'This field cannot be changed here.',
    });
  }
  expect(await get(person)).toEqual(before);
});

test('USER-19 a field that says what holds may come along, in either spelling; answers are in camelCase', async () => {
  const person = await buildUser(app);
  const { status, body } = await patch(person, {
    niche: 'Travel',
    subscription_status: 'inactive',
    two_factor_enabled: false,
    emailConsent: false,
    roles: [],
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ niche: 'Travel', subscriptionStatus: 'inactive', twoFactorEnabled: false });
  expect(Object.keys(body).filter((field) => field.includes('_'))).toEqual([]);
});

test('USER-02 USER-04 USER-05 the user has a subscription, a picture and a trial', async () => {
  const person = await buildUser(app);
  await subscribe(app, person);
  await connectX(app, person);
  const user = await get(person);
  expect(user).toMatchObject({
    subscriptionStatus: 'active',
    subscriptionExpiryDate: user.trialEnd,
    hasPaymentMethod: true,
    hasEverSubscribed: true,
    profilePicture: expect.stringContaining('http'),
    isInTrial: true,
    activeProduct: { name: 'Pro' },
    entitlements: { tier: 'pro' },
    postGenerationLimit: user.entitlements.postGenerationLimit,
  });
  expect(Date.parse(user.trialEnd ?? '') - Date.parse(user.trialStart ?? '')).toBe(7 * 86_400_000);
});

test('a change of niche is recorded, and nobody changes another’s', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const since = app.clock.now();
  for (const _ of [1, 2]) await patch(person, { niche: 'Travel', id: String(person.id) });
  expect(await selectTold(app.platform.db, person.id, since)).toEqual(['settings_changed']);
  const refused = await patch(person, { niche: 'Fitness', id: String(other.id) });
  expect(refused.status).toBe(403);
  expect(await get(other)).toMatchObject({ niche: 'Gaming' });
  const { rows } = await app.platform.db.execute(
    sql`select action, target_type, target_id, details from audit_log where actor_user_id = ${person.id}`,
  );
  expect(rows).toEqual([
    {
      action: 'users.niche_changed',
      target_type: 'user',
      target_id: String(person.id),
      details: { from: 'Gaming', to: 'Travel' },
    },
  ]);
});
