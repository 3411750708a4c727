import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { buildView } from '../../features/auth/views/views.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const get = (path: string, token: string, etag?: string) =>
  app.http.inject({
    url: path,
    headers: { authorization: `Bearer ${token}`, ...(etag ? { 'if-none-match': etag } : {}) },
  });
const etagOf = async (path: string, { token }: Pick<BuiltUser, 'token'>) =>
  String((await get(path, token)).headers.etag);

test.each(['/api/user', '/api/posts'])(
  '%s has an ETag, and answers 304 without a body to whoever has it',
  async (path) => {
    const { token } = await buildUser(app);
    const first = await get(path, token);
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]{27}\.\d+"$/),
      'cache-control': 'no-store',
    });
    const etag = String(first.headers.etag);
    for (const given of [etag, etag.slice(2), `"other", ${etag}`]) {
      const again = await get(path, token, given);
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-request-id': expect.any(String),
      });
      expect(again.headers).not.toHaveProperty('content-type');
    }
    for (const given of ['*x', '"other"', etag.slice(0, -1), `${etag}x`]) {
      const other = await get(path, token, given);
      expect([other.statusCode, other.body]).toEqual([200, first.body]);
    }
  },
);

test('an ETag of somebody else is never matched, though the answers are alike, nor that of a view', async () => {
  const [one, other] = [await buildUser(app), await buildUser(app)];
  const [first, second] = [await get('/api/posts', one.token), await get('/api/posts', other.token)];
  expect(first.body).toBe(second.body);
  expect((await get('/api/posts', other.token, String(first.headers.etag))).statusCode).toBe(200);

  const staff = await buildUser(app, { roles: ['support'] });
  const view = await buildView(app, staff, one);
  expect((await get('/api/posts', view.token, String(first.headers.etag))).statusCode).toBe(200);
  expect((await get('/api/posts', view.token, await etagOf('/api/posts', view))).statusCode).toBe(304);
});

test('an ended session is refused, whatever it has read before', async () => {
  const person = await buildUser(app);
  const etag = await etagOf('/api/user', person);
  await call(app, 'POST', '/api/auth/signout', { token: person.token });
  expect((await get('/api/user', person.token, etag)).statusCode).toBe(401);
});

test('a refusal and a change have no ETag, and every answer of a call stays out of caches', async () => {
  const person = await buildUser(app);
  const body = {};
  for (const answer of [
    await get('/api/admin/audit', person.token),
    await get('/api/no-such-call', person.token),
    await call(app, 'POST', '/api/check-scheduling-eligibility', { token: person.token, body }),
  ]) {
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});
