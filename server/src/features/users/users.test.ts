import { user } from '@drumbeat/contract/users.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { selectTold } from '../../platform/person-changes.ts';
import { setLastSchedulingCycle, setPostsPaused } from './users.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

test('USER-13 USER-15 USER-01 USER-03 USER-08 USER-09 USER-11 GET /api/user returns the user, field by field', async () => {
  const person = await buildUser(app, { niche: 'Chess', roles: ['tester', 'admin'], twoFactor: false });
  const { status, body } = await call<Record<string, unknown>>(app, 'GET', '/api/user', {
    token: person.token,
  });
  expect(status).toBe(200);
  const { view: _onlyInAView, ...own } = user.shape;
  expect(Object.keys(body).sort()).toEqual(Object.keys(own).sort());
  expect(body).toMatchObject({
    id: String(person.id),
    email: person.email,
    niche: 'Chess',
    timeZone: 'UTC',
    profilePicture: null,
    emailConsent: false,
    emailVerifiedAt: expect.stringMatching(/Z$/),
    twoFactorEnabled: false,
    trialStart: null,
    trialEnd: null,
    isInTrial: false,
    lastSchedulingCycle: null,
    postsPaused: false,
    hasPaymentMethod: false,
    hasEverSubscribed: false,
    subscriptionStatus: 'inactive',
    subscriptionExpiryDate: null,
    roles: ['admin', 'tester'],
    activeProduct: null,
    entitlements: { tier: 'free' },
    postGenerationLimit: 2,
  });
});

test('USER-06 USER-07 what scheduling and pausing record of a person is shown', async () => {
  const person = await buildUser(app);
  const at = new Date('2026-03-01T09:00:00Z');
  await setLastSchedulingCycle(app.platform.db, person.id, at, at);
  await setPostsPaused(app.platform.db, person.id, true, at);
  const { body } = await call(app, 'GET', '/api/user', { token: person.token });
  expect(body).toMatchObject({ lastSchedulingCycle: '2026-03-01T09:00:00.000Z', postsPaused: true });
});

test('USER-17 PATCH /api/user/preferences changes consent and zone, of oneself only', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const change = { emailConsent: true, timeZone: 'America/New_York' };
  const answer = await call(app, 'PATCH', '/api/user/preferences?_ts=1', {
    token: person.token,
    body: change,
  });
  expect(answer).toMatchObject({ status: 200, body: { id: String(person.id), ...change } });

  const zoneOnly = await call(app, 'PATCH', '/api/user/preferences', {
    token: person.token,
    body: { timeZone: 'UTC' },
  });
  expect(zoneOnly.body).toMatchObject({ emailConsent: true, timeZone: 'UTC' });
  const untouched = await call(app, 'GET', '/api/user', { token: other.token });
  expect(untouched.body).toMatchObject({ emailConsent: false, timeZone: 'UTC' });
});

test('preferences name nobody else: an id in the body changes nothing', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const body = { id: String(other.id), userId: other.id, roles: ['admin'], emailConsent: true };
  await call(app, 'PATCH', '/api/user/preferences', { token: person.token, body });
  const { body: untouched } = await call(app, 'GET', '/api/user', { token: other.token });
  expect(untouched).toMatchObject({ emailConsent: false, roles: [] });
  const { body: own } = await call(app, 'GET', '/api/user', { token: person.token });
  expect(own).toMatchObject({ emailConsent: true, roles: [] });
});

test('a change of consent is recorded in the audit log, and told to open pages', async () => {
  const { id, token } = await buildUser(app);
  const since = app.clock.now();
  await call(app, 'PATCH', '/api/user/preferences', { token, body: { emailConsent: true } });
  expect(await selectTold(app.platform.db, id, since)).toEqual(['settings_changed']);
  const { rows } = await app.platform.db.execute(
    sql`select action, details from audit_log where actor_user_id = ${id}`,
  );
  expect(rows).toEqual([{ action: 'users.preferences_changed', details: { emailConsent: true } }]);
});

test.each([
  ['consent of the wrong type', { emailConsent: 'yes' }],
  ['a zone that there is not', { timeZone: 'Nowhere/Land' }],
  ['an endless zone', { timeZone: 'x'.repeat(10_000) }],
  ['a list', []],
  ['a text', '"hello"'],
])('preferences with %s are a 400 with a code', async (_, body) => {
  const { token } = await buildUser(app);
  const headers = { 'content-type': 'application/json' };
  const answer = await call(app, 'PATCH', '/api/user/preferences', { token, body, headers });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test.each([
  ['GET', '/api/user'],
  ['PATCH', '/api/user/preferences'],
] as const)('%s %s needs a session', async (method, url) => {
  const answer = await call(app, method, url, method === 'PATCH' ? { body: {} } : {});
  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});
