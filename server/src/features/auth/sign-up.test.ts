import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { call, PASSWORD } from '../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

type Session = { token: string; user: Record<string, unknown> };
let people = 0;

function form(given: Record<string, unknown> = {}): Record<string, unknown> {
  people += 1;
  return {
    email: `new-${people}@people.example`,
    password: PASSWORD,
    niche: 'Gaming',
    emailConsent: true,
    ...given,
  };
}

function signUp<T = Session>(given: Record<string, unknown> = {}) {
  return call<T>(app, 'POST', '/api/auth/signup', { body: form(given) });
}

test('AUTH-55 USER-15 sign-up returns a token that opens the new account, and the user', async () => {
  const { status, body } = await signUp({ timeZone: 'Europe/Paris' });
  expect(status).toBe(200);
  expect(body.user).toMatchObject({
    niche: 'Gaming',
    emailConsent: true,
    emailVerifiedAt: null,
    timeZone: 'Europe/Paris',
    roles: [],
    subscriptionStatus: 'inactive',
  });
  const me = await call(app, 'GET', '/api/user', { token: body.token });
  expect(me.body).toEqual(body.user);
});
