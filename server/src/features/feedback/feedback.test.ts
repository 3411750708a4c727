import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';

let app: TestApp;
let person: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-01T12:00:00Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await buildUser(app);
});

const given = { message: 'The calendar is lovely.', category: 'feature', rating: 5, pagePath: '/settings' };
const send = (body: object, token = person.token) => call(app, 'POST', '/api/feedback', { token, body });

async function stored(): Promise<Record<string, unknown>[]> {
  const { rows } = await app.platform.db.execute(
    sql`select * from feedback where user_id = ${person.id} order by id`,
  );
  return rows;
}

test('FB-01 FB-02 FB-03 FB-08 a message is kept with category, rating, page and request, and thanked for', async () => {
  const answer = await send({ ...given, message: '  The calendar is lovely. ' });
  expect(answer).toMatchObject({ status: 200, body: { message: 'Thank you for your feedback!' } });
  const { message, category, rating, pagePath: page_path } = given;
  const request_id = answer.headers['x-request-id'];
  expect(await stored()).toMatchObject([{ message, category, rating, page_path, request_id }]);
});

test('FB-07 the rating is optional, and 1 to 5', async () => {
  const { rating: _, ...unrated } = given;
  expect((await send(unrated)).status).toBe(200);
  expect((await send({ ...given, rating: null })).status).toBe(200);
  for (const rating of [0, 6, 2.5, '5'])
    expect((await send({ ...given, rating })).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect((await stored()).map((row) => row.rating)).toEqual([null, null]);
});

test('FB-04 FB-05 a message has 5 to 5000 characters', async () => {
  for (const [length, message] of [
    [4, 'Please enter at least 5 characters.'],
    [5_001, 'Please enter at most 5,000 characters.'],
  ] as const)
    expect(await send({ ...given, message: ` ${'\u4e2d'.repeat(length)} ` })).toMatchObject({
      status: 400,
      body: { data: { fields: { message } } },
    });
  for (const length of [5, 5_000])
    expect((await send({ ...given, message: '\u4e2d'.repeat(length) })).status).toBe(200);
});

test('FB-06 the category is general, feature, bug or other', async () => {
  for (const category of ['general', 'bug', 'other'])
    expect((await send({ ...given, category })).status).toBe(200);
  expect((await send({ ...given, category: 'praise' })).status).toBe(400);
});

test('FB-02 the page is a path, without a query that may hold a secret', async () => {
  for (const pagePath of ['/settings?token=x', '/#niche', 'https://evil.example', ''])
    expect((await send({ ...given, pagePath })).status).toBe(400);
});

test('FB-08 each person may send five messages an hour', async () => {
  for (let sent = 0; sent < 5; sent += 1) expect((await send(given)).status).toBe(200);
  expect(await send(given)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(await stored()).toHaveLength(5);
  expect((await send(given, (await buildUser(app)).token)).status).toBe(200);
});

test('feedback is in the download of its own writer, and is deleted with the person', async () => {
  const other = await buildUser(app);
  await send(given);
  app.clock.advance(60_000);
  const { rating: _, ...unrated } = { ...given, message: 'And fast.' };
  await send(unrated);
  const exported = async (user: BuiltUser) =>
    (await call<{ feedback: unknown[] }>(app, 'GET', '/api/user/export', user)).body.feedback;
  expect(await exported(person)).toMatchObject([{ ...unrated, rating: null }, given]);
  expect(await exported(other)).toEqual([]);
  await app.platform.db.execute(sql`delete from users where id = ${person.id}`);
  expect(await stored()).toEqual([]);
});

test('feedback is deleted after two years', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  await send(given);
  const run = async (now: string) => {
    app.clock.set(now);
    await app.platform.jobs.enqueue(app.platform.db, 'feedback.delete-old', {});
    await app.platform.jobs.drain();
    return (await stored()).length;
  };
  expect(await run('2028-02-29T12:00:00Z')).toBe(1);
  expect(await run('2028-02-29T12:00:01Z')).toBe(0);
  app.clock.set('2026-03-01T12:00:00Z');
});
