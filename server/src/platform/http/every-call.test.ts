import type { Call } from '@drumbeat/contract/call.ts';
import { callName, contractCalls } from '@drumbeat/contract/contract-calls.fixture.ts';
import { errorStatus } from '@drumbeat/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type Answer, buildUser, call, PASSWORD } from '../../../test/factories.ts';

const calls = await contractCalls();
/** A stream of events has no end to wait for. */
const answering = calls.filter(({ path }) => !path.endsWith('/stream'));

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

test('who sends a large body is asked who they are, and how often, before it is parsed', async () => {
  const asked = async (token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const payload = `{"csv":"${'x'.repeat(70_000)}`;
    const response = await app.http.inject({ method: 'POST', url: '/api/posts/import', headers, payload });
    return `${response.statusCode} ${response.json().code}`;
  };
  expect(await asked()).toBe('401 UNAUTHENTICATED');
  expect(await asked((await buildUser(app, { verified: false })).token)).toBe('403 EMAIL_NOT_VERIFIED');
  const { token } = await buildUser(app);
  const answers: string[] = [];
  for (let count = 0; count <= 20; count += 1) answers.push(await asked(token));
  expect(new Set(answers.slice(0, 20))).toEqual(new Set(['400 VALIDATION_FAILED']));
  expect(answers.at(-1)).toBe('429 RATE_LIMIT_EXCEEDED');
});

/** The path with each parameter filled in. */
function filled(path: string, parameter = '1'): string {
  return path.replaceAll(/:\w+/g, parameter);
}

function send(each: Call, given: { token?: string; url?: string; body?: unknown }): Promise<Answer> {
  const body = given.body === undefined ? undefined : JSON.stringify(given.body);
  return call(app, each.method, given.url ?? filled(each.path), {
    ...(given.token ? { token: given.token } : {}),
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
}

/** Never a fault of ours, taken or not; and where it is refused, with a code, words and the request to quote. */
function isFair(answer: Answer, what: string): void {
  expect(answer.status, what).toBeLessThan(500);
  if (answer.status < 400) return;
  const { code, message, requestId } = answer.body as Record<string, unknown>;
  expect(errorStatus, what).toHaveProperty(String(code), answer.status);
  expect(message, what).toEqual(expect.stringMatching(/\S/));
  expect(requestId, what).toEqual(expect.stringMatching(/\S/));
}

test('PLAT-26 the calls that both documents use have the paths of the customers’ one', () => {
  expect(calls.map(callName)).toEqual(
    expect.arrayContaining([
      'GET /api/twitter/accounts',
      'GET /api/user',
      'PATCH /api/user',
      'GET /api/posts',
      'POST /api/posts',
      'POST /api/auth/resend-verification',
      'GET /api/public/flags',
      'POST /api/create-checkout-session',
      'POST /api/subscription/sync',
      'POST /api/auth/signin',
      'POST /api/auth/signup',
    ]),
  );
});

test('PLAT-27 no token that we did not issue opens a call', async () => {
  for (const each of calls.filter(({ access }) => access !== 'public'))
    for (const token of ['made-up', 'x'.repeat(5_000)])
      expect(await send(each, { token, body: each.body ? {} : undefined }), callName(each)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED' },
      });
});

const wholeBodies: readonly unknown[] = [null, [], [[]], 'text', 7, {}];
/** A field meets a third of them, each in its turn; the fuzz gives any of them to any field. */
const fieldValues: readonly unknown[] = [
  null,
  -1,
  1e300,
  [],
  {},
  '',
  ' ',
  'nul\u0000byte',
  'half a \ud800 character',
  'x'.repeat(10_000),
  '<script>alert(1)</script>',
  "'; drop table users; --",
];

/** The fields that a body declares; none where it is not made of fields. */
function fieldsOf(body: z.ZodType | undefined): string[] {
  const shape = (body as { shape?: Record<string, unknown> } | undefined)?.shape;
  return shape ? Object.keys(shape) : [];
}

/** Refused as the contract demands, whoever asks: the input is looked at before anything is done. */
function isRefused(answer: Answer, what: string): void {
  isFair(answer, what);
  expect(answer, what).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
}

const people = { admin: { token: '', uses: 0 }, customer: { token: '', uses: 0 } };
/** Somebody who may make the call: another one at times, before any share is used up. */
async function tokenFor({ access }: Call): Promise<string> {
  const person = people[access === 'staff' ? 'admin' : 'customer'];
  if (person.uses % 8 === 0)
    person.token = (await buildUser(app, access === 'staff' ? { roles: ['admin'] } : {})).token;
  person.uses += 1;
  return person.token;
}

/** Has the next call made by somebody else: an allowed one may have ended the session, or the person. */
function forget({ access }: Call): void {
  people[access === 'staff' ? 'admin' : 'customer'].uses = 0;
}

/** Whether the body would pass; a text with the null character, or with half of one, never does. */
function isAllowed(each: Call, body: unknown): boolean {
  const sent: unknown = JSON.parse(JSON.stringify(body));
  return (
    !/\\u(0000|d800)/.test(JSON.stringify(body)) && each.body?.safeParse(sent ?? undefined).success === true
  );
}

let fieldNumber = 0;

describe('what the contract does not allow is a 400 with code and words; nothing that is sent is a fault of ours', () => {
  const withBody = answering.filter(({ body }) => body !== undefined);
  test.each(withBody.map((each) => [callName(each), each] as const))('bodies of %s', async (_, each) => {
    let token = await tokenFor(each);
    const bodies = [
      ...wholeBodies,
      ...fieldsOf(each.body).flatMap((field) => {
        const turn = fieldNumber++ % 3;
        const values = fieldValues.filter((_, at) => at % 3 === turn);
        return values.map((value) => ({ password: PASSWORD, [field]: value }));
      }),
    ];
    let refused = 0;
    for (const body of bodies) {
      const what = JSON.stringify(body).slice(0, 80);
      const answer = await send(each, { token, body });
      if (isAllowed(each, body)) isFair(answer, what);
      else {
        isRefused(answer, what);
        refused += 1;
      }
      if (answer.status < 400) {
        forget(each);
        token = await tokenFor(each);
      }
    }
    expect(refused).toBeGreaterThan(3);
  });

  const writing = answering.filter(({ method }) => method !== 'GET');
  // The others share one limit, so one of each method is enough.
  const ofMethods = ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap(
    (method) => writing.find((each) => each.method === method && !each.bodyLimit) ?? [],
  );
  const limited = [...ofMethods, ...writing.filter(({ bodyLimit }) => bodyLimit)];
  test.each(limited.map((each) => [callName(each), each] as const))(
    '%s takes a body up to its limit, and no byte more',
    async (_, each) => {
      const token = await tokenFor(each);
      const limit = each.bodyLimit ?? 16_384;
      const text = (bytes: number) => `{"x":"${'a'.repeat(bytes - 8)}"}`;
      const headers = { 'content-type': 'application/json' };
      const post = (body: string) => call(app, each.method, filled(each.path), { token, body, headers });
      const tooLarge = await post(text(limit + 1));
      isFair(tooLarge, 'a byte more');
      expect(tooLarge).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
      expect((await post(text(limit))).status).not.toBe(413);
    },
  );

  const withParameters = answering.filter(({ path }) => path.includes(':'));
  test.each(withParameters.map((each) => [callName(each), each] as const))(
    'addresses of %s',
    async (_, each) => {
      const token = await tokenFor(each);
      for (const text of ['-1', 'abc', '99999999999999999999', '%00', '%F0%28', 'x'.repeat(300)]) {
        isFair(
          await send(each, { token, url: filled(each.path, text), body: each.body ? {} : undefined }),
          text,
        );
      }
    },
  );

  const withQuery = answering.filter(({ query }) => query !== undefined);
  test.each(withQuery.map((each) => [callName(each), each] as const))('queries of %s', async (_, each) => {
    const token = await tokenFor(each);
    for (const field of fieldsOf(each.query)) {
      for (const value of ['', '%00', '1e300', '%F0%28', `1&${field}=2`]) {
        const url = `${filled(each.path)}?${field}=${value}`;
        isFair(await send(each, { token, url }), `${field}=${value.slice(0, 40)}`);
      }
    }
  });
});
